import { expect, test } from "vitest";
import { droppedKinds, keptFromUrl, keptPath, readKept, setKept } from "../../../../app/lib/kept-file";

const file = { id: "f1", ticket: "a+b/c=", name: "Asha résumé.pdf" };

function posted(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

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

test("a sent form carries a kept file's ticket instead of the file", () => {
  const form = posted({ portfolioId: "old", portfolioTicket: "old" });
  form.set("resume", new File(["x"], "cv.pdf"));
  setKept(form, "resume", { id: "f1", ticket: "t1", name: "cv.pdf" });
  setKept(form, "portfolio", null);
  expect(form.has("resume")).toBe(false);
  expect(readKept(form)).toEqual({ resume: { id: "f1", ticket: "t1", name: "cv.pdf" }, portfolio: null });
});

test("a ticked box names the kind to leave out", () => {
  expect(droppedKinds(posted({ portfolioDrop: "yes" }))).toEqual(["portfolio"]);
});
