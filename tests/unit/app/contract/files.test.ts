import { expect, test } from "vitest";
import {
  contentMatches,
  extensionAccepted,
  extensionOf,
  FILE_EXTENSIONS,
  FILE_KINDS,
  fileKindOf,
  fileTooLargeMessage,
  fileTypeMessage,
  SIGNATURE_BYTES,
} from "../../../../app/contract/files";
import { ROLES } from "../../../../app/contract/lists";
import { fileBytes } from "../../../support/test-files";

test.each([
  ["cv.pdf", "pdf"],
  ["CV.PDF", "pdf"],
  ["my.old.cv.docx", "docx"],
  ["cv", ""],
  [".pdf", ""],
  ["cv.", ""],
  ["", ""],
])("the extension of %j is %j", (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});

test("a résumé is a PDF or Word file, and a portfolio can also be a ZIP archive", () => {
  const names = ["a.pdf", "a.doc", "a.docx", "a.zip", "a.exe", "a.pdf.exe", "pdf"];
  expect(names.filter((name) => extensionAccepted("resume", name))).toEqual(["a.pdf", "a.doc", "a.docx"]);
  expect(names.filter((name) => extensionAccepted("portfolio", name))).toEqual(["a.pdf", "a.doc", "a.docx", "a.zip"]);
});

test.each(["pdf", "doc", "docx", "zip"] as const)("a %s file is recognized by its first bytes", (extension) => {
  const leading = fileBytes(extension, 100).subarray(0, SIGNATURE_BYTES);
  expect(contentMatches(`a.${extension}`, leading)).toBe(true);
  expect(contentMatches(`a.${extension}`, leading.subarray(0, 2))).toBe(false);
  expect(contentMatches(`a.${extension}`, new Uint8Array(SIGNATURE_BYTES))).toBe(false);
});

test("a file whose content does not match its extension is rejected", () => {
  expect(contentMatches("a.pdf", fileBytes("zip", 100))).toBe(false);
  expect(contentMatches("a.doc", fileBytes("docx", 100))).toBe(false);
  expect(contentMatches("a.exe", fileBytes("pdf", 100))).toBe(false);
});

test("an empty ZIP archive is a ZIP file", () => {
  expect(contentMatches("a.zip", Uint8Array.of(0x50, 0x4b, 5, 6, 0, 0, 0, 0))).toBe(true);
  expect(contentMatches("a.docx", Uint8Array.of(0x50, 0x4b, 5, 6, 0, 0, 0, 0))).toBe(false);
});

test("students have a résumé, all other roles a portfolio", () => {
  expect(ROLES.map(fileKindOf)).toEqual(["resume", "portfolio", "portfolio", "portfolio", "portfolio"]);
});

test("the message for a wrong type names all accepted extensions", () => {
  for (const kind of FILE_KINDS) {
    for (const extension of FILE_EXTENSIONS[kind]) expect(fileTypeMessage(kind)).toContain(`.${extension}`);
  }
});

test("the message for a large file names the limit in decimal megabytes", () => {
  expect(fileTooLargeMessage(30_000_000)).toBe("This file is too large. The largest we can keep is 30 MB");
});
