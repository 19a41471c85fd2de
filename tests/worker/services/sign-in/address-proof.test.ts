import { expect, it } from "vitest";
import { createProof, openProof, sealProof } from "../../../../worker/services/sign-in/address-proof";
import { createKeyring } from "../../../../worker/session/keyring";

const NOW = Date.UTC(2026, 10, 21);
const keyring = await createKeyring(["a secret of more than thirty-two characters"]);
const sealed = await sealProof(keyring, createProof("u1", "Asha@Example.org", NOW));

it("a proof holds for its address, however it is written, for an hour", async () => {
  expect(await openProof(keyring, sealed, " asha@example.ORG ", NOW)).toMatchObject({ userId: "u1" });
  expect(await openProof(keyring, sealed, "asha@example.org", NOW + 3_599_000)).not.toBeNull();
  expect(await openProof(keyring, sealed, "asha@example.org", NOW + 3_600_000)).toBeNull();
});

it.each([
  ["another address", sealed, "bina@example.org"],
  ["what is absent", undefined, "asha@example.org"],
  ["what was changed on its way", `${sealed.slice(0, -2)}AA`, "asha@example.org"],
  [
    "what was sealed for something else",
    await keyring.seal("upload", createProof("u1", "asha@example.org", NOW)),
    "asha@example.org",
  ],
])("is none for %s", async (_, text, email) => {
  expect(await openProof(keyring, text, email, NOW)).toBeNull();
});
