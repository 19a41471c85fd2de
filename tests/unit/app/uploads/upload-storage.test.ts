import { beforeEach, expect, test, vi } from "vitest";
import {
  clearUploads,
  loadUploadedFile,
  storeUploadedFile,
  unfinishedFileName,
} from "../../../../app/uploads/upload-storage";
import { stubStorage } from "../../../support/storage";

const file = { id: "f1", ticket: "a+b/c=", name: "Asha résumé.pdf" };

beforeEach(() => {
  stubStorage("localStorage");
});

test("an uploaded file is stored by owner and kind until it is deleted", () => {
  stubStorage("sessionStorage");
  storeUploadedFile("u1", "resume", file);
  expect(loadUploadedFile("u1", "resume")).toEqual(file);
  expect(loadUploadedFile("u1", "portfolio")).toBeNull();
  expect(loadUploadedFile("u2", "resume")).toBeNull();
  storeUploadedFile("u1", "resume", null);
  expect(loadUploadedFile("u1", "resume")).toBeNull();
});

test("clearUploads deletes finished and unfinished uploads, and nothing of others", () => {
  stubStorage("sessionStorage", { theme: "dark" });
  const creationTime = "2026-01-01T00:00:00Z";
  const unfinished = JSON.stringify({ creationTime, metadata: { filename: "plan.zip" } });
  const local = stubStorage("localStorage", {
    "tus::navarambh-u1-portfolio-plan.zip::7": unfinished,
    "tus::other::1": "{}",
  });
  const now = Date.parse(creationTime);
  storeUploadedFile("u1", "resume", file);
  storeUploadedFile("u1", "portfolio", file);
  expect(unfinishedFileName("u1", "portfolio", now)).toBe("plan.zip");
  expect(unfinishedFileName("u2", "portfolio", now)).toBeNull();

  clearUploads();
  expect([
    loadUploadedFile("u1", "resume"),
    loadUploadedFile("u1", "portfolio"),
    unfinishedFileName("u1", "portfolio", now),
  ]).toEqual([null, null, null]);
  expect(sessionStorage.getItem("theme")).toBe("dark");
  expect(Object.keys(local)).toEqual(["tus::other::1"]);
});

test("a stored value that is not an uploaded file is ignored", () => {
  stubStorage("sessionStorage", { "navarambh:kept:u1:resume": '{"id":1}' });
  expect(loadUploadedFile("u1", "resume")).toBeNull();
});

test("blocked storage is logged and does not throw", () => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("sessionStorage", undefined);
  storeUploadedFile("u1", "resume", file);
  expect(loadUploadedFile("u1", "resume")).toBeNull();
  clearUploads();
  expect(warning).toHaveBeenCalled();
  warning.mockRestore();
});
