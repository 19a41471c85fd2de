// The root route: the HTML document around every page, with header and footer.
import { type ReactNode, useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import type { Route } from "./+types/root";
import "./app.css";
import { Notice } from "./components/notice";
import { describePageError, PageError } from "./components/page-error";
import { organizationJsonLd, pageMeta } from "./components/page-meta";
import { SiteFooter } from "./components/site-footer";
import { SiteHeader } from "./components/site-header";
import { BRAND } from "./content/brand";
import { headerMemberContext, publicConfigContext } from "./context";
import type { PublicConfig } from "./contract/public-config";
import { useCrossTabSignOut } from "./lib/use-cross-tab-sign-out";
import { keepShownData } from "./live/background-read";
import { MAIN_ID, RouteAnnouncer } from "./navigation/route-announcer";

/** Data for every page. The member comes from the cookie, and no page waits for the backend: only for the record of ended sessions. */
export async function loader({ context }: Route.LoaderArgs) {
  return {
    member: await context.get(headerMemberContext),
    config: context.get(publicConfigContext),
  };
}

/**
 * Puts back the data that a page shows when the page is read in the background and that read fails. It is in the root, whose code every page has:
 * React Router waits for the code of a middleware before it loads any data.
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ url }, next) => keepShownData(url.pathname, await next()),
];

/** The root loader's data, for any component; undefined only on an error page that replaces the root. */
export function useRootData() {
  return useRouteLoaderData<typeof loader>("root");
}

/** For pages without metadata of their own, and for every page that failed. */
export function meta({ error, location }: Route.MetaArgs) {
  const title = error ? describePageError(error).title : `${BRAND.name} ${BRAND.tagline}`;
  return pageMeta({ title, description: BRAND.description, path: location.pathname, noindex: Boolean(error) });
}

export const links: Route.LinksFunction = () => [
  { rel: "preload", href: "/fonts/bricolage.woff2", as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/site.webmanifest" },
];

type RootData = ReturnType<typeof useRootData>;
/** The root loader's latest data, in the browser only: an error page has none, but its header still shows the member. */
let lastData: RootData;

/** The document around a page or an error page. Without data the header shows a guest. */
export function Layout({ children }: { children: ReactNode }) {
  const current = useRootData();
  const data = current ?? lastData;
  useEffect(() => {
    if (current) lastData = current;
  }, [current]);
  useCrossTabSignOut(Boolean(data?.member));
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#122859" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#142c63" />
        <Meta />
        <script
          type="application/ld+json"
          // JSON-LD is not executed, so it needs no nonce. Crawlers read it in the server's HTML; the browser's build leaves out the
          // code that writes it, and hydration leaves the element unchanged.
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? organizationJson(data?.config.socialLinks) : "" }}
        />
        {/* The development server adds a style sheet with a nonce, which browsers hide from React. */}
        <Links nonce={import.meta.env.DEV ? "" : undefined} />
      </head>
      <body>
        <a
          className="absolute bottom-full left-4 z-30 flex min-h-target items-center bg-marigold px-4 py-3 text-on-marigold focus:top-2 focus:bottom-auto focus-visible:-outline-offset-5 focus-visible:outline-on-marigold print:hidden"
          href={`#${MAIN_ID}`}
        >
          Skip to the content
        </a>
        <SiteHeader member={data?.member ?? null} />
        <main id={MAIN_ID} tabIndex={-1}>
          {children}
        </main>
        <SiteFooter socialLinks={data?.config.socialLinks ?? {}} />
        <RouteAnnouncer />
        <Notice />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** JSON for a script element: escaped, so that no tag can begin in it. */
function organizationJson(socialLinks?: PublicConfig["socialLinks"]): string {
  return JSON.stringify(organizationJsonLd(socialLinks)).replaceAll("<", "\\u003c");
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageError error={error} />;
}
