import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  forgetDraft,
  forgetForms,
  forgetSignUp,
  recallDraft,
  rememberDraft,
  SIGN_UP_DRAFT,
} from "../../../../app/lib/draft";
import { recallKept, rememberKept } from "../../../../app/lib/upload-memory";
import { stubStorage } from "../../../support/storage";

const file = { id: "f1", ticket: "t1", name: "cv.pdf" };

beforeEach(() => {
  stubStorage("localStorage");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a draft is kept without its passwords until it is forgotten", () => {
  const items = stubStorage("sessionStorage");
  rememberDraft(SIGN_UP_DRAFT, { name: "Asha", agree: true, password: "Marigold-2025", confirmPassword: "x" });
  expect(recallDraft(SIGN_UP_DRAFT)).toEqual({ name: "Asha", agree: true });
  expect(Object.values(items).join()).not.toContain("Marigold");
  forgetDraft(SIGN_UP_DRAFT);
  expect(recallDraft(SIGN_UP_DRAFT)).toBeNull();
  expect(Object.keys(items)).toEqual([]);
});

test("who has joined leaves nothing of a guest's, and what a member has not saved yet stays", () => {
  stubStorage("sessionStorage");
  rememberDraft(SIGN_UP_DRAFT, { name: "Asha" });
  rememberDraft("profile:u1", { location: "Latur" });
  rememberKept("guest", "resume", file);
  rememberKept("u1", "resume", file);
  forgetSignUp();
  expect([recallDraft(SIGN_UP_DRAFT), recallKept("guest", "resume")]).toEqual([null, null]);
  expect([recallDraft("profile:u1"), recallKept("u1", "resume")]).toEqual([{ location: "Latur" }, file]);
});

test("after a log-out no form has left anything", () => {
  const items = stubStorage("sessionStorage", { theme: "dark" });
  rememberDraft(SIGN_UP_DRAFT, { name: "Asha" });
  rememberDraft("profile:u1", { location: "Latur" });
  rememberKept("u1", "portfolio", file);
  forgetForms();
  expect(Object.keys(items)).toEqual(["theme"]);
});

test("a browser that keeps nothing, or something else, has no draft", () => {
  stubStorage("sessionStorage", { "navarambh:sign-up": "no JSON" });
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  expect(recallDraft(SIGN_UP_DRAFT)).toBeNull();
  expect(warn).toHaveBeenCalledOnce();
});
