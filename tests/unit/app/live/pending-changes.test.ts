import { expect, test } from "vitest";
import { CHANGES } from "../../../../app/contract/realtime";
import { describePending, mergePending, toPending } from "../../../../app/live/pending-changes";

test("after a lost connection anything may have changed, whatever was known before or becomes known later", () => {
  const known = toPending(["files"]);
  const unknown = toPending(null);
  for (const merged of [mergePending(known, unknown), mergePending(unknown, known), mergePending(unknown, null)]) {
    expect([...merged.changes].sort()).toEqual([...CHANGES].sort());
    expect(describePending(merged)).toBe("");
  }
});

test("changes that are known are announced once each", () => {
  const merged = mergePending(toPending(["profile", "files"]), toPending(["files"]));
  expect(describePending(merged)).toBe("This page was just updated: your profile, your file.");
});
