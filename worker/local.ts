// The entry of the Worker in [env.local]: it adds the embedded backend, which is not part of a deployment.
import worker from "./index";
import { setLogFormat, toText } from "./log";

export { EmbeddedAppwrite } from "./embedded/index";
export * from "./index";

// Developers read this log in a terminal.
setLogFormat(toText);

export default worker;
