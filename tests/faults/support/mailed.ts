// What people of the journeys get by mail, and do with it: one-time codes, links to set a password, links to confirm an address.
import { PROVEN } from "../../worker/support/codes";
import { mailedCode, mailedLink } from "../../worker/support/mails";
import type { Browser } from "../../worker/support/test-app";
import { backend } from "./backend";
import type { Step, WayOn } from "./journey";
import type { Guest, Member } from "./people";

/** A one-time code for a person's address. Whoever sends it again sends the same one, until they ask for another. */
export class OneTimeCode {
  readonly #person: Guest;
  #handle = "";
  #secret = "";
  /** What proves the address at sign-up. */
  proof = "";

  constructor(person: Guest) {
    this.#person = person;
  }

  async ask(purpose: "sign-in" | "sign-up"): Promise<Response> {
    const { browser, email } = this.#person;
    const response = await browser.send("POST", "/account/tokens/email", { email, purpose }, PROVEN);
    if (response.ok) this.#handle = (await response.clone().json<{ userId: string }>()).userId;
    this.#secret = "";
    return response;
  }

  async prove(): Promise<Response> {
    const response = await this.#person.browser.send("PUT", "/account/tokens/email", await this.#body(), PROVEN);
    if (response.ok) this.proof = (await response.clone().json<{ proof: string }>()).proof;
    return response;
  }

  async signIn(): Promise<Response> {
    return this.#person.browser.send("POST", "/account/sessions/token", await this.#body());
  }

  async #body() {
    this.#secret ||= await mailedCode(this.#person.app, this.#person.email);
    return { userId: this.#handle, secret: this.#secret };
  }
}

/** @param codeOf the person's code */
export const signInWithAnotherCode = <Person>(codeOf: (person: Person) => OneTimeCode): WayOn<Person> => ({
  words: "A new code signs in.",
  async send(person) {
    await codeOf(person).ask("sign-in");
    return codeOf(person).signIn();
  },
});

const NEW_PASSWORD = "Four-mango-trees-9";

/** A link by which a person sets a new password. */
export class RecoveryLink {
  readonly #person: Guest;
  #values: Awaited<ReturnType<typeof mailedLink>> | null = null;

  constructor(person: Guest) {
    this.#person = person;
  }

  ask(): Promise<Response> {
    this.#values = null;
    return this.#person.browser.send("POST", "/account/recovery", { email: this.#person.email });
  }

  async setPassword(): Promise<Response> {
    this.#values ??= await mailedLink(this.#person.app, this.#person.email, "recovery");
    const { userId, secret } = this.#values;
    return this.#person.browser.send("PUT", "/account/recovery", { userId, secret, password: NEW_PASSWORD });
  }

  /** Signs in with the new password. */
  signIn(): Promise<Response> {
    const { browser, email } = this.#person;
    return browser.send("POST", "/account/sessions/email", { email, password: NEW_PASSWORD });
  }
}

type Forgetful = { link: RecoveryLink };

const ANOTHER_LINK: WayOn<Forgetful> = {
  words: "a new link sets the password",
  async send({ link }) {
    await link.ask();
    return link.setPassword();
  },
};

export const RECOVERY_STEPS: readonly Step<Forgetful>[] = [
  {
    name: "asking for a link",
    send: ({ link }) => link.ask(),
    good: { 202: "a link is on its way, if there is an account" },
    isDiscreet: true,
    givesUp: ["recovery mail"],
    session: "none",
  },
  {
    name: "the new password",
    send: ({ link }) => link.setPassword(),
    good: { 200: "the password is set" },
    goOn: { user_invalid_token: ANOTHER_LINK, link_used: ANOTHER_LINK },
    session: "none",
  },
];

/** A link by which a member confirms their address. */
export class VerificationLink {
  readonly #member: Member;
  readonly #browser: Browser;

  /** @param browser where the member opens it */
  constructor(member: Member, browser: Browser) {
    this.#member = member;
    this.#browser = browser;
  }

  async open(): Promise<Response> {
    const { userId, secret } = await mailedLink(this.#member.app, this.#member.email, "verification");
    return this.#browser.send("PUT", "/account/verification", { userId, secret });
  }
}

export async function checkVerified({ userId }: Member): Promise<string[]> {
  const user = await (await backend()).users.find(userId);
  return user?.emailVerification ? [] : ["the address is not confirmed"];
}
