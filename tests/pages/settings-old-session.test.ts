// The account settings, long after the sign-in. The test writes an older session cookie, so it starts a server with a known secret.
// @module-tag own-server
import { expect, test } from "vitest";
import { createKeyring } from "../../worker/session/keyring";
import { SESSION_COOKIE } from "../../worker/session/session";
import { SESSION_SECRET, type StandaloneAppwrite, startAppwrite, startProductOn } from "../support/appwrite";
import { getPage, postForm } from "../support/http";
import { createPerson, signInOverApi, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer({
  async start() {
    const appwrite: StandaloneAppwrite = await startAppwrite();
    const product = await startProductOn(appwrite);
    return {
      ...product,
      async dispose() {
        await product.dispose();
        await appwrite.dispose();
      },
    };
  },
});

/** The Cookie header of a session whose sign-in was this many minutes earlier. */
async function olderBy(minutes: number, cookie: string): Promise<string> {
  const keyring = await createKeyring([SESSION_SECRET]);
  const sealed = new RegExp(`${SESSION_COOKIE}=([^;]+)`).exec(cookie)?.[1] ?? "";
  const session = (await keyring.open("session", sealed)) as { provenAt: number };
  const older = await keyring.seal("session", { ...session, provenAt: session.provenAt - minutes * 60_000 });
  return cookie.replace(sealed, older);
}

test("a quarter of an hour after the sign-in, ending a device asks for the password in the row of that device", async () => {
  const person = createPerson({ role: "Mentor" });
  const cookie = await olderBy(15, await signUpOverApi(server(), person));
  for (let n = 0; n < 2; n += 1) await signInOverApi(server(), person);
  const end = (fields: Record<string, string>) =>
    postForm(server(), "/settings", { intent: "session", ...fields }, { cookie });
  const page = await getPage(server(), "/settings?whole", { cookie });
  expect(page.html).not.toContain('name="sessionPassword"');
  const [, session = ""] = [...page.html.matchAll(/name="session" value="([^"]+)"/g)].map(([, id]) => id);

  const asked = await end({ session });
  // A message about no error.
  expect(asked).toMatchObject({ status: 403, alert: null });
  expect(asked.text).toContain("It is a while since you entered your password. Enter it to go on.");
  const forms = asked.html.split("<form").filter((form) => form.includes('name="sessionPassword"'));
  expect(forms).toHaveLength(1);
  expect(forms[0]).toContain(`name="session" value="${session}"`);
  expect(asked.fieldError("sessionPassword")).toBeNull();
  // For a member without a password. What a form in a row says is in the form.
  expect(forms[0]).toContain("Forgotten your password, or never chose one?");
  expect(forms[0]).toContain('href="/reset-password"');

  const ended = await end({ session, sessionPassword: person.password });
  expect(ended).toMatchObject({ status: 303, location: "/settings?whole" });
  expect((await getPage(server(), "/settings?whole", { cookie: ended.cookie })).text).toContain(
    "That device is signed out.",
  );
});
