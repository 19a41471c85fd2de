// The entry of the Worker in [env.local]: it adds the embedded backend, which is not part of a deployment.
import worker from "./index";

export { EmbeddedAppwrite } from "./embedded/index";
export * from "./index";

export default worker;
