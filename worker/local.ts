// The Worker of [env.local]: the product with the embedded backend beside it. What is deployed has none of its code.
import worker from "./index";

export { EmbeddedAppwrite } from "./embedded/index";
export * from "./index";

export default worker;
