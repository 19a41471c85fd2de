// Requests that no recording covers: bodies that are too large, and endpoints that only Appwrite has.
import { expect, test } from "vitest";
import { AppwriteUnderTest, FILES, KEY } from "./appwrite-under-test";

const MEBIBYTE = 1024 * 1024;

/** A body of unknown length, as in a request with chunked transfer encoding. */
function streamOf(mebibytes: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent === mebibytes) return controller.close();
      sent += 1;
      controller.enqueue(new Uint8Array(MEBIBYTE).fill(32));
    },
  });
}

test.each([
  ["a JSON body", "/v1/account", "application/json"],
  ["an upload", FILES, "multipart/form-data; boundary=x"],
])("%s of more than 12 MiB is rejected, also when its length is unknown", async (_, path, contentType) => {
  const appwrite = await AppwriteUnderTest.create();
  const send = (body: ReadableStream | Uint8Array<ArrayBuffer>) =>
    appwrite.stub.fetch(`http://localhost${path}`, {
      method: "POST",
      headers: { "X-Appwrite-Project": "navarambh", "Content-Type": contentType },
      body,
    });
  for (const body of [new Uint8Array(12 * MEBIBYTE + 1), streamOf(13)]) {
    const response = await send(body);
    expect(response.status).toBe(413);
    expect(await response.text()).toBe("");
  }
  const largest = await send(streamOf(12));
  expect(largest.status).toBe(400);
  await largest.body?.cancel();
});

test.each([
  ["GET", "/v1/avatars/initials"],
  ["POST", "/v1/graphql"],
  ["GET", "/v1/functions"],
  ["POST", "/v1/account/targets/push"],
  ["PUT", "/v1/users/someone/labels"],
  ["GET", "/v1/tablesdb/main/tables"],
])("%s %s, which only Appwrite answers, gets an error in Appwrite's format", async (method, path) => {
  const appwrite = await AppwriteUnderTest.create();
  const { status, json } = await appwrite.call(method, path, { as: KEY });
  expect(status).toBe(404);
  expect(json).toEqual({
    message: "The requested route was not found. Please refer to the API docs and try again.",
    code: 404,
    type: "general_route_not_found",
    version: "1.9.6",
  });
});

test("preferences and permissions that are too large to be stored are invalid", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { session } = await appwrite.join();
  const prefs = { text: "x".repeat(3 * MEBIBYTE) };
  const preferences = await appwrite.call("PATCH", "/v1/account/prefs", { as: session, body: { prefs } });
  expect(preferences).toMatchObject({ status: 400, json: { type: "general_argument_invalid" } });
  const permissions = Array.from({ length: 101 }, (_, index) => `read("user:u${index}")`);
  const file = await appwrite.upload({ bytes: new Uint8Array(9), permissions }, KEY);
  expect(file).toMatchObject({ status: 400, json: { type: "general_argument_invalid" } });
});
