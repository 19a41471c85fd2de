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
  const known = await device.knownBy(ASHA.id);
  expect(known?.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await device.knownBy(" ASHA@example.org")).toEqual(known);
  expect(await device.knownBy(BINA.email)).toBeNull();
});

it("a device stays known after a rotation of the secret, until the older one is given up", async () => {
  const [before, rotated, after] = await Promise.all([
    createKeyring([OLD]),
    createKeyring([NEW, OLD]),
    createKeyring([NEW]),
  ]);
  const known = await deviceAfterSignIn(await DeviceCookie.read(null, before), ASHA, rotated);
  const device = await known.knownBy(ASHA.email);
  expect(device).not.toBeNull();
  // The next sign-in seals and names it with the newer secret.
  const renewed = await deviceAfterSignIn(known, ASHA, after);
  expect((await renewed.knownBy(ASHA.email))?.id).toBe(device?.id);
});

it("a device keeps the newest five accounts", async () => {
  const keyring = await createKeyring([NEW]);
  let device = await DeviceCookie.read(null, keyring);
  for (let n = 0; n < 6; n += 1) {
    device = await deviceAfterSignIn(device, { id: `user${n}`, email: `user${n}@example.org` }, keyring);
  }
  expect(await device.knownBy("user0")).toBeNull();
  expect(await device.knownBy("user1@example.org")).not.toBeNull();
});

it("a device says when each account signed in on it last, and nothing of that in a cookie from before it was noted", async () => {
  const keyring = await createKeyring([NEW]);
  const signedInAt = async (now: number, device: DeviceCookie, account: typeof ASHA) => {
    await device.remember(account, now);
    return DeviceCookie.read((await device.setCookie())?.split(";")[0] ?? "", keyring);
  };
  const names = (await keyring.digest(`device:${BINA.email}`)).slice(0, 16);
  const old = { id: "device", names: [names], expiresAt: Date.now() + 60_000 };
  const cookie = `${DEVICE_COOKIE}=${await keyring.seal("device", old)}`;
  let device = await DeviceCookie.read(cookie, keyring);
  expect(await device.knownBy(BINA.email)).toEqual({ id: "device", since: 0 });
  device = await signedInAt(1000, device, ASHA);
  expect(await device.knownBy(BINA.email)).toEqual({ id: "device", since: 0 });
  device = await signedInAt(2000, device, BINA);
  expect(await device.knownBy(ASHA.id)).toEqual({ id: "device", since: 1000 });
  expect(await device.knownBy(BINA.email)).toEqual({ id: "device", since: 2000 });
});

it("an account that signs in is known from when its request came", async () => {
  const keyring = await createKeyring([NEW]);
  const requestedAt = Date.now() - 5000;
  const device = await DeviceCookie.read(null, keyring, requestedAt);
  const known = await (await deviceAfterSignIn(device, ASHA, keyring)).knownBy(ASHA.id);
  expect(known?.since).toBe(requestedAt);
});
