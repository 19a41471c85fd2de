import { PROVEN } from "../worker/support/codes";
import { mailedLink } from "../worker/support/mails";
import { join, PASSWORD, STUDENT } from "../worker/support/people";
import { testFaults } from "./support/enumerate";
import type { Journey } from "./support/journey";
import { checkMember, GUEST_UPLOAD_STEPS, Guest, Member, newestCode, userOf } from "./support/people";

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
  handle = "";
  code = "";
  proof = "";

  async askForCode(purpose: "sign-in" | "sign-up"): Promise<Response> {
    const response = await this.browser.send("POST", "/account/tokens/email", { email: this.email, purpose }, PROVEN);
    if (response.ok) this.handle = (await response.clone().json<{ userId: string }>()).userId;
    return response;
  }

  async prove(): Promise<Response> {
    this.code ||= await newestCode(this);
    const body = { userId: this.handle, secret: this.code };
    const response = await this.browser.send("PUT", "/account/tokens/email", body, PROVEN);
    if (response.ok) this.proof = (await response.clone().json<{ proof: string }>()).proof;
    return response;
  }

  async signIn(): Promise<Response> {
    this.code ||= await newestCode(this);
    return this.browser.send("POST", "/account/sessions/token", { userId: this.handle, secret: this.code });
  }
}

const provenSignUp: Journey<GuestWithCode> = {
  name: "Sign-up with a proven address",
  prepare: async () => new GuestWithCode(STUDENT),
  steps: [
    {
      name: "asking for a code",
      send: (person) => person.askForCode("sign-up"),
      good: { 201: "a code is mailed" },
      session: "none",
    },
    {
      name: "the code",
      send: (person) => person.prove(),
      good: { 200: "the address is proven" },
      goOn: {
        user_invalid_token: {
          words: "a new code proves the address",
          async send(person) {
            await person.askForCode("sign-up");
            person.code = "";
            return person.prove();
          },
        },
      },
      session: "none",
    },
    {
      name: "the form",
      send: ({ browser, form, proof }) => browser.send("POST", "/account", { ...form, emailProof: proof }, PROVEN),
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
      send: (person) => person.askForCode("sign-in"),
      good: { 201: "a code is on its way, if there is an account" },
      isDiscreet: true,
      session: "none",
    },
    {
      name: "the code",
      send: (person) => person.signIn(),
      good: SIGNED_IN,
      goOn: {
        user_invalid_token: {
          words: "a new code signs in",
          async send(person) {
            await person.askForCode("sign-in");
            person.code = "";
            return person.signIn();
          },
        },
      },
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
  userIdOfLink = "";
  secret = "";

  ask(): Promise<Response> {
    return this.browser.send("POST", "/account/recovery", { email: this.email });
  }

  async setPassword(): Promise<Response> {
    if (!this.secret) {
      const { userId, secret } = await mailedLink(this.app, this.email, "recovery");
      [this.userIdOfLink, this.secret] = [userId ?? "", secret ?? ""];
    }
    const body = { userId: this.userIdOfLink, secret: this.secret, password: NEW_PASSWORD };
    return this.browser.send("PUT", "/account/recovery", body);
  }
}
const NEW_PASSWORD = "Four-mango-trees-9";

const ANOTHER_LINK = {
  words: "a new link sets the password",
  async send(person: Forgetful) {
    await person.ask();
    person.secret = "";
    return person.setPassword();
  },
};

const recovery: Journey<Forgetful> = {
  name: "A forgotten password",
  async prepare() {
    const person = new Forgetful();
    await join(person.otherDevice, person.form);
    return person;
  },
  steps: [
    {
      name: "asking for a link",
      send: (person) => person.ask(),
      good: { 202: "a link is on its way, if there is an account" },
      isDiscreet: true,
      givesUp: ["recovery mail"],
      session: "none",
    },
    {
      name: "the new password",
      send: (person) => person.setPassword(),
      good: { 200: "the password is set" },
      goOn: { user_invalid_token: ANOTHER_LINK, link_used: ANOTHER_LINK },
      session: "none",
    },
    {
      name: "signing in",
      send: ({ browser, email }) => browser.send("POST", "/account/sessions/email", { email, password: NEW_PASSWORD }),
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

testFaults(signUp, signUpWithFile, signUpAgain, provenSignUp, signIn, signInByCode, recovery);
