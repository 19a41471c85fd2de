// Headers that a proxy, a browser, a tus client or an attacker may send.
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { hostileText } from "./text.ts";

export type Header = [name: string, value: string];

const HUGE = "x".repeat(5000);

const VALUES: Readonly<Record<string, readonly string[]>> = {
  Origin: ["null", "", "https://evil.example", "https://localhost.evil.example", "https://localhost:1", "*"],
  "Sec-Fetch-Site": ["cross-site", "same-site", "none", "SAME-ORIGIN", ""],
  "Sec-Fetch-Mode": ["navigate", "websocket"],
  Referer: ["https://evil.example/?a", "javascript:alert(1)"],
  Host: ["evil.example", "localhost:99999", "a b", "127.0.0.1"],
  "X-Forwarded-Host": ["evil.example", "evil.example, localhost"],
  "X-Forwarded-Proto": ["http", "javascript"],
  "X-Forwarded-For": ["127.0.0.1", "127.0.0.1, ::1"],
  Forwarded: ["for=127.0.0.1;host=evil.example;proto=http"],
  "MF-Original-URL": ["https://evil.example/__mailbox"],
  "CF-Connecting-IP": ["", "::::", "fe80::1%eth0", "127.0.0.1, 198.51.100.1", "not an address", HUGE],
  "CF-Ray": ["a\tb", "<i>", HUGE],
  "X-Request-Id": ["mine"],
  Range: ["bytes=0-", "bytes=-0", "bytes=-1", "bytes=5-2", "bytes=0-0,5-9", "bytes=999999999999999999-", "lines=1-2"],
  "If-Range": ['"x"', "Thu, 99 Foo 9999 99:99:99 GMT"],
  "If-None-Match": ["*", 'W/"x"', '"', HUGE],
  "If-Match": ["*", '"x"'],
  "If-Modified-Since": ["Thu, 99 Foo 9999 99:99:99 GMT", "0"],
  Accept: ["", "text/html", "*/*;q=NaN", "application/xml", HUGE],
  "Accept-Encoding": ["", "br;q=0", "br;q=1e999", "gzip, gzip, gzip"],
  "Accept-Language": ["*", "hi-IN-x-😀", HUGE],
  "User-Agent": ["", "Googlebot/2.1", "<script>alert(1)</script>", HUGE],
  "Content-Length": ["0", "-1", "1e3", "5, 5", "abc", "1", "99999999999", "18446744073709551616"],
  "Transfer-Encoding": ["chunked", "gzip, chunked", "identity", "\u000bchunked"],
  "Content-Encoding": ["gzip", "br", "identity", "gzip, gzip", "nonsense"],
  Upgrade: ["websocket", "h2c", "WebSocket"],
  Connection: ["close", "Upgrade", "Cookie"],
  "Sec-WebSocket-Key": ["x"],
  "Sec-WebSocket-Protocol": ["a, b"],
  Expect: ["100-continue", "nonsense"],
  "X-HTTP-Method-Override": ["DELETE", "GET", "nonsense"],
  "X-HTTP-Method": ["DELETE"],
  "Tus-Resumable": ["", "0.2.2", "1.0.0, 1.0.0", "2.0.0"],
  "Upload-Length": ["", "-1", "0", "1e3", "0x10", "30000001", "999999999999999", "1000000000000000", "1, 1"],
  "Upload-Offset": ["", "-1", "1", "1e3", "999999999999999", "0, 0"],
  "Upload-Defer-Length": ["0", "1"],
  "Upload-Concat": ["partial", "final;/api/files/a /api/files/b"],
  "Upload-Checksum": ["sha1 AAAA", "md5 x", "x"],
  "Upload-Metadata": [
    "",
    "filename,kind cmVzdW1l",
    "filename YQ==,filename Yi5wZGY=,kind cmVzdW1l",
    "filename /w==,kind cmVzdW1l",
    "kind cmVzdW1l,filename Li4vLi4vZXRjL3Bhc3N3ZC5wZGY=",
    `filename ${Buffer.from(`${"é".repeat(400)}.pdf`).toString("base64")},kind cmVzdW1l`,
    `filename ${Buffer.from("a\r\nb\0\u202e\ud800.pdf").toString("base64")},kind cmVzdW1l`,
    `filename ${Buffer.from('"; filename="x.exe').toString("base64")},kind cG9ydGZvbGlv`,
    `${"a YQ==,".repeat(1000)}kind cmVzdW1l`,
  ],
  Authorization: ["Bearer x", "Basic Og=="],
  "X-Appwrite-Key": ["x"],
  "X-Appwrite-Session": ["x"],
  "X-Appwrite-JWT": ["x"],
  "X-Appwrite-Project": ["console"],
  "X-Appwrite-Response-Format": ["0.1.0"],
  "X-Fallback-Cookies": ['{"a_session_console":"x"}'],
};

const listed: fc.Arbitrary<Header> = fc
  .constantFrom(...Object.keys(VALUES))
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(VALUES[name] ?? []))));
const random: fc.Arbitrary<Header> = fc.tuple(
  fc.constantFrom(...Object.keys(VALUES), "X-Fuzz"),
  hostileText.map((text) => text.slice(0, HUGE.length)),
);

const hostileHeader = fc.oneof({ weight: 3, arbitrary: listed }, { weight: 1, arbitrary: random });

/** Up to three headers; in half of the cases none. */
export const hostileHeaders: fc.Arbitrary<Header[]> = fc.oneof(
  fc.constant<Header[]>([]),
  fc.array(hostileHeader, { minLength: 1, maxLength: 3 }),
);

/** Content types that are not the one that is asked for. */
export const wrongContentType = fc.constantFrom(
  "",
  "text/plain",
  "application/json;charset=utf-16",
  "application/json+x",
  "APPLICATION/JSON",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  'multipart/form-data; boundary="a',
  "application/octet-stream",
  "*/*",
  HUGE,
);
