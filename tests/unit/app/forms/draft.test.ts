import { beforeEach, expect, test, vi } from "vitest";
import { clearDrafts, clearForms, clearSignUp, loadDraft, SIGN_UP_DRAFT, saveDraft } from "../../../../app/forms/draft";
import { loadUploadedFile, storeUploadedFile } from "../../../../app/uploads/upload-storage";
import { stubStorage } from "../../../support/storage";

const file = { id: "f1", ticket: "t1", name: "cv.pdf" };

beforeEach(() => {
  stubStorage("localStorage");
});

test("a draft is stored without passwords until it is deleted", () => {
  const items = stubStorage("sessionStorage");
  saveDraft(SIGN_UP_DRAFT, { name: "Asha", agree: true, password: "Marigold-2025", confirmPassword: "x" });
  expect(loadDraft(SIGN_UP_DRAFT)).toEqual({ name: "Asha", agree: true });
  expect(Object.values(items).join()).not.toContain("Marigold");
  clearDrafts(SIGN_UP_DRAFT);
  expect(loadDraft(SIGN_UP_DRAFT)).toBeNull();
  expect(Object.keys(items)).toEqual([]);
});

test("clearSignUp deletes the guest's draft and file, and keeps a member's", () => {
  stubStorage("sessionStorage");
  saveDraft(SIGN_UP_DRAFT, { name: "Asha" });
  saveDraft("profile:u1", { location: "Latur" });
  storeUploadedFile("guest", "resume", file);
  storeUploadedFile("u1", "resume", file);
  clearSignUp();
  expect([loadDraft(SIGN_UP_DRAFT), loadUploadedFile("guest", "resume")]).toEqual([null, null]);
  expect([loadDraft("profile:u1"), loadUploadedFile("u1", "resume")]).toEqual([{ location: "Latur" }, file]);
});

test("clearForms deletes all drafts and files, and nothing else", () => {
  const items = stubStorage("sessionStorage", { theme: "dark" });
  saveDraft(SIGN_UP_DRAFT, { name: "Asha" });
  saveDraft("profile:u1", { location: "Latur" });
  storeUploadedFile("u1", "portfolio", file);
  clearForms();
  expect(Object.keys(items)).toEqual(["theme"]);
});

test("an invalid stored draft is ignored and logged", () => {
  stubStorage("sessionStorage", { "navarambh:sign-up": "no JSON" });
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  expect(loadDraft(SIGN_UP_DRAFT)).toBeNull();
  expect(warn).toHaveBeenCalledOnce();
});
