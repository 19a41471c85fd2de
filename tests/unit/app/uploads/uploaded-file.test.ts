import { expect, test } from "vitest";
import {
  readUploadedFiles,
  removedKinds,
  setUploadedFile,
  uploadedFileFromUrl,
  uploadPath,
} from "../../../../app/uploads/uploaded-file";

const file = { id: "f1", ticket: "a+b/c=", name: "Asha résumé.pdf" };

function posted(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("a kept file's upload URL reads back as the file", () => {
  expect(uploadedFileFromUrl(`https://navarambh.example/api${uploadPath(file)}`, file.name)).toEqual(file);
});

test("a URL without a ticket is no upload of ours", () => {
  expect(uploadedFileFromUrl("/api/files/f1", "a.pdf")).toBeNull();
});

test("a posted form gives back each kind's file, and nothing where a part is missing", () => {
  const form = new FormData();
  form.set("resumeId", "f1");
  form.set("resumeTicket", "t1");
  form.set("portfolioId", "f2");
  expect(readUploadedFiles(form)).toEqual({ resume: { id: "f1", ticket: "t1", name: "Your file" }, portfolio: null });
});

test("a sent form carries a kept file's ticket instead of the file", () => {
  const form = posted({ portfolioId: "old", portfolioTicket: "old" });
  form.set("resume", new File(["x"], "cv.pdf"));
  setUploadedFile(form, "resume", { id: "f1", ticket: "t1", name: "cv.pdf" });
  setUploadedFile(form, "portfolio", null);
  expect(form.has("resume")).toBe(false);
  expect(readUploadedFiles(form)).toEqual({ resume: { id: "f1", ticket: "t1", name: "cv.pdf" }, portfolio: null });
});

test("a ticked box names the kind to leave out", () => {
  expect(removedKinds(posted({ portfolioDrop: "yes" }))).toEqual(["portfolio"]);
});
