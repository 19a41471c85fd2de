// The Worker: joins the built React Router app to createApp. The only file that names the virtual build.
import * as build from "virtual:react-router/server-build";
import { createApp } from "./app";

export { EmbeddedAppwrite } from "./embedded/index";
export { AttemptCounter } from "./services/attempts";
export { Tombstone } from "./services/tombstones";

export default createApp({ build });
