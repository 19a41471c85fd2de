import { replace } from "react-router";

/**
 * Runs the loader of a page that may redirect. If the visitor came by Back or Forward, the redirect replaces the history entry:
 * a pushed entry would lead back to this page and to its redirect, again and again. After a link the redirect is a push, so that
 * Back leads to the page with the link.
 * @throws whatever the loader throws; a redirect may be changed to replace
 */
export async function replaceOnReturn<Data>(request: Request, serverLoader: () => Promise<Data>): Promise<Data> {
  try {
    return await serverLoader();
  } catch (thrown) {
    const target = thrown instanceof Response ? thrown.headers.get("Location") : null;
    // Only Back and Forward change the URL before the loader has run.
    const isReturn = location.pathname === new URL(request.url).pathname;
    throw target && isReturn ? replace(target) : thrown;
  }
}
