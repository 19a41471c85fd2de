import { expect, test } from "vitest";
import { FILE_MESSAGES } from "../../../../app/contract/files";
import { fileError } from "../../../../app/uploads/file-check";

const MAX_BYTES = 2_000_000;
const pdf = (name: string, bytes = 20) => new File(["%PDF-1.7", "x".repeat(Math.max(0, bytes - 8))], name);

test("a file whose name and first bytes agree may be kept", async () => {
  expect(await fileError("resume", pdf("Asha.PDF"), MAX_BYTES)).toBeNull();
});

test.each([
  ["a picture", new File(["PNG"], "me.png"), FILE_MESSAGES.resumeType],
  ["an archive as a résumé", new File(["PK\u0003\u0004"], "work.zip"), FILE_MESSAGES.resumeType],
  ["a text that is called a PDF", new File(["hello"], "cv.pdf"), FILE_MESSAGES.content],
  ["nothing", new File([], "cv.pdf"), FILE_MESSAGES.empty],
  ["too much", pdf("cv.pdf", MAX_BYTES + 1), "This file is too large. The largest we can keep is 2 MB"],
])("%s is refused with the contract's words", async (_, file, message) => {
  expect(await fileError("resume", file, MAX_BYTES)).toBe(message);
});
