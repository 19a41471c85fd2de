import { CLOSE_CODE } from "../../../app/contract/realtime";
import { PASSWORD } from "../../worker/support/people";
import { openSocket } from "../../worker/support/sockets";
import { backend } from "../support/backend";
import type { Journey } from "../support/journey";
import { checkVerified, VerificationLink } from "../support/mailed";
import { checkGone, checkMember, Member, userOf } from "../support/people";
import type { Visitor } from "../support/visitor";

const reading = (name: string, path: string, isGood?: (body: unknown) => boolean) => ({
  name,
  send: ({ browser }: Member) => browser.send("GET", path),
  good: { 200: "shown" },
  ...(isGood && { isGood }),
  session: "stays" as const,
});

const namesMember = (body: unknown) =>
  typeof body === "object" &&
  body !== null &&
  "user" in body &&
  body.user !== null &&
  "profile" in body &&
  body.profile !== null;

const reads: Journey<Member> = {
  name: "What dashboard and settings read",
  prepare: Member.shared(async (member) => {
    const file = await member.newFile("portfolio", "plan.pdf").sendAll(member.browser);
    await member.browser.send("PATCH", "/profile", file.reference);
  }),
  steps: [
    reading("account and profile", "/account", namesMember),
    reading("the profile", "/profile"),
    reading("the file", "/profile/file"),
    reading("the devices", "/account/sessions"),
    reading("two-step sign-in", "/account/second-factor"),
    reading("the export", "/account/export"),
  ],
};

const editProfile: Journey<Member> = {
  name: "Changing the profile",
  prepare: () => Member.signedIn(),
  steps: [
    {
      name: "the form",
      send: ({ browser }) => browser.send("PATCH", "/profile", { location: "Nagpur" }),
      good: { 200: "saved" },
      session: "stays",
    },
  ],
  async check(member) {
    const [profile] = await (await backend()).profiles.findMany([member.userId]);
    return [...(await checkMember(member)), ...(profile?.location === "Nagpur" ? [] : ["the change is not saved"])];
  },
};

const completeProfile: Journey<Member> = {
  name: "Completing a profile that is not there",
  async prepare() {
    const member = await Member.signedIn();
    await (await backend()).profiles.delete(member.userId);
    return member;
  },
  steps: [
    {
      name: "the form",
      send: ({ browser }) => browser.send("PATCH", "/profile", { role: "Mentor", location: "Nagpur" }),
      good: { 200: "saved" },
      session: "stays",
    },
  ],
  // A new profile has no phone number: the account's own would tell that no other account has it.
  check: (member) => checkMember(member, null, ""),
};

const changeName: Journey<Member> = {
  name: "Changing the name",
  prepare: () => Member.signedIn(),
  steps: [
    {
      name: "the form",
      send: ({ browser }) => browser.send("PATCH", "/account/name", { name: "Meera Joshi" }),
      good: { 200: "changed" },
      isGood: (body) => JSON.stringify(body).includes("Meera Joshi"),
      session: "stays",
    },
  ],
  async check(member) {
    const user = await (await backend()).users.find(member.userId);
    return [...(await checkMember(member)), ...(user?.name === "Meera Joshi" ? [] : ["the name is not changed"])];
  },
};

const changePhone: Journey<Member> = {
  name: "Changing the phone number",
  async prepare() {
    const member = await Member.signedIn();
    member.form.phone = member.form.phone.replace(/^98/, "97");
    return member;
  },
  steps: [
    {
      name: "the form",
      send: ({ browser, form: { phone } }) => browser.send("PATCH", "/account/phone", { phone, password: PASSWORD }),
      good: { 200: "changed" },
      session: "stays",
    },
  ],
  check: checkMember,
};

const NEW_PASSWORD = "Four-mango-trees-9";

const changePassword: Journey<Member> = {
  name: "Changing the password",
  prepare: () => Member.signedIn({}, { isElsewhereToo: true }),
  steps: [
    {
      name: "the form",
      send: ({ browser }) =>
        browser.send("PATCH", "/account/password", { password: NEW_PASSWORD, oldPassword: PASSWORD }),
      good: { 200: "changed" },
      session: "stays",
    },
  ],
  async check(member) {
    const wrong = await checkMember(member);
    if (await userOf(member.otherDevice)) wrong.push("the other device is still signed in");
    return wrong;
  },
};

const confirmPassword: Journey<Member> = {
  name: "Giving the password again",
  prepare: () => Member.signedIn(),
  steps: [
    {
      name: "the form",
      send: ({ browser }) => browser.send("POST", "/account/password", { password: PASSWORD }),
      good: { 204: "confirmed" },
      session: "stays",
    },
  ],
};

class MemberWithDevices extends Member {
  otherSession = "";
}

