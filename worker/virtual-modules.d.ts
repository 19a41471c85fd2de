/** Compiled from app/bootstrap by scripts/bootstrap.ts. */
declare module "virtual:bootstrap" {
  export const bootstrap: import("./pages/static-page").Bootstrap;
}

declare module "virtual:react-router/server-manifest" {
  /** What the browser's build is called, by its content. */
  const assets: { version: string };
  export default assets;
}
