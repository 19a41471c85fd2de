// The embedded backend's mailbox. Only this machine may read it, since the links in its e-mails give access to accounts.

const ADDRESSES = new Set(["/__mailbox", "/__mailbox.json"]);
/** With any other host the request comes from another machine, or from a site that uses DNS rebinding. */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** @param mailbox calls the embedded backend's mailbox; null without one, and then every path is a 404. */
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
