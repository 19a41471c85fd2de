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

test("an upload URL reads back as its file", () => {
  expect(uploadedFileFromUrl(`https://navarambh.example/api${uploadPath(file)}`, file.name)).toEqual(file);
});

test("a URL without a ticket is not an upload URL", () => {
  expect(uploadedFileFromUrl("/api/files/f1", "a.pdf")).toBeNull();
});

test("a posted form yields each kind's file, or null when its id or ticket is missing", () => {
  const form = new FormData();
  form.set("resumeId", "f1");
  form.set("resumeTicket", "t1");
  form.set("portfolioId", "f2");
  expect(readUploadedFiles(form)).toEqual({ resume: { id: "f1", ticket: "t1", name: "Your file" }, portfolio: null });
});

test("form data carries an uploaded file's ticket instead of the file", () => {
  const form = posted({ portfolioId: "old", portfolioTicket: "old" });
  form.set("resume", new File(["x"], "cv.pdf"));
  setUploadedFile(form, "resume", { id: "f1", ticket: "t1", name: "cv.pdf" });
  setUploadedFile(form, "portfolio", null);
  expect(form.has("resume")).toBe(false);
  expect(readUploadedFiles(form)).toEqual({ resume: { id: "f1", ticket: "t1", name: "cv.pdf" }, portfolio: null });
});

test("a ticked checkbox marks its kind as removed", () => {
  expect(removedKinds(posted({ portfolioDrop: "yes" }))).toEqual(["portfolio"]);
});
