import { loadConfig } from "../../../worker/config";
import { SESSION_COOKIE, SessionCookie } from "../../../worker/session/session";
import { mailsTo } from "../../worker/support/mails";
import { PASSWORD } from "../../worker/support/people";
import { currentCode, switchOnWithSession, verifyEmail } from "../../worker/support/second-factor";
import { type Browser, bindings } from "../../worker/support/test-app";
import { backend } from "../support/backend";
import type { Journey, Step } from "../support/journey";
import { OneTimeCode, RECOVERY_STEPS, RecoveryLink, signInWithAnotherCode } from "../support/mailed";
import { checkGone, checkMember, Member, userOf } from "../support/people";
import type { Visitor } from "../support/visitor";

const SIGNED_IN = { 201: "signed in" };

/** A member with two-step sign-in. */
class Careful extends Member {
  recoveryCodes: string[] = [];
  /** The code that the app shows now. */
  code = async () => "";
  /** The code in the form. A form that is sent again has the same one. */
  typed = "";

  static create(options: { isSignedIn: boolean }): Promise<Careful> {
    return new Careful().joinWithTwoSteps(options);
  }

  async joinWithTwoSteps({ isSignedIn }: { isSignedIn: boolean }): Promise<this> {
    const browser = isSignedIn ? this.browser : this.otherDevice;
    await this.join(browser);
    await verifyEmail(this.userId);
    Object.assign(this, await switchOnWithSession(await secretOf(browser)));
    return this;
  }

  async mailedCode(): Promise<string> {
    const mails = await mailsTo(this.app, this.email);
    return mails.find(({ kind }) => kind === "challenge")?.code ?? "";
  }
}

/** Appwrite's secret of a browser's session, which the cookie has in sealed form. */
async function secretOf({ cookies }: Browser): Promise<string> {
  const { keyring } = await loadConfig(bindings);
  const cookie = await SessionCookie.read(`${SESSION_COOKIE}=${cookies.get(SESSION_COOKIE)}`, keyring);
  return cookie.current?.secret ?? "";
}

const asksForFactor = (body: unknown) => JSON.stringify(body).includes("user_more_factors_required");

const password: Step<Careful> = {
  name: "the password",
  send: ({ browser, email }) => browser.send("POST", "/account/sessions/email", { email, password: PASSWORD }),
  good: { 401: "asked for a second step" },
  isGood: asksForFactor,
  session: "none",
};

const codeOfApp: Step<Careful> = {
  name: "the code of the app",
  async send(member) {
    member.typed ||= await member.code();
    return member.browser.send("POST", "/account/challenge", { factor: "totp", code: member.typed });
  },
  good: SIGNED_IN,
  session: "starts",
};

/** A member who has given the password, and not the second step. */
async function newPendingSignIn(): Promise<Careful> {
  const member = await Careful.create({ isSignedIn: false });
  await password.send(member);
  return member;
}

/** @param steps what follows the password */
const signIn = (name: string, ...steps: Step<Careful>[]): Journey<Careful> => ({
  name: `Sign-in with two steps, by ${name}`,
  prepare: newPendingSignIn,
  steps,
});

const withPassword: Journey<Careful> = {
  name: "Sign-in with two steps",
  prepare: () => Careful.create({ isSignedIn: false }),
  steps: [password],
};

const byApp = signIn(
  "the app",
  {
    name: "what may be used",
    send: ({ browser }) => browser.send("GET", "/account/challenge"),
    good: { 200: "shown" },
    session: "none",
  },
  codeOfApp,
);

const byMail = signIn(
  "mail",
  {
    name: "asking for a code",
    send: ({ browser }) => browser.send("POST", "/account/challenge/email"),
    good: { 202: "a code is mailed" },
    session: "none",
  },
  {
    name: "the code",
    async send(member) {
      member.typed ||= await member.mailedCode();
      return member.browser.send("POST", "/account/challenge", { factor: "email", code: member.typed });
    },
    good: SIGNED_IN,
    session: "starts",
  },
);

const byRecoveryCode = signIn("a recovery code", {
  name: "the code",
  send: ({ browser, recoveryCodes: [code] }) =>
    browser.send("POST", "/account/challenge", { factor: "recoveryCode", code }),
  good: SIGNED_IN,
  session: "starts",
});

