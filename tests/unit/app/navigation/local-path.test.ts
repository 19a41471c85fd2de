import { expect, test } from "vitest";
import { absoluteUrl } from "../../../../app/components/page-meta";
import { BRAND } from "../../../../app/content/brand";
import { localPath } from "../../../../app/navigation/local-path";

test.each([
  ["/stories", "/stories"],
  ["//evil.example/", "/evil.example/"],
  ["/\\evil.example", "/evil.example"],
  ["///evil.example/a//b", "/evil.example/a//b"],
])("%s leads to a page of ours", (path, kept) => {
  expect(localPath(path)).toBe(kept);
  expect(new URL(absoluteUrl(path)).origin).toBe(new URL(BRAND.origin).origin);
});
