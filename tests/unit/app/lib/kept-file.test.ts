import { expect, test } from "vitest";
import { keptFromUrl, keptPath, readKept } from "../../../../app/lib/kept-file";

const file = { id: "f1", ticket: "a+b/c=", name: "Asha résumé.pdf" };

test("a kept file's upload URL reads back as the file", () => {
  expect(keptFromUrl(`https://navarambh.example/api${keptPath(file)}`, file.name)).toEqual(file);
});

test("a URL without a ticket is no upload of ours", () => {
  expect(keptFromUrl("/api/files/f1", "a.pdf")).toBeNull();
});

test("a posted form gives back each kind's file, and nothing where a part is missing", () => {
  const form = new FormData();
  form.set("resumeId", "f1");
  form.set("resumeTicket", "t1");
  form.set("portfolioId", "f2");
  expect(readKept(form)).toEqual({ resume: { id: "f1", ticket: "t1", name: "Your file" }, portfolio: null });
});
