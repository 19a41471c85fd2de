import { describe, expect, it } from "vitest";
import { FLASH_COOKIE, FlashCookie } from "../../../worker/session/flash";
import { createKeyring } from "../../../worker/session/keyring";

const keyring = createKeyring(["a secret of at least thirty-two characters"]);

async function readFlash(path: string, cookie: string, now = Date.now()) {
  return FlashCookie.read(
    new Request(`https://navarambh.test${path}`, { headers: { Cookie: cookie } }),
    await keyring,
    now,
  );
}

async function createCookie(): Promise<string> {
  const flash = await readFlash("/login", "");
  flash.set("signed-in", "/dashboard");
  return (await flash.setCookie())?.split(";")[0] ?? "";
}

describe("the flash cookie", () => {
  it.each(["/dashboard", "/dashboard/", "/dashboard.data"])("returns its message once, at %s", async (path) => {
    const flash = await readFlash(path, await createCookie());
    expect(flash.consume()).toBe("signed-in");
    expect(flash.consume()).toBeNull();
    expect(await flash.setCookie()).toContain("Max-Age=0");
  });

  it("keeps its message while other pages are visited", async () => {
    const flash = await readFlash("/stories", await createCookie());
    expect(flash.consume()).toBeNull();
    expect(await flash.setCookie()).toBeNull();
  });

  it("expires after five minutes", async () => {
    const flash = await readFlash("/dashboard", await createCookie(), Date.now() + 300_001);
    expect(flash.consume()).toBeNull();
  });

  it("is ignored when it is forged", async () => {
    const flash = await readFlash("/dashboard", `${FLASH_COOKIE}=signed-in`);
    expect(flash.consume()).toBeNull();
  });

  it("recognizes the home page's path of client-side navigation", async () => {
    const flash = await readFlash("/login", "");
    flash.set("new-user", "/");
    const cookie = (await flash.setCookie())?.split(";")[0] ?? "";
    expect((await readFlash("/_.data", cookie)).consume()).toBe("new-user");
  });
});
