// Measures a response's size on the wire over HTTP/2, whose headers are compressed, as Cloudflare sends it.
import { connect, createServer } from "node:http2";
import type { AddressInfo } from "node:net";

/** Headers that Cloudflare adds. */
const CLOUDFLARE_HEADERS = {
  date: "Sat, 21 Nov 2026 18:00:00 GMT",
  server: "cloudflare",
  "cf-ray": "9a1b2c3d4e5f6a7b-BOM",
  "alt-svc": 'h3=":443"; ma=86400',
};
/** Headers that do not exist in HTTP/2. */
const CONNECTION_HEADERS = ["connection", "keep-alive", "transfer-encoding"];

/** The bytes that a server sends for this response, with the HTTP/2 preface and without TLS. */
export async function wireBytes(
  status: number,
  headers: Iterable<[string, string]>,
  body: Uint8Array,
): Promise<number> {
  const lower = [...headers].map(([name, value]) => [name.toLowerCase(), value] as const);
  const own = Object.fromEntries(lower.filter(([name]) => !CONNECTION_HEADERS.includes(name)));
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
