import { afterEach, expect, test, vi } from "vitest";
import { forgetSignUp, recallDraft, rememberDraft } from "../../../../app/lib/sign-up-draft";

afterEach(() => {
  vi.unstubAllGlobals();
});

function stubStorage() {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("localStorage", {});
  return items;
}

test("a draft is kept without its passwords until it is forgotten", () => {
  const items = stubStorage();
  rememberDraft({ name: "Asha", agree: true, password: "Marigold-2025", confirmPassword: "Marigold-2025" });
  expect(recallDraft()).toEqual({ name: "Asha", agree: true });
  expect([...items.values()].join()).not.toContain("Marigold");
  forgetSignUp();
  expect(recallDraft()).toBeNull();
  expect(items.size).toBe(0);
});

test("a browser that keeps nothing, or something else, has no draft", () => {
  stubStorage().set("navarambh:sign-up", "no JSON");
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  expect(recallDraft()).toBeNull();
  expect(warn).toHaveBeenCalledOnce();
});
