import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  clearDrafts,
  clearForms,
  clearSignUp,
  dropSaved,
  loadDraft,
  SIGN_IN_CODE_DRAFT,
  SIGN_UP_DRAFT,
  saveDraft,
  withoutTyped,
} from "../../../../app/forms/draft";
import { beginTurn } from "../../../../app/lib/tab-storage";
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

test.each([
  ["nothing", {}, ["phoneCode", "phone", "educationLevel", "subLevel", "college"]],
  ["the college", { college: "Latur" }, ["phoneCode", "phone", "educationLevel", "subLevel"]],
  ["the number, with the first country", { phone: "98220 55501" }, ["educationLevel", "subLevel", "college"]],
  ["the country", { phoneCode: "+256" }, ["educationLevel", "subLevel", "college"]],
  ["the field of study", { majorField: "Civil" }, ["phoneCode", "phone", "college"]],
])("after a change of %s, a draft has what does not belong to it", (_, changed, kept) => {
  const initial = { phoneCode: "+91", phone: "", educationLevel: "", subLevel: "", majorField: "", college: "" };
  const draft = {
    phoneCode: "+234",
    phone: "803 555 0101",
    educationLevel: "School",
    subLevel: "10th",
    college: "Manjara Valley",
  };
  expect(Object.keys(withoutTyped(draft, { ...initial, ...changed }, initial))).toEqual(kept);
});

test("a degree in the draft is restored when the browser has restored its level", () => {
  const draft = { educationLevel: "School", subLevel: "10th" };
  const initial = { educationLevel: "", subLevel: "", majorField: "" };
  expect(withoutTyped(draft, { ...initial, educationLevel: "School" }, initial)).toEqual(draft);
});

test("the draft's number that was typed once more does not get the draft's country", () => {
  const draft = { phoneCode: "+234", phone: "98220 55501" };
  const initial = { phoneCode: "+91", phone: "" };
  expect(withoutTyped(draft, { ...initial, phone: draft.phone }, initial)).toEqual({});
});

test("what was saved is removed from a draft, with the fields that belong to it", () => {
  stubStorage("sessionStorage");
  const initial = { educationLevel: "Undergraduate", subLevel: "B.Tech", college: "" };
  saveDraft("profile:u1", { educationLevel: "School", college: "Manjara Valley" }, initial);
  dropSaved("profile:u1", { ...initial, subLevel: "MBBS", college: null });
  expect(loadDraft("profile:u1")).toEqual({ college: "Manjara Valley" });
  dropSaved("profile:u1", { ...initial, college: "Manjara Valley" });
  expect(loadDraft("profile:u1")).toBeNull();
});

describe("after somebody has signed in or out in another tab", () => {
  /** A guest's tab and a member's, and what it is to sign in or out in another tab of the browser. */
  function openTab() {
    const session = stubStorage("sessionStorage");
    saveDraft(SIGN_UP_DRAFT, { name: "Asha" });
    saveDraft(SIGN_IN_CODE_DRAFT, { email: "asha@people.example.in" });
    saveDraft("profile:u1", { location: "Latur" });
    storeUploadedFile("guest", "resume", file);
    storeUploadedFile("u1", "resume", file);
    return {
      changeInOtherTab: () => {
        stubStorage("sessionStorage");
        beginTurn();
        vi.stubGlobal("sessionStorage", session);
      },
    };
  }

  test("what a guest stored in this tab is void, and what a member stored is not", () => {
    const { changeInOtherTab } = openTab();
    changeInOtherTab();
    expect([loadDraft(SIGN_UP_DRAFT), loadDraft(SIGN_IN_CODE_DRAFT), loadUploadedFile("guest", "resume")]).toEqual([
      null,
      null,
      null,
    ]);
    expect([loadDraft("profile:u1"), loadUploadedFile("u1", "resume")]).toEqual([{ location: "Latur" }, file]);
  });

  test("the uploaded file is void also when it is looked up first", () => {
    const { changeInOtherTab } = openTab();
    changeInOtherTab();
    expect(loadUploadedFile("guest", "resume")).toBeNull();
  });

  test("what a guest stores from then on is kept", () => {
    const { changeInOtherTab } = openTab();
    changeInOtherTab();
    saveDraft(SIGN_UP_DRAFT, { name: "Bharat" });
    expect(loadDraft(SIGN_UP_DRAFT)).toEqual({ name: "Bharat" });
    expect(loadUploadedFile("guest", "resume")).toBeNull();
  });

  test("a sign-in in this tab keeps what members stored in it", () => {
    openTab();
    beginTurn();
    expect([loadDraft("profile:u1"), loadUploadedFile("u1", "resume")]).toEqual([{ location: "Latur" }, file]);
  });
});

test("a draft is kept where the browser blocks local storage alone", () => {
  stubStorage("sessionStorage");
  vi.stubGlobal("localStorage", undefined);
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  saveDraft(SIGN_UP_DRAFT, { name: "Asha" });
  expect(loadDraft(SIGN_UP_DRAFT)).toEqual({ name: "Asha" });
  expect(warn).toHaveBeenCalled();
});
