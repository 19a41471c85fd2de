import { expect, test } from "vitest";
import type { UploadState } from "../../../../app/uploads/file-upload";
import { untilUploaded } from "../../../../app/uploads/upload-wait";

/** An upload on its way until the test lets it arrive. */
function upload() {
  let state: UploadState = { phase: "sending", name: "a.pdf", sentBytes: 1, totalBytes: 2, isWaiting: false };
  const { promise, resolve } = Promise.withResolvers<UploadState>();
  return {
    state: () => state,
    settled: () => promise,
    arrive() {
      state = { phase: "uploaded", file: { id: "f", ticket: "t", name: "a.pdf" } };
      resolve(state);
    },
  };
}

test("when the role changes while a file is on its way, the new role's file is waited for as well", async () => {
  const [resume, portfolio] = [upload(), upload()];
  let chosen = resume;
  const events: string[] = [];
  const waiting = untilUploaded(() => chosen).then(() => events.push("sent"));
  chosen = portfolio;
  resume.arrive();
  // Whatever the first file sets in motion is done when the second arrives.
  await resume.settled();
  await Promise.resolve();
  events.push("portfolio arrives");
  portfolio.arrive();
  await waiting;
  expect(events).toEqual(["portfolio arrives", "sent"]);
});

test("a role whose file is not on its way is not waited for", async () => {
  const uploaded = upload();
  uploaded.arrive();
  await expect(untilUploaded(() => uploaded)).resolves.toBeUndefined();
});
