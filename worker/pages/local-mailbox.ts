// The embedded backend's mailbox, for the person at this machine alone: its links open accounts.

const ADDRESSES = new Set(["/__mailbox", "/__mailbox.json"]);
/** Any other name leads here from another machine, or from another site whose name was pointed at this one. */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** @param mailbox the embedded backend's, or null where there is none: then nothing of this exists. */
export async function localMailbox(
  request: Request,
  mailbox: ((request: Request) => Promise<Response>) | null,
): Promise<Response> {
  const { hostname, pathname } = new URL(request.url);
  if (!mailbox || !LOCAL_HOSTS.has(hostname) || !ADDRESSES.has(pathname)) {
    return new Response("Not found", { status: 404 });
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response("The mailbox is only read", { status: 405, headers: { Allow: "GET, HEAD" } });
  }
  return mailbox(request);
}
