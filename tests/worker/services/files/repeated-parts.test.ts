// A part that reaches Appwrite twice. Version 1.8 rejects it when the file is complete (409), newer ones accept it.
import { describe, expect, it } from "vitest";
import { CHUNK_BYTES } from "../../../../app/contract/limits";
import { type Fault, Faults, losesResponse, rejectsWith } from "../../support/faults";
import { join } from "../../support/people";
import { type Browser, createTestApp } from "../../support/test-app";
import { createUpload, fileBytes, sendBytes, TUS } from "../../support/uploads";

const PDF = { name: "cv.pdf", kind: "portfolio", size: CHUNK_BYTES + 4000 } as const;
const BYTES = fileBytes(PDF.name, PDF.size);
const LAST = BYTES.slice(CHUNK_BYTES);

async function startUpload() {
  const faults = new Faults();
  const browser = createTestApp({ wrapServer: faults.wrap }).browser();
  await join(browser);
  const path = (await createUpload(browser, PDF)).headers.get("Location") ?? "";
  await sendBytes(browser, path, 0, BYTES.slice(0, CHUNK_BYTES));
  return { faults, browser, path };
}

async function offset(browser: Browser, path: string): Promise<number> {
  const response = await browser.fetch(path, { method: "HEAD", headers: TUS });
  return Number(response.headers.get("Upload-Offset"));
}

async function download(browser: Browser, path: string): Promise<Uint8Array> {
  const response = await browser.fetch(`${path.split("?")[0]}/content`);
  return new Uint8Array(await response.arrayBuffer());
}

describe("a last part that is sent again", () => {
  it("after its response was lost: the upload is known to be complete", async () => {
    const { faults, browser, path } = await startUpload();
    faults.on(/^POST \/storage/, losesResponse, 1);
    expect((await sendBytes(browser, path, CHUNK_BYTES, LAST)).status).toBe(502);
    const again = await sendBytes(browser, path, CHUNK_BYTES, LAST);
    expect(await again.json()).toMatchObject({ error: { code: 409, type: "upload_offset_mismatch" } });
    expect(await offset(browser, path)).toBe(PDF.size);
    expect(await download(browser, path)).toEqual(BYTES);
  });

  it("at the same time: one request stores it, and the other one is refused", async () => {
    const { faults, browser, path } = await startUpload();
    const before = faults.calls.length;
    const responses = await Promise.all([1, 2].map(() => sendBytes(browser, path, CHUNK_BYTES, LAST)));
    expect(responses.map((response) => response.status).sort()).toEqual([204, 409]);
    expect(faults.calls.slice(before).filter((call) => call.startsWith("POST /storage"))).toHaveLength(1);
    expect(await offset(browser, path)).toBe(PDF.size);
    expect(await download(browser, path)).toEqual(BYTES);
  });

  it("to a server that rejects it, when the answer was lost on the way", async () => {
    const { faults, browser, path } = await startUpload();
    const rejectsAgain: Fault = async (request, forward) => {
      await forward();
      return rejectsWith(409, "storage_file_already_exists")(request, forward);
    };
    faults.on(/^POST \/storage/, rejectsAgain, 1);
    const response = await sendBytes(browser, path, CHUNK_BYTES, LAST);
    expect(await response.json()).toMatchObject({ error: { code: 409, type: "upload_offset_mismatch" } });
    expect(await offset(browser, path)).toBe(PDF.size);
    expect(await download(browser, path)).toEqual(BYTES);
  });
});

it("the last part of a file cannot be sent first", async () => {
  const browser = createTestApp().browser();
  await join(browser);
  const path = (await createUpload(browser, PDF)).headers.get("Location") ?? "";
  const response = await sendBytes(browser, path, CHUNK_BYTES, LAST);
  expect(await response.json()).toMatchObject({ error: { code: 409, type: "upload_offset_mismatch" } });
  expect(await offset(browser, path)).toBe(0);
});
