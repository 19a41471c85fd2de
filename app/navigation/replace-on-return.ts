import { replace } from "react-router";

/**
 * Runs the loader of a page that may send visitors on. Where the history itself led here ("back"), the page they are sent to takes
 * this one's place: pushed, it would lead back here at the next "back", and so on for ever. Any other way, the place is that of
 * the page before, which must stay.
 */
export async function replaceOnReturn<Data>(request: Request, serverLoader: () => Promise<Data>): Promise<Data> {
  try {
    return await serverLoader();
  } catch (thrown) {
    const target = thrown instanceof Response ? thrown.headers.get("Location") : null;
    // Only a step in the history changes the address before the page is there.
    const isReturn = location.pathname === new URL(request.url).pathname;
    throw target && isReturn ? replace(target) : thrown;
  }
}
