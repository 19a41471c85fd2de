import { PROVEN } from "../../worker/support/codes";
import { join, PASSWORD, STUDENT } from "../../worker/support/people";
import type { Journey } from "../support/journey";
import {
  checkVerified,
  OneTimeCode,
  RECOVERY_STEPS,
  RecoveryLink,
  signInWithAnotherCode,
  VerificationLink,
} from "../support/mailed";
import { checkMember, GUEST_UPLOAD_STEPS, Guest, Member, userOf } from "../support/people";
import type { Visitor } from "../support/visitor";

const JOINED = { 201: "joined", 200: "signed in, as a member" };
const SIGNED_IN = { 201: "signed in" };

const signUp: Journey<Guest> = {
  name: "Sign-up without a file",
  prepare: async () => new Guest(STUDENT),
  steps: [
    {
      name: "the form",
      send: ({ browser, form }) => browser.send("POST", "/account", form),
      good: JOINED,
      session: "starts",
    },
  ],
  check: checkMember,
};

class GuestWithFile extends Guest {
  readonly file = this.newFile("resume", "cv.docx");
}

const sendForm = ({ browser, form, file }: GuestWithFile) =>
  browser.send("POST", "/account", { ...form, ...file.reference });

const signUpWithFile: Journey<GuestWithFile> = {
  name: "Sign-up with a file",
  prepare: async () => new GuestWithFile(STUDENT),
  steps: [...GUEST_UPLOAD_STEPS, { name: "the form", send: sendForm, good: JOINED, session: "starts" }],
  check: (person) => checkMember(person, person.file),
};

const signUpAgain: Journey<GuestWithFile> = {
  name: "Sign-up with the address of a member, with a file",
  async prepare() {
    const person = new GuestWithFile(STUDENT);
    await join(person.newBrowser(), { ...STUDENT, ...person.form });
    await person.file.sendAll(person.browser);
    return person;
  },
  steps: [{ name: "the form", send: sendForm, good: JOINED, session: "starts" }],
  check: (person) => checkMember(person, person.file),
};

class GuestWithCode extends Guest {
  readonly code = new OneTimeCode(this);
}

const provenSignUp: Journey<GuestWithCode> = {
  name: "Sign-up with a proven address",
  prepare: async () => new GuestWithCode(STUDENT),
  steps: [
    {
      name: "asking for a code",
      send: ({ code }) => code.ask("sign-up"),
      good: { 201: "a code is mailed" },
      session: "none",
    },
    {
      name: "the code",
      send: ({ code }) => code.prove(),
      good: { 200: "the address is proven" },
      goOn: {
        user_invalid_token: {
          words: "a new code proves the address",
          async send({ code }) {
            await code.ask("sign-up");
            return code.prove();
          },
        },
      },
      session: "none",
    },
    {
      name: "the form",
      send: ({ browser, form, code }) => browser.send("POST", "/account", { ...form, emailProof: code.proof }, PROVEN),
      good: JOINED,
      session: "starts",
    },
  ],
  check: checkMember,
};

const signIn: Journey<Member> = {
  name: "Sign-in, while somebody else is signed in",
  async prepare() {
    const member = await Member.elsewhere();
    await join(member.browser);
    return member;
  },
  steps: [
    {
      name: "the form",
      send: ({ browser, email }) => browser.send("POST", "/account/sessions/email", { email, password: PASSWORD }),
      good: SIGNED_IN,
      session: "starts",
    },
  ],
  check: checkMember,
};

/** Somebody who joined on another device, and has not proven their address. */
class MemberWithCode extends GuestWithCode {
  readonly otherDevice = this.newBrowser();
}

const signInByCode: Journey<MemberWithCode> = {
  name: "Sign-in with a code",
  async prepare() {
    const person = new MemberWithCode();
    await join(person.otherDevice, person.form);
    return person;
  },
  steps: [
    {
      name: "asking for a code",
      send: ({ code }) => code.ask("sign-in"),
      good: { 201: "a code is on its way, if there is an account" },
      isDiscreet: true,
      session: "none",
    },
    {
      name: "the code",
      send: ({ code }) => code.signIn(),
      good: SIGNED_IN,
      goOn: { user_invalid_token: signInWithAnotherCode(({ code }) => code) },
      session: "starts",
    },
  ],
  async check(person) {
    const wrong = await checkMember(person);
    if (await userOf(person.otherDevice)) wrong.push("who joined before the first proof is still signed in");
    return wrong;
  },
};

class Forgetful extends Member {
  readonly link = new RecoveryLink(this);
}

const recovery: Journey<Forgetful> = {
  name: "A forgotten password",
  async prepare() {
    const person = new Forgetful();
    await join(person.otherDevice, person.form);
    return person;
  },
  steps: [
    ...RECOVERY_STEPS,
    {
      name: "signing in",
      send: ({ link }) => link.signIn(),
      good: SIGNED_IN,
      session: "starts",
    },
  ],
  async check(person) {
    const wrong = await checkMember(person);
    if (await userOf(person.otherDevice)) wrong.push("the other device is still signed in");
    return wrong;
  },
};

/** A guest on whose browser somebody else is signed in. */
class Successor extends Guest {
  /** Has a copy of the other's cookie. */
  readonly copy = this.newBrowser();
}

const signUpWhileSignedIn: Journey<Successor> = {
  name: "Sign-up, while somebody else is signed in",
  async prepare() {
    const person = new Successor(STUDENT);
    await join(person.browser);
    for (const [name, value] of person.browser.cookies) person.copy.cookies.set(name, value);
    return person;
  },
  steps: [
    {
      name: "the form",
      send: ({ browser, form }) => browser.send("POST", "/account", form),
      good: JOINED,
      session: "starts",
    },
  ],
  async check(person) {
    const wrong = await checkMember(person);
    if (await userOf(person.copy)) wrong.push("a copy of the other's cookie is still signed in");
    return wrong;
  },
};

/** A member who opens their mail on a device where they are not signed in. */
class Unverified extends Member {
  readonly link = new VerificationLink(this, this.browser);
}

const verifyAsGuest: Journey<Unverified> = {
  name: "Confirming the address on a device without a session",
  async prepare() {
    const member = new Unverified();
    await member.join(member.otherDevice);
    await member.otherDevice.send("POST", "/account/verification");
    return member;
  },
  steps: [
    {
      name: "the link",
      send: ({ link }) => link.open(),
      good: { 200: "confirmed" },
      // The page advises to sign in: only a member is told whether their address is confirmed.
      goOn: {
        user_invalid_token: {
          words: "After signing in they see that it is confirmed.",
          async send({ browser, email }) {
            await browser.send("POST", "/account/sessions/email", { email, password: PASSWORD });
            return new Response(null, { status: (await userOf(browser))?.emailVerified ? 200 : 500 });
          },
        },
      },
      session: "none",
    },
  ],
  check: checkVerified,
};

const health: Journey<Guest> = {
  name: "The check of a monitoring service",
  prepare: async () => new Guest(),
  steps: [
    {
      name: "the request",
      send: ({ browser }) => browser.send("GET", "/health"),
      good: { 200: "healthy", 503: "degraded, which is the answer" },
      session: "none",
    },
  ],
  async check({ browser }) {
    const { status } = await browser.send("GET", "/health");
    return status === 200 ? [] : [`the healthy backend is answered with ${status}`];
  },
};

export const GUEST_JOURNEYS: readonly Journey<Visitor>[] = [
  signUp,
  signUpWithFile,
  signUpAgain,
  provenSignUp,
  signIn,
  signInByCode,
  recovery,
  signUpWhileSignedIn,
  verifyAsGuest,
  health,
];