const endDevice: Journey<MemberWithDevices> = {
  name: "Signing out another device",
  async prepare() {
    const member = new MemberWithDevices();
    await member.join(member.browser);
    await member.signInElsewhere();
    const listed = await member.browser.send("GET", "/account/sessions");
    const { sessions } = await listed.json<{ sessions: { id: string; current: boolean }[] }>();
    member.otherSession = sessions.find(({ current }) => !current)?.id ?? "";
    return member;
  },
  steps: [
    {
      name: "the button",
      send: ({ browser, otherSession }) => browser.send("DELETE", `/account/sessions/${otherSession}`),
      good: { 204: "signed out" },
      goOn: {
        user_session_not_found: {
          words: "the list no longer has it",
          async send({ browser, otherSession }) {
            const listed = await browser.send("GET", "/account/sessions");
            return new Response(null, { status: (await listed.text()).includes(otherSession) ? 500 : 204 });
          },
        },
      },
      session: "stays",
    },
  ],
  check: async ({ otherDevice }) => ((await userOf(otherDevice)) ? ["the other device is still signed in"] : []),
};

/** What is wrong about a cookie that was copied before the member logged out. */
async function checkCopy({ copy }: Leaver): Promise<string[]> {
  return (await userOf(copy)) ? ["a copy of the cookie is still signed in"] : [];
}

class Leaver extends Member {
  readonly copy = this.newBrowser();
}

async function newLeaver(): Promise<Leaver> {
  const member = new Leaver();
  await member.join(member.browser);
  await member.signInElsewhere();
  for (const [name, value] of member.browser.cookies) member.copy.cookies.set(name, value);
  return member;
}

const logOut: Journey<Leaver> = {
  name: "Log-out",
  prepare: newLeaver,
  steps: [
    {
      name: "the button",
      send: ({ browser }) => browser.send("DELETE", "/account/sessions"),
      good: { 204: "signed out" },
      session: "ends",
    },
  ],
  async check(member) {
    const wrong = await checkCopy(member);
    if (await userOf(member.otherDevice)) wrong.push("the other device is still signed in");
    return wrong;
  },
};

const logOutHere: Journey<Leaver> = {
  name: "Log-out on this device",
  prepare: newLeaver,
  steps: [
    {
      name: "the button",
      send: ({ browser }) => browser.send("DELETE", "/account/sessions/current"),
      good: { 204: "signed out" },
      session: "ends",
    },
  ],
  async check(member) {
    const wrong = await checkCopy(member);
    if (!(await userOf(member.otherDevice))) wrong.push("the other device was signed out");
    return wrong;
  },
};

class Unverified extends Member {
  readonly link = new VerificationLink(this, this.browser);
}

const verifyEmail: Journey<Unverified> = {
  name: "Confirming the address",
  async prepare() {
    const member = new Unverified();
    await member.join(member.browser);
    return member;
  },
  steps: [
    {
      name: "asking for a link",
      send: ({ browser }) => browser.send("POST", "/account/verification"),
      good: { 202: "a link is mailed" },
      session: "stays",
    },
    {
      name: "the link",
      send: ({ link }) => link.open(),
      good: { 200: "confirmed" },
      goOn: {
        user_email_already_verified: {
          words: "the address is confirmed",
          send: ({ browser }) => browser.send("GET", "/account"),
        },
      },
      session: "stays",
    },
  ],
  check: checkVerified,
};

const deletion: Journey<Member> = {
  name: "Deleting the account",
  async prepare() {
    const member = await Member.signedIn();
    const file = await member.newFile("portfolio", "plan.pdf").sendAll(member.browser);
    await member.browser.send("PATCH", "/profile", file.reference);
    return member;
  },
  steps: [
    {
      name: "the form",
      send: ({ browser }) => browser.send("DELETE", "/account", { password: PASSWORD }),
      good: { 204: "deleted" },
      goOn: {
        session_missing: { words: "the account is gone", send: async () => new Response(null, { status: 204 }) },
      },
      session: "ends",
    },
  ],
  check: checkGone,
};

const CLOSE_MEANINGS: Readonly<Record<number, string>> = {
  [CLOSE_CODE.tryAgainLater]: "closed (1013): the page tries again",
};

const realtime: Journey<Member> = {
  name: "Following changes of other devices",
  prepare: () => Member.signedIn(),
  steps: [
    {
      name: "the socket",
      async send({ browser }) {
        const socket = await openSocket(browser);
        const connected = socket.until((messages) => messages.includes('{"changed":[]}')).then(() => null);
        const code = await Promise.race([connected, socket.closed]);
        if (code === null) {
          socket.close();
          return new Response(null, { status: 200 });
        }
        const message = CLOSE_MEANINGS[code] ?? `closed with ${code}`;
        const error = {
          code: 503,
          type: code === CLOSE_CODE.tryAgainLater ? "backend_down" : "internal",
          message,
          requestId: "",
        };
        return Response.json({ error }, { status: 503 });
      },
      good: { 200: "connected" },
      session: "stays",
    },
  ],
};

export const MEMBER_JOURNEYS: readonly Journey<Visitor>[] = [
  reads,
  editProfile,
  completeProfile,
  changeName,
  changePhone,
  changePassword,
  confirmPassword,
  endDevice,
  logOut,
  logOutHere,
  verifyEmail,
  deletion,
  realtime,
];
