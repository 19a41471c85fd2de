// The entry of the deployed Worker: `createApp` with the built React Router app.
import assets from "virtual:react-router/server-manifest";
import { createApp } from "./app";
import type { MakeStatic } from "./pages/page-cache/page-cache";
import type { RenderPage } from "./pages/render";

// One by one, since `wrangler types` finds no classes behind `export *`.
export { AccountChangeRecord } from "./durable-objects/account-change-record";
export { AttemptCounter } from "./durable-objects/attempt-counter";
export { EmailTokenRegister } from "./durable-objects/email-token-register";
export { PendingUploads } from "./durable-objects/pending-uploads";
export { PhraseWords } from "./durable-objects/phrase-words";
export { RevocationRecord } from "./durable-objects/revocation-record";

const render: RenderPage = async (page) => (await import("./pages/built")).renderBuilt(page);
const makeStatic: MakeStatic = async (rendered, env) => (await import("./pages/built")).makeBuiltStatic(rendered, env);

export default createApp(
  import.meta.env.PROD
    ? // Both, since the assets' version does not change when only server code does.
      { render, makeStatic, buildId: `${import.meta.env.BUILD_ID}-${assets.version}` }
    : // Without `makeStatic`: development caches no page, since their code changes.
      { render, buildId: "development" },
);
