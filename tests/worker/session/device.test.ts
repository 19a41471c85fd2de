import { expect, it } from "vitest";
import { DEVICE_COOKIE, DeviceCookie } from "../../../worker/session/device";
import { createKeyring, type Keyring } from "../../../worker/session/keyring";

const OLD = "the secret of the first of these two years";
const NEW = "another one that came after the first";
const ASHA = { id: "66f0ab", email: "asha@example.org" };
const BINA = { id: "66f0cd", email: "bina@example.org" };

/** The device after a sign-in, as the browser sends it with the next request. */
async function deviceAfterSignIn(device: DeviceCookie, account: typeof ASHA, keyring: Keyring): Promise<DeviceCookie> {
  await device.remember(account);
  const [cookie = ""] = (await device.setCookie())?.split(";") ?? [];
  expect(cookie).toMatch(new RegExp(`^${DEVICE_COOKIE}=`));
  return DeviceCookie.read(cookie, keyring);
}

it("a device is known to an account that signed in on it, by id and e-mail address in any letter case", async () => {
  const keyring = await createKeyring([NEW]);
  const device = await deviceAfterSignIn(await DeviceCookie.read(null, keyring), ASHA, keyring);
  const id = await device.idFor(ASHA.id);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await device.idFor(" ASHA@example.org")).toBe(id);
  expect(await device.idFor(BINA.email)).toBeNull();
});

it("a device stays known after a rotation of the secret, until the older one is given up", async () => {
  const [before, rotated, after] = await Promise.all([
    createKeyring([OLD]),
    createKeyring([NEW, OLD]),
    createKeyring([NEW]),
  ]);
  const known = await deviceAfterSignIn(await DeviceCookie.read(null, before), ASHA, rotated);
  const id = await known.idFor(ASHA.email);
  expect(id).not.toBeNull();
  // The next sign-in seals and names it with the newer secret.
  const renewed = await deviceAfterSignIn(known, ASHA, after);
  expect(await renewed.idFor(ASHA.email)).toBe(id);
});

it("a device keeps the newest five accounts", async () => {
  const keyring = await createKeyring([NEW]);
  let device = await DeviceCookie.read(null, keyring);
  for (let n = 0; n < 6; n += 1) {
    device = await deviceAfterSignIn(device, { id: `user${n}`, email: `user${n}@example.org` }, keyring);
  }
  expect(await device.idFor("user0")).toBeNull();
  expect(await device.idFor("user1@example.org")).not.toBeNull();
});
