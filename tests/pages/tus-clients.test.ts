// tus-js-client from Node: every way of uploading that the API announces works, and every other one is refused by its name.
import { Readable } from "node:stream";
import { DetailedError, type PreviousUpload, type Upload, type UploadOptions } from "tus-js-client";
import { describe, expect, test } from "vitest";
import { CHUNK_BYTES } from "../../app/contract/limits";
import { useServer } from "../support/product";
import { fileBytes, fingerprint } from "../support/test-files";
import { createUpload, guest, member, type Uploader } from "../support/tus-client";

const server = useServer();

/** Two parts: the smallest file that takes more than one. */
const FILE = fileBytes("zip", 6_000_000);
const LARGE = fileBytes("zip", 13_000_000);
const CHUNK_OF_12_MIB = 12 * 2 ** 20;

/** Uploads a file to its end. */
async function send(uploader: Uploader, source: Buffer | Readable, options?: UploadOptions) {
  const { upload, requests, done } = createUpload(server(), uploader, source, options);
  upload.start();
  await done;
  return { requests, url: upload.url ?? "" };
}

/** Uploads a file until its first chunk is stored. */
async function sendFirstChunk(uploader: Uploader, options: UploadOptions = {}): Promise<Upload> {
  const { promise: isStored, resolve } = Promise.withResolvers<void>();
  const { upload } = createUpload(server(), uploader, FILE, {
    chunkSize: CHUNK_BYTES,
    ...options,
    onChunkComplete: () => void upload.abort().then(resolve),
  });
  upload.start();
  await isStored;
  return upload;
}

const MODES: [name: string, file: Buffer, options: UploadOptions, requests: string[]][] = [
  ["its defaults", FILE, {}, ["POST 201", "PATCH 204"]],
  ["chunks of 5 MiB", FILE, { chunkSize: CHUNK_BYTES }, ["POST 201", "PATCH 204", "PATCH 204"]],
  [
    "chunks of 12 MiB, of which only whole parts are stored",
    LARGE,
    { chunkSize: CHUNK_OF_12_MIB },
    ["POST 201", "PATCH 204", "PATCH 204"],
  ],
  [
    "a file of exactly two chunks",
    fileBytes("zip", 2 * CHUNK_BYTES),
    { chunkSize: CHUNK_BYTES },
    ["POST 201", "PATCH 204", "PATCH 204"],
  ],
  [
    "a last chunk of one byte",
    fileBytes("zip", 2 * CHUNK_BYTES + 1),
    { chunkSize: CHUNK_BYTES },
    ["POST 201", "PATCH 204", "PATCH 204", "PATCH 204"],
  ],
  ["the file in its creation", FILE, { uploadDataDuringCreation: true }, ["POST 201"]],
  [
    "the first chunk in its creation, of which only whole parts are stored",
    LARGE,
    { uploadDataDuringCreation: true, chunkSize: CHUNK_OF_12_MIB },
    ["POST 201", "PATCH 204"],
  ],
  [
    "POST in place of PATCH",
    FILE,
    { overridePatchMethod: true, chunkSize: CHUNK_BYTES },
    ["POST 201", "POST 204", "POST 204"],
  ],
];

describe.each(MODES)("tus-js-client with %s", (_, file, options, expected) => {
  test.each([
    ["a guest", guest],
    ["a member", member],
  ])("sends the file of %s", async (_, visit) => {
    const uploader = await visit(server());
    const { requests, url } = await send(uploader, file, options);
    expect(requests).toEqual(expected);
    expect(fingerprint(await uploader.download(url))).toBe(fingerprint(file));
  });
});

test("a stream of a known size arrives, in chunks that are stored in part", async () => {
  const uploader = await member(server());
  const stream = Readable.from([FILE.subarray(0, 5_700_000), FILE.subarray(5_700_000)], { objectMode: false });
  const { requests, url } = await send(uploader, stream, { chunkSize: 5_500_000, uploadSize: FILE.length });
  expect(requests).toEqual(["POST 201", "PATCH 204", "PATCH 204"]);
  expect(fingerprint(await uploader.download(url))).toBe(fingerprint(FILE));
});

test("each answer to bytes says when the upload expires", async () => {
  const hoursLeft: number[] = [];
  await send(await member(server()), FILE, {
    onAfterResponse(_, response) {
      const expires = Date.parse(response.getHeader("Upload-Expires") ?? "");
      hoursLeft.push(Math.round((expires - Date.now()) / 3600_000));
    },
  });
  expect(hoursLeft).toEqual([24, 2]);
});

test("an upload that was stopped goes on from what is stored", async () => {
  const uploader = guest(server());
  const stored: PreviousUpload[] = [];
  const urlStorage = {
    findAllUploads: async () => stored,
    findUploadsByFingerprint: async () => stored,
    removeUpload: async () => {},
    addUpload: async (_: string, upload: PreviousUpload) => String(stored.push(upload)),
  };
  const { url } = await sendFirstChunk(uploader, { urlStorage });
  const { upload, requests, done } = createUpload(server(), uploader, FILE, { urlStorage, chunkSize: CHUNK_BYTES });
  const [previous] = await upload.findPreviousUploads();
  if (!previous) throw new Error("The client has stored no upload");
  upload.resumeFromPreviousUpload(previous);
  upload.start();
  await done;
  expect(requests).toEqual(["HEAD 200", "PATCH 204"]);
  expect(upload.url).toBe(url);
  expect(fingerprint(await uploader.download(url ?? ""))).toBe(fingerprint(FILE));
});

test.each([
  ["a guest", guest],
  ["a member", member],
])("an upload that %s terminates is gone", async (_, visit) => {
  const uploader = await visit(server());
  const upload = await sendFirstChunk(uploader);
  await upload.abort(true);
  const headers = { ...uploader.headers, "Tus-Resumable": "1.0.0" };
  expect((await fetch(upload.url ?? "", { method: "HEAD", headers })).status).toBe(410);
});

/** An option that the declarations of tus-js-client lack. */
const protocol = (name: string) => ({ protocol: name }) as UploadOptions;

test.each<[string, UploadOptions, number, RegExp]>([
  ["a size that is told later", { uploadLengthDeferred: true }, 400, /creation-defer-length \(Upload-Defer-Length\)/],
  ["parallel uploads", { parallelUploads: 2 }, 400, /concatenation \(Upload-Concat\)/],
  ["a checksum", { headers: { "Upload-Checksum": "sha1 Kq5s=" } }, 400, /checksum \(Upload-Checksum\)/],
  ["the IETF draft 03", protocol("ietf-draft-03"), 400, /the IETF draft of resumable uploads/],
  ["the IETF draft 05", protocol("ietf-draft-05"), 400, /the IETF draft of resumable uploads/],
  ["another version of tus", { headers: { "Tus-Resumable": "0.2.2" } }, 412, /Speak tus 1\.0\.0/],
  ["chunks of less than 5 MiB", { chunkSize: 1_000_000 }, 400, /at least 5242880 bytes/],
])("%s: refused by name, and not tried again", async (_, options, status, message) => {
  const { upload, requests, done } = createUpload(server(), guest(server()), FILE, options);
  upload.start();
  const error = await done.catch((reason: unknown) => reason);
  if (!(error instanceof DetailedError)) throw error;
  expect(error.originalResponse?.getStatus()).toBe(status);
  expect(error.originalResponse?.getBody()).toMatch(message);
  expect(requests.filter((request) => request.endsWith(` ${status}`)).length).toBeLessThanOrEqual(
    options.parallelUploads ?? 1,
  );
});
