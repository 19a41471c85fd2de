// A fake sessionStorage or localStorage for tests in Node. Its keys are enumerable properties, as in a browser.
import { vi } from "vitest";

export function stubStorage(name: "sessionStorage" | "localStorage", items: Record<string, string> = {}) {
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
