import { afterEach, describe, expect, it, vi } from "vitest";
import { mailedLink } from "../support/mails";
import { join, PASSWORD, signIn, signUpForm } from "../support/people";
import { bindings, createTestApp } from "../support/test-app";
import { admin } from "../support/uploads";

const CHECKING = { ...bindings, LEAKED_PASSWORD_CHECK: "true" as const };

const errorOf = async (response: Response) => (await response.json<{ error: { code: number; type: string } }>()).error;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("a new password", () => {
  it.each([
    ["one of the commonest", "baseball1", "password_too_common"],
    ["the same in capitals", "BASEBALL1", "password_too_common"],
    ["the site's name with a digit", "Navarambh1", "password_too_common"],
    ["the name", "Kshiti Deshmukh", "password_personal_data"],
    ["a word of the name, with digits", "Deshmukh2001!", "password_personal_data"],
    ["the address", "kshiti.d@example.org", "password_personal_data"],
    ["what is before the @, with digits", "kshiti.d99", "password_personal_data"],
    ["the words of the name in another order", "deshmukh-kshiti", "password_personal_data"],
    ["a word of the name twice", "Kshiti, Kshiti!", "password_personal_data"],
    ["a word of the name and the site's", "kshiti@navarambh", "password_personal_data"],
    ["the site's name twice", "navarambh navarambh", "password_too_common"],
    ["a common one behind a space", " password1", "password_too_common"],
    ["a common one with a character that cannot be seen", "pass\u200bword", "password_too_common"],
    ["a common one in letters of double width", "ｐａｓｓｗｏｒｄ", "password_too_common"],
    ["a common one with digits and a symbol behind it", "Password123!", "password_too_common"],
    ["a common one with a year", "password2024", "password_too_common"],
    ["a common one with symbols for letters", "p@ssw0rd1", "password_too_common"],
    ["a common one with digits for letters", "PA55W0RD", "password_too_common"],
    ["a common one with a 1 for an L", "footba11!", "password_too_common"],
    ["a common short word that digits make long", "Welcome@123", "password_too_common"],
    ["the country with digits", "India@123", "password_too_common"],
    ["the country with a symbol and five digits", "India@12345", "password_too_common"],
    ["a common one with a symbol and five digits", "Password@12345", "password_too_common"],
    ["a common phrase with symbols", "iloveyou!!", "password_too_common"],
    ["a common short word with a year", "Welcome@2024", "password_too_common"],
    ["a common word of four letters with a year", "Test@2024", "password_too_common"],
    ["a common one twice", "passwordpassword", "password_too_common"],
    ["a common short word twice, with digits", "welcome-welcome-77", "password_too_common"],
    ["a common one behind digits", "2024password", "password_too_common"],
    ["a common one between symbols", "!!password!!", "password_too_common"],
    ["a common one with a dot in it", "pass.word.1", "password_too_common"],
    ["a common one and more than a few digits", "password-482-913", "password_too_common"],
    ["a common word of the country with digits", "Mumbai@2024", "password_too_common"],
    ["a common number with a symbol and five digits", "12345678@12345", "password_too_common"],
    ["a sequence of letters with a year", "abcd-2024-07", "password_too_common"],
    ["the alphabet", "abcdefgh", "password_too_common"],
    ["the alphabet backwards, twice", "zyxwzyxw", "password_too_common"],
    ["each letter of the alphabet twice", "aabbccdd", "password_too_common"],
    ["the alphabet and numbers", "mnop6789", "password_too_common"],
    ["spaces", "        ", "password_too_common"],
    ["characters that cannot be seen", "\u200b\u200c\u200d\u2060\u200b\u200c\u200d\u2060", "password_too_common"],
    ["one character again and again", "aaaaaaaa", "password_too_common"],
    ["three characters again and again", "abc-abc-ABC".replaceAll("-", ""), "password_too_common"],
  ])("is refused at sign-up when it is %s", async (_, password, type) => {
    const app = createTestApp();
    const form = signUpForm({
      name: "Kshiti Deshmukh",
      email: "kshiti.d@example.org",
      password,
      confirmPassword: password,
    });
    const response = await app.browser().send("POST", "/account", form);
    expect(await errorOf(response)).toMatchObject({ code: 400, type });
    // Nothing was made: with another password the same form signs up.
    const again = { ...form, password: PASSWORD, confirmPassword: PASSWORD };
    expect((await app.browser().send("POST", "/account", again)).status).toBe(201);
    await (await admin()).users.delete((await (await admin()).users.findByEmail(form.email))?.$id ?? "");
  });

  it.each([
    ["a word of the name without its accents", "Wanjikũ wa Kamaũ", "Kamau2024!"],
    ["a word of the name with accents that the name has not", "Jose Nunez", "José@1234"],
    ["a word of the name in separate accents", "Wanjikũ wa Kamaũ", "Kamau\u0303-2024"],
    ["the name in capitals", "Łucja Šimkutė", "SIMKUTE#77"],
  ])("is refused when it is %s", async (_, name, password) => {
    const form = signUpForm({ name, password, confirmPassword: password });
    const response = await createTestApp().browser().send("POST", "/account", form);
    expect(await errorOf(response)).toMatchObject({ code: 400, type: "password_personal_data" });
  });

  it.each([
    ["as it is dialled at home", "9822055501"],
    ["with the country's code", "+91 98220 55501"],
    ["with a 0 before it", "098220-55501"],
    ["with a digit more, in digits of double width", "９８２２０５５５０１１"],
  ])("is refused when it is the phone number %s", async (_, password) => {
    const form = signUpForm({ phone: "9822055501", password, confirmPassword: password });
    const response = await createTestApp().browser().send("POST", "/account", form);
    expect(await errorOf(response)).toMatchObject({ code: 400, type: "password_personal_data" });
  });

  it("may have the phone number among letters", async () => {
    const password = "Tamarind 98220 55502";
    await join(createTestApp().browser(), { phone: "9822055502", password, confirmPassword: password });
  });

  it("may have another word of a script whose vowel signs tell words apart", async () => {
    await join(createTestApp().browser(), {
      name: "रामदेव सिंह",
      password: "रमादेवी-२०२६",
      confirmPassword: "रमादेवी-२०२६",
    });
  });

  it("is checked soon, whatever it is made of", async () => {
    // With a check that takes more than its length, these take longer than a test may.
    const password = `${"\u2057".repeat(84)}#%9!`;
    const guest = createTestApp().browser();
    for (let n = 0; n < 20; n += 1) {
      const response = await guest.send("PUT", "/account/recovery", { userId: "nobody", secret: "s", password });
      expect((await errorOf(response)).type).toBe("user_invalid_token");
    }
  });

  it("is refused at sign-up alike for the address of a member and for an unknown one, however often", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const answersFor = async (address: string) => {
      const browser = app.browser();
      const form = signUpForm({ email: address, password: "football1", confirmPassword: "football1" });
      const answers: object[] = [];
      for (let n = 0; n < 11; n += 1) {
        const response = await browser.send("POST", "/account", form);
        const { error } = await response.json<{ error: object }>();
        answers.push({ status: response.status, error: { ...error, requestId: "" }, cookies: [...browser.cookies] });
      }
      return answers;
    };
    const answers = await answersFor(email);
    for (const answer of answers) expect(answer).toMatchObject({ error: { type: "password_too_common" } });
    expect(await answersFor("nobody.weak@example.org")).toEqual(answers);
    expect(await (await admin()).users.findByEmail("nobody.weak@example.org")).toBeNull();
  });

  it.each([
    ["a word of the name among others", "Asha Rao", "Asha counts 12 rivers"],
    ["short words of the name alone", "A. P. J. Kumar", "jap-4958-1"],
    ["four different characters", "Asha Rao", "xyzzy-yy"],
    ["a flower and digits", "Asha Rao", "Jasmine-2026"],
    ["a common word in a sentence", "Asha Rao", "welcome to my blue house"],
    ["a common password in a sentence", "Asha Rao", "no password is a good password"],
    ["digits that begin with a sequence", "Asha Rao", "1234 9081 7725"],
    ["a common word and another one", "Asha Rao", "dragon-pickle"],
    ["pairs of letters that follow one another", "Asha Rao", "stopghab"],
    ["letters of another script", "ज़ोरावर सिंह", "नदी-पहाड़-७"],
  ])("may have %s", async (_, name, password) => {
    await join(createTestApp().browser(), { name, password, confirmPassword: password });
  });

  it("is refused when it has half of a character", async () => {
    const password = "Tamarind-\ud83d-42";
    const response = await createTestApp()
      .browser()
      .send("POST", "/account", signUpForm({ password, confirmPassword: password }));
    expect((await response.json<{ error: object }>()).error).toMatchObject({
      type: "validation_failed",
      fields: { password: "Password has half of a character in it. Please type it again" },
    });
  });

  it("is refused in the settings, and the old one stays", async () => {
    const browser = createTestApp().browser();
    const { email, phone } = await join(browser);
    const change = (password: string) =>
      browser.send("PATCH", "/account/password", { password, oldPassword: PASSWORD });
    expect((await errorOf(await change("football1"))).type).toBe("password_too_common");
    expect((await errorOf(await change("asha.rao.2026"))).type).toBe("password_personal_data");
    expect((await errorOf(await change(phone))).type).toBe("password_personal_data");
    const other = createTestApp().browser();
    expect((await signIn(other, email)).status).toBe(201);
  });

  it("is refused after a mailed link, which stays valid", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email, phone } = await join(browser);
    await browser.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const set = (password: string) => app.browser().send("PUT", "/account/recovery", { userId, secret, password });
    expect((await errorOf(await set("football1"))).type).toBe("password_too_common");
    expect((await errorOf(await set("rao asha 2026"))).type).toBe("password_personal_data");
    expect((await errorOf(await set(phone))).type).toBe("password_personal_data");
    expect((await set("Tamarind-hill-42")).status).toBe(200);
  });

  it("is refused alike when it is a number that another member has, so that nobody can find out whose numbers are members'", async () => {
    const app = createTestApp();
    const [member, curious] = [app.browser(), app.browser()];
    // Numbers of their own: one of few different digits would be too common.
    await join(member, { phone: "9822055507" });
    const { email } = await join(curious);
    await curious.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    for (const number of ["+919822055507", "+919822055508"]) {
      const saved = await curious.send("PATCH", "/account/phone", { phone: number, password: PASSWORD });
      expect(saved.status).toBe(200);
      const digits = { password: number.slice(1), oldPassword: "Wrong-password-1" };
      const changed = await curious.send("PATCH", "/account/password", digits);
      expect((await errorOf(changed)).type).toBe("password_personal_data");
      const link = { userId, secret, password: number.slice(1) };
      const set = await app.browser().send("PUT", "/account/recovery", link);
      expect((await errorOf(set)).type).toBe("password_personal_data");
    }
  });

  it("is not compared with a member's name for somebody without the link", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser, { name: "Zorawar Singh" });
    await browser.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const wrong = secret?.replaceAll(/[0-7]/g, "8");
    for (const password of ["singh-zorawar", "Tamarind-hill-42"]) {
      const response = await app.browser().send("PUT", "/account/recovery", { userId, secret: wrong, password });
      expect(await errorOf(response)).toMatchObject({ code: 401, type: "user_invalid_token" });
    }
  });

  it("does not keep out a member who chose a common one before, also by the form for joining", async () => {
    const app = createTestApp();
    const form = await join(app.browser());
    const { users } = await admin();
    const { user } = await (
      await app.browser().send("POST", "/account/sessions/email", { email: form.email, password: PASSWORD })
    ).json<{
      user: { id: string };
    }>();
    await users.setPassword(user.id, "football1");
    const weak = { ...form, password: "football1", confirmPassword: "football1" };
    expect((await app.browser().send("POST", "/account", weak)).status).toBe(200);
  });
});