const cancelSignIn: Journey<Careful> = {
  name: "Cancelling a sign-in with two steps",
  prepare: newPendingSignIn,
  steps: [
    {
      name: "the button",
      send: ({ browser }) => browser.send("DELETE", "/account/challenge"),
      good: { 204: "cancelled" },
      session: "none",
    },
  ],
  // The session of the password is over, and the other device has its own.
  async check(member) {
    const sessions = await (await backend()).users.listSessions(member.userId);
    return sessions.length === member.sessions ? [] : [`${sessions.length} sessions are open`];
  },
};

class CarefulWithMail extends Careful {
  readonly oneTimeCode = new OneTimeCode(this);
  readonly link = new RecoveryLink(this);
}

const byOneTimeCode: Journey<CarefulWithMail> = {
  name: "Sign-in with two steps, of which a one-time code is the first",
  prepare: () => new CarefulWithMail().joinWithTwoSteps({ isSignedIn: false }),
  steps: [
    {
      name: "asking for a code",
      send: ({ oneTimeCode }) => oneTimeCode.ask("sign-in"),
      good: { 201: "a code is on its way, if there is an account" },
      isDiscreet: true,
      session: "none",
    },
    {
      name: "the code from the mail",
      send: ({ oneTimeCode }) => oneTimeCode.signIn(),
      good: { 401: "asked for a second step" },
      isGood: asksForFactor,
      goOn: { user_invalid_token: signInWithAnotherCode(({ oneTimeCode }) => oneTimeCode) },
      session: "none",
    },
    codeOfApp,
  ],
  check: checkMember,
};

const recovery: Journey<CarefulWithMail> = {
  name: "A forgotten password, with two-step sign-in",
  prepare: () => new CarefulWithMail().joinWithTwoSteps({ isSignedIn: false }),
  steps: [
    ...RECOVERY_STEPS,
    {
      name: "signing in",
      send: ({ link }) => link.signIn(),
      good: { 401: "asked for a second step" },
      isGood: asksForFactor,
      session: "none",
    },
    codeOfApp,
  ],
  async check(member) {
    const wrong = await checkMember(member);
    if (await userOf(member.otherDevice)) wrong.push("the other device is still signed in");
    return wrong;
  },
};

/** A member who switches it on. */
class Enrolling extends Careful {
  mailed = "";
  secret = "";

  ask(): Promise<Response> {
    return this.browser.send("POST", "/account/second-factor/email", { password: PASSWORD });
  }

  async start(): Promise<Response> {
    this.mailed ||= await this.mailedCode();
    const response = await this.browser.send("POST", "/account/second-factor/authenticator", { code: this.mailed });
    if (response.ok) this.secret = (await response.clone().json<{ secret: string }>()).secret;
    return response;
  }

  async confirm(): Promise<Response> {
    this.typed ||= await currentCode(this.secret);
    return this.browser.send("PUT", "/account/second-factor/authenticator", { code: this.typed });
  }
}

const askAgain = {
  words: "a new code from the mail does",
  async send(member: Enrolling) {
    await member.ask();
    member.mailed = "";
    return member.start();
  },
};

async function newEnrolling(): Promise<Enrolling> {
  const member = new Enrolling();
  await member.join(member.browser);
  await verifyEmail(member.userId);
  await member.signInElsewhere();
  return member;
}

const switchOn: Journey<Enrolling> = {
  name: "Switching two-step sign-in on",
  prepare: newEnrolling,
  steps: [
    {
      name: "the password",
      send: (member) => member.ask(),
      good: { 202: "a code is mailed" },
      session: "stays",
    },
    {
      name: "the code from the mail",
      send: (member) => member.start(),
      good: { 200: "the key is shown" },
      goOn: {
        second_factor_wrong: askAgain,
        second_factor_unavailable: askAgain,
        change_pending: { words: "A minute later it is done.", isLater: true, send: (member) => member.start() },
      },
      session: "stays",
    },
    {
      name: "the code of the app",
      send: (member) => member.confirm(),
      good: { 200: "recovery codes are shown" },
      goOn: {
        user_authenticator_already_verified: {
          words: "it is on, and new recovery codes can be made",
          async send(member) {
            member.code = () => currentCode(member.secret);
            return newCodes(member);
          },
        },
      },
      session: "stays",
    },
  ],
  async check(member) {
    const user = await (await member.browser.send("GET", "/account/second-factor")).json<{ isOn: boolean }>();
    return user.isOn ? checkMember(member) : ["it is off"];
  },
};

