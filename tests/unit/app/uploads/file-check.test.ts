import { expect, test } from "vitest";
import { FILE_MESSAGES } from "../../../../app/contract/files";
import { fileError } from "../../../../app/uploads/file-check";

const MAX_BYTES = 2_000_000;
const pdf = (name: string, bytes = 20) => new File(["%PDF-1.7", "x".repeat(Math.max(0, bytes - 8))], name);

test("a file whose extension and first bytes match is accepted", async () => {
  expect(await fileError("resume", pdf("Asha.PDF"), MAX_BYTES)).toBeNull();
});

test.each([
  ["a picture", new File(["PNG"], "me.png"), FILE_MESSAGES.resumeType],
  ["an archive as a résumé", new File(["PK\u0003\u0004"], "work.zip"), FILE_MESSAGES.resumeType],
  ["a text with the extension .pdf", new File(["hello"], "cv.pdf"), FILE_MESSAGES.content],
  ["an empty file", new File([], "cv.pdf"), FILE_MESSAGES.empty],
  ["a file over the limit", pdf("cv.pdf", MAX_BYTES + 1), "This file is too large. The largest we can keep is 2 MB"],
])("%s is rejected with the contract's message", async (_, file, message) => {
  expect(await fileError("resume", file, MAX_BYTES)).toBe(message);
});
