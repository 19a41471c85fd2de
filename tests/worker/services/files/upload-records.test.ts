import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { UploadRecords } from "../../../../worker/services/files/upload-records";
import { sha256Hex } from "../../../../worker/services/sha256-hex";
import { bindings } from "../../support/test-app";

const { REVOCATIONS } = bindings;

it.each([
  { outcome: "claimed", removed: false },
  { outcome: "deleted", removed: true },
])("an upload that an older version has recorded as $outcome is found after an update", async ({ removed }) => {
  // Such names and keys are stored for a day: a file that a profile names would be deleted as unclaimed if they changed.
  const record = REVOCATIONS.get(REVOCATIONS.idFromName(await sha256Hex("upload:file-of-yesterday")));
  await runInDurableObject(record, async (_, { storage }) => {
    await storage.put({ ended: true, removed, reservation: { userId: "asha", holders: {} } });
  });
  const uploads = new UploadRecords(REVOCATIONS);
  expect(await uploads.isRevoked("file-of-yesterday")).toBe(true);
  expect(await uploads.isDeleted("file-of-yesterday")).toBe(removed);
  expect(await uploads.lastReservedBy("file-of-yesterday")).toBe("asha");
});
