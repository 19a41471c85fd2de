/** Compiled from app/bootstrap by scripts/bootstrap.ts. */
declare module "virtual:bootstrap" {
  export const bootstrap: import("./pages/static-page").Bootstrap;
}

/** Made by scripts/common-passwords.ts. */
declare module "virtual:common-passwords" {
  export const commonPasswords: ReadonlySet<string>;
  export const commonWords: ReadonlySet<string>;
}

declare module "virtual:react-router/server-manifest" {
  /** `version` is a hash of the browser's build. */
  const assets: { version: string };
  export default assets;
}
