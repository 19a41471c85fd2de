// The Worker: joins the built React Router app to createApp. The only file that names the virtual build.
import { bootstrap } from "virtual:bootstrap";
import * as build from "virtual:react-router/server-build";
import { createApp } from "./app";
import { settleWith } from "./pages/settle-with";

export * from "./durable-objects";

/** What was built; in development pages change under the Worker, and none is kept. */
const BUILT = {
  // The assets' version alone would stay the same after a change of what only the server reads.
  buildId: `${import.meta.env.BUILD_ID}-${build.assets.version}`,
  settle: settleWith(bootstrap),
};

export default createApp({ build, ...(import.meta.env.PROD && BUILT) });
