import { expect, it } from "vitest";
import { createProof, openProof, sealProof } from "../../../../worker/services/sign-in/address-proof";
import { createKeyring } from "../../../../worker/session/keyring";

const NOW = Date.UTC(2026, 10, 21);
const keyring = await createKeyring(["a secret of more than thirty-two characters"]);
const sealed = await sealProof(keyring, createProof("u1", "Asha@Example.org", NOW));

it("a proof is valid for an hour, for its address in any spelling", async () => {
  expect(await openProof(keyring, sealed, " asha@example.ORG ", NOW)).toMatchObject({ userId: "u1" });
  expect(await openProof(keyring, sealed, "asha@example.org", NOW + 3_599_000)).not.toBeNull();
  expect(await openProof(keyring, sealed, "asha@example.org", NOW + 3_600_000)).toBeNull();
});

it.each([
  ["another address", sealed, "bina@example.org"],
  ["a missing value", undefined, "asha@example.org"],
  ["a changed value", `${sealed.slice(0, -2)}AA`, "asha@example.org"],
  [
    "a value sealed for another purpose",
    await keyring.seal("upload", createProof("u1", "asha@example.org", NOW)),
    "asha@example.org",
  ],
])("a proof is invalid for %s", async (_, text, email) => {
  expect(await openProof(keyring, text, email, NOW)).toBeNull();
});
