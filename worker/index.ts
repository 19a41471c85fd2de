// The Worker: joins the built React Router app to createApp.
import assets from "virtual:react-router/server-manifest";
import { createApp } from "./app";
import type { MakeStatic } from "./pages/page-cache/page-cache";
import type { RenderPage } from "./pages/render";

export * from "./durable-objects/index";

const render: RenderPage = async (page) => (await import("./pages/built")).renderBuilt(page);
const makeStatic: MakeStatic = async (rendered, env) => (await import("./pages/built")).makeBuiltStatic(rendered, env);

export default createApp(
  import.meta.env.PROD
    ? // The assets' version alone would stay the same after a change of what only the server reads.
      { render, makeStatic, buildId: `${import.meta.env.BUILD_ID}-${assets.version}` }
    : // In development pages change under the Worker, and none is cached.
      { render, buildId: "development" },
);
