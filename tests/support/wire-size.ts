// What an answer weighs on the wire, as browsers get it from Cloudflare: over HTTP/2, whose headers are compressed.
import { connect, createServer } from "node:http2";
import type { AddressInfo } from "node:net";

/** What Cloudflare says beside our own headers. */
const CLOUDFLARE_HEADERS = {
  date: "Sat, 21 Nov 2026 18:00:00 GMT",
  server: "cloudflare",
  "cf-ray": "9a1b2c3d4e5f6a7b-BOM",
  "alt-svc": 'h3=":443"; ma=86400',
};
/** HTTP/2 knows no such headers. */
const OF_CONNECTIONS = ["connection", "keep-alive", "transfer-encoding"];

/** How many bytes a server sends for an answer with these headers and this body, its greeting included; without TLS. */
export async function wireBytes(
  status: number,
  headers: Iterable<[string, string]>,
  body: Uint8Array,
): Promise<number> {
  const lower = [...headers].map(([name, value]) => [name.toLowerCase(), value] as const);
  const own = Object.fromEntries(lower.filter(([name]) => !OF_CONNECTIONS.includes(name)));
  const server = createServer();
  server.on("stream", (stream) => {
    stream.respond({ ...own, ...CLOUDFLARE_HEADERS, ":status": status }, { endStream: false });
    stream.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const stream = client.request({ ":path": "/" });
    stream.resume();
    await new Promise((resolve, reject) => stream.once("end", resolve).once("error", reject));
    return client.socket.bytesRead;
  } finally {
    client.close();
    server.close();
  }
}