describe("a password that nobody has changed", () => {
  it("signs in after ten years", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 365 * 86_400_000 });
    const browser = app.browser();
    expect((await signIn(browser, email)).status).toBe(201);
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({ user: { email } });
  });
});

describe("the service that knows leaked passwords", () => {
  /** SHA-1 of PASSWORD in capitals. */
  async function hashOf(password: string): Promise<string> {
    const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password));
    return [...new Uint8Array(digest)]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("")
      .toUpperCase();
  }

  it("gets five characters of the hash, and a leaked password is refused", async () => {
    const hash = await hashOf(PASSWORD);
    const asked = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(async () => new Response(`${"0".repeat(35)}:0\r\n${hash.slice(5)}:12\r\n`));
    const response = await createTestApp().browser().send("POST", "/account", signUpForm(), CHECKING);
    expect(await errorOf(response)).toMatchObject({ code: 400, type: "password_leaked" });
    expect(asked.mock.calls.map(([url]) => url)).toEqual([`https://api.pwnedpasswords.com/range/${hash.slice(0, 5)}`]);
  });

  it.each([
    ["does not know it", async () => new Response(`${"A".repeat(35)}:3`)],
    ["has it in its padding alone", async () => new Response(`${(await hashOf(PASSWORD)).slice(5)}:0`)],
  ])("lets a password pass when it %s", async (_, answer) => {
    vi.spyOn(globalThis, "fetch").mockImplementation(answer);
    const app = createTestApp();
    expect((await app.browser().send("POST", "/account", signUpForm(), CHECKING)).status).toBe(201);
    expect(app.log.filter(({ level }) => level === "warn")).toEqual([]);
  });

  it.each<[string, typeof fetch]>([
    ["answers an error", async () => new Response("", { status: 503 })],
    ["cannot be reached", async () => Promise.reject(new TypeError("fetch failed"))],
    [
      "does not answer until it is given up",
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    ],
  ])("lets a password pass, and logs it, when it %s", async (_, answer) => {
    vi.spyOn(globalThis, "fetch").mockImplementation(answer);
    const app = createTestApp();
    expect((await app.browser().send("POST", "/account", signUpForm(), CHECKING)).status).toBe(201);
    expect(app.log).toContainEqual(expect.objectContaining({ level: "warn", event: "password not checked for leaks" }));
  });

  it("is not asked locally", async () => {
    const asked = vi.spyOn(globalThis, "fetch");
    await join(createTestApp().browser());
    expect(asked).not.toHaveBeenCalled();
  });
});
