// The document every page lives in: head, header, page, footer.
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import type { Route } from "./+types/root";
import "./app.css";
import { memberContext, nonceContext, publicConfigContext } from "./context";

/** What every page knows: who is here (from the cookie alone, so that no page waits for the backend) and the nonce of its scripts. */
export function loader({ context }: Route.LoaderArgs) {
  return {
    member: context.get(memberContext),
    config: context.get(publicConfigContext),
    nonce: context.get(nonceContext),
  };
}

/** The root loader's data, from anywhere below it; undefined only while an error page stands in for the root. */
export function useRootData() {
  return useRouteLoaderData<typeof loader>("root");
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { nonce } = loaderData;
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}