/** How far a member's browser says that switching on has come. */
const saysStep = (step: string) => (body: unknown) => JSON.stringify(body) === JSON.stringify({ step, uri: null });

const giveUpSwitchingOn: Journey<Enrolling> = {
  name: "Giving up to switch two-step sign-in on",
  async prepare() {
    const member = await newEnrolling();
    await member.ask();
    return member;
  },
  steps: [
    {
      name: "loading the page again",
      send: ({ browser }) => browser.send("GET", "/account/second-factor/enrolment"),
      good: { 200: "asked for the code from the mail" },
      isGood: saysStep("mailed"),
      session: "stays",
    },
    {
      name: "the button",
      send: ({ browser }) => browser.send("DELETE", "/account/second-factor/enrolment"),
      good: { 204: "cancelled" },
      session: "stays",
    },
  ],
  async check({ browser }) {
    const body = await (await browser.send("GET", "/account/second-factor/enrolment")).json();
    return saysStep("none")(body) ? [] : [`the browser still says ${JSON.stringify(body)}`];
  },
};

async function newCodes(member: Careful): Promise<Response> {
  const body = { password: PASSWORD, code: await member.code() };
  return member.browser.send("POST", "/account/second-factor/recovery-codes", body);
}

async function sendProof(member: Careful, method: string, path: string): Promise<Response> {
  member.typed ||= await member.code();
  return member.browser.send(method, path, { password: PASSWORD, code: member.typed });
}

/** With the next code that the app shows. */
const withNextCode = (method: string, path: string) => ({
  words: "A minute later, with another code, it is done.",
  isLater: true,
  send(member: Careful) {
    member.typed = "";
    return sendProof(member, method, path);
  },
});

const renewCodes: Journey<Careful> = {
  name: "New recovery codes",
  prepare: () => Careful.create({ isSignedIn: true }),
  steps: [
    {
      name: "the form",
      send: (member) => sendProof(member, "POST", "/account/second-factor/recovery-codes"),
      good: { 200: "shown" },
      goOn: {
        second_factor_used: withNextCode("POST", "/account/second-factor/recovery-codes"),
        change_pending: withNextCode("POST", "/account/second-factor/recovery-codes"),
      },
      session: "stays",
    },
  ],
};

const switchOff: Journey<Careful> = {
  name: "Switching two-step sign-in off",
  prepare: () => Careful.create({ isSignedIn: true }),
  steps: [
    {
      name: "the form",
      send: (member) => sendProof(member, "DELETE", "/account/second-factor"),
      good: { 204: "it is off" },
      goOn: { second_factor_used: withNextCode("DELETE", "/account/second-factor") },
      session: "stays",
    },
  ],
  async check({ browser }) {
    const { isOn } = await (await browser.send("GET", "/account/second-factor")).json<{ isOn: boolean }>();
    return isOn ? ["it is still on"] : [];
  },
};

const deletion: Journey<Careful> = {
  name: "Deleting the account, with two-step sign-in",
  async prepare() {
    const member = await Careful.create({ isSignedIn: true });
    const file = await member.newFile("portfolio", "plan.pdf").sendAll(member.browser);
    await member.browser.send("PATCH", "/profile", file.reference);
    return member;
  },
  steps: [
    {
      name: "the form",
      send: (member) => sendProof(member, "DELETE", "/account"),
      good: { 204: "deleted" },
      goOn: {
        second_factor_used: withNextCode("DELETE", "/account"),
        session_missing: { words: "the account is gone", send: async () => new Response(null, { status: 204 }) },
      },
      session: "ends",
    },
  ],
  check: checkGone,
};

export const SECOND_FACTOR_JOURNEYS: readonly Journey<Visitor>[] = [
  withPassword,
  byApp,
  byMail,
  byRecoveryCode,
  cancelSignIn,
  byOneTimeCode,
  recovery,
  switchOn,
  giveUpSwitchingOn,
  renewCodes,
  switchOff,
  deletion,
];
