import { describe, expect, it } from "vitest";
import { FLASH_COOKIE, FlashCookie } from "../../../worker/session/flash";
import { createKeyring } from "../../../worker/session/keyring";

const keyring = createKeyring(["a secret of at least thirty-two characters"]);

async function arriving(path: string, cookie: string, now = Date.now()) {
  return FlashCookie.read(
    new Request(`https://navarambh.test${path}`, { headers: { Cookie: cookie } }),
    await keyring,
    now,
  );
}

async function leave(): Promise<string> {
  const flash = await arriving("/login", "");
  flash.leave("signed-in", "/dashboard");
  return (await flash.setCookie())?.split(";")[0] ?? "";
}

describe("the flash cookie", () => {
  it.each(["/dashboard", "/dashboard/", "/dashboard.data"])("gives its message once, at %s", async (path) => {
    const flash = await arriving(path, await leave());
    expect(flash.take()).toBe("signed-in");
    expect(flash.take()).toBeNull();
    expect(await flash.setCookie()).toContain("Max-Age=0");
  });

  it("waits while other pages are visited", async () => {
    const flash = await arriving("/stories", await leave());
    expect(flash.take()).toBeNull();
    expect(await flash.setCookie()).toBeNull();
  });

  it("is stale after five minutes", async () => {
    const flash = await arriving("/dashboard", await leave(), Date.now() + 300_001);
    expect(flash.take()).toBeNull();
  });

  it("is nothing when it was not made here", async () => {
    const flash = await arriving("/dashboard", `${FLASH_COOKIE}=signed-in`);
    expect(flash.take()).toBeNull();
  });

  it("knows the top page by the names that client-side navigation gives it", async () => {
    const flash = await arriving("/login", "");
    flash.leave("new-user", "/");
    const cookie = (await flash.setCookie())?.split(";")[0] ?? "";
    expect((await arriving("/_root.data", cookie)).take()).toBe("new-user");
  });
});
