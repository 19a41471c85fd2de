// The embedded backend's mailbox. The backend itself refuses who may not read it.

const ADDRESSES = new Set(["/__mailbox", "/__mailbox.json"]);

/** @param mailbox calls the embedded backend's mailbox; null without one, and then every path is a 404. */
export async function localMailbox(
  request: Request,
  mailbox: ((request: Request) => Promise<Response>) | null,
): Promise<Response> {
  if (!mailbox || !ADDRESSES.has(new URL(request.url).pathname)) return new Response("Not found", { status: 404 });
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response("The mailbox is only read", { status: 405, headers: { Allow: "GET, HEAD" } });
  }
  return mailbox(request);
}
