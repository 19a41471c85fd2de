import { expect, test } from "vitest";
import type { UploadState } from "../../../../app/uploads/upload-state";
import { waitForUpload } from "../../../../app/uploads/wait-for-upload";

/** An upload that is being sent until the test calls `finish`. */
function createUpload() {
  let state: UploadState = { phase: "sending", name: "a.pdf", sentBytes: 1, totalBytes: 2, waiting: null };
  const { promise, resolve } = Promise.withResolvers<UploadState>();
  return {
    state: () => state,
    whenIdle: () => promise,
    finish() {
      state = { phase: "uploaded", file: { id: "f", ticket: "t", name: "a.pdf" } };
      resolve(state);
    },
  };
}

test("when the role changes while a file is sent, the new role's file is waited for as well", async () => {
  const [resume, portfolio] = [createUpload(), createUpload()];
  let current = resume;
  const events: string[] = [];
  const waiting = waitForUpload(() => current).then(() => events.push("waited"));
  current = portfolio;
  resume.finish();
  // All callbacks of the first upload run before the second one finishes.
  await resume.whenIdle();
  await Promise.resolve();
  events.push("portfolio uploaded");
  portfolio.finish();
  await waiting;
  expect(events).toEqual(["portfolio uploaded", "waited"]);
});

test("an upload that is finished is not waited for", async () => {
  const uploaded = createUpload();
  uploaded.finish();
  await expect(waitForUpload(() => uploaded)).resolves.toBeUndefined();
});
