import { afterEach, expect, test, vi } from "vitest";
import { keptFromUrl, keptPath, readKept, recallKept, rememberKept } from "../../../../app/lib/kept-file";

afterEach(() => {
  vi.unstubAllGlobals();
});

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

test("a tab remembers a kept file by its kind until it is forgotten", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  rememberKept("resume", file);
  expect(recallKept("resume")).toEqual(file);
  expect(recallKept("portfolio")).toBeNull();
  rememberKept("resume", null);
  expect(recallKept("resume")).toBeNull();
});

test("what somebody else stored there is not taken for a file", () => {
  vi.stubGlobal("sessionStorage", { getItem: () => '{"id":1}' });
  expect(recallKept("resume")).toBeNull();
});

test("a browser that forbids storage only forgets", () => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("sessionStorage", undefined);
  rememberKept("resume", file);
  expect(recallKept("resume")).toBeNull();
  expect(warning).toHaveBeenCalledTimes(2);
  warning.mockRestore();
});
