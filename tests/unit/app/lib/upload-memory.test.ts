import { afterEach, expect, test, vi } from "vitest";
import { forgetUploads, recallKept, rememberKept, unfinishedName } from "../../../../app/lib/upload-memory";

afterEach(() => {
  vi.unstubAllGlobals();
});

const file = { id: "f1", ticket: "a+b/c=", name: "Asha résumé.pdf" };

/** A browser's storage: its keys are its own enumerable properties. */
function stubStorage(name: "sessionStorage" | "localStorage", items: Record<string, string> = {}) {
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      storage[key] = value;
    },
    removeItem: (key: string) => {
      delete storage[key];
    },
  };
  const storage: Record<string, string> & typeof methods = Object.assign(Object.create(methods), items);
  vi.stubGlobal(name, storage);
  return storage;
}

test("a tab remembers a kept file by its kind until it is forgotten", () => {
  stubStorage("sessionStorage");
  rememberKept("resume", file);
  expect(recallKept("resume")).toEqual(file);
  expect(recallKept("portfolio")).toBeNull();
  rememberKept("resume", null);
  expect(recallKept("resume")).toBeNull();
});

test("the next person at this computer finds neither a finished upload nor an unfinished one", () => {
  stubStorage("sessionStorage", { theme: "dark" });
  const creationTime = "2026-01-01T00:00:00Z";
  const unfinished = JSON.stringify({ creationTime, metadata: { filename: "plan.zip" } });
  const local = stubStorage("localStorage", {
    "tus::navarambh-portfolio-plan.zip::7": unfinished,
    "tus::other::1": "{}",
  });
  const now = Date.parse(creationTime);
  rememberKept("resume", file);
  rememberKept("portfolio", file);
  expect(unfinishedName("portfolio", now)).toBe("plan.zip");

  forgetUploads();
  expect([recallKept("resume"), recallKept("portfolio"), unfinishedName("portfolio", now)]).toEqual([null, null, null]);
  expect(sessionStorage.getItem("theme")).toBe("dark");
  expect(Object.keys(local)).toEqual(["tus::other::1"]);
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
  forgetUploads();
  expect(warning).toHaveBeenCalled();
  warning.mockRestore();
});
