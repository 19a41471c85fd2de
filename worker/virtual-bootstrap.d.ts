/** Compiled from app/bootstrap by scripts/bootstrap.ts. */
declare module "virtual:bootstrap" {
  export const bootstrap: import("./pages/settle").Bootstrap;
}
