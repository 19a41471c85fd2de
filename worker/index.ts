// The Worker: joins the built React Router app to createApp.
import { bootstrap } from "virtual:bootstrap";
import assets from "virtual:react-router/server-manifest";
import { createApp } from "./app";
import { settleWith } from "./pages/settle-with";

export * from "./durable-objects";

/** What was built; in development pages change under the Worker, and none is kept. */
const BUILT = {
  // The assets' version alone would stay the same after a change of what only the server reads.
  buildId: `${import.meta.env.BUILD_ID}-${assets.version}`,
  settle: settleWith(bootstrap),
};

export default createApp({
  buildId: "development",
  render: async (page) => (await import("./pages/built")).renderBuilt(page),
  ...(import.meta.env.PROD && BUILT),
});
