// The mailbox of `npm run test:real`: what it takes by SMTP, and what it reads in a mail.
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SmtpSink, startSmtpSink } from "../../real/smtp-sink";
import type { Mail } from "../../support/mailbox";

const DOMAIN = "run.navarambh-test.example";
const LINK =
  "http://localhost:20001/verify-email?userId=6a01&secret=5e5e5e&expire=2026-11-23T10%3A00%3A00.000%2B00%3A00";

let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink({ host: "127.0.0.1", port: 0, domain: DOMAIN });
});
afterAll(() => sink.close());

/** Sends a mail as a mail server does. @returns the server's last reply */
async function send(to: string, message: string[]): Promise<string> {
  const socket = connect(sink.port, "127.0.0.1");
  await once(socket, "connect");
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
  /** The last line of a reply has a space after its code. */
  const readReply = async (): Promise<string> => {
    const { value = "" } = await replies.next();
    return /^\d{3}-/.test(value) ? readReply() : value;
  };
  let reply = await readReply();
  const commands = [
    "EHLO localhost",
    "MAIL FROM:<noreply@appwrite.example>",
    `RCPT TO:<${to}>`,
    "DATA",
    [...message, "."].join("\r\n"),
  ];
  for (const command of commands) {
    socket.write(`${command}\r\n`);
    reply = await readReply();
    if (!/^[23]/.test(reply)) break;
  }
  socket.end();
  return reply;
}

async function mailsTo(address: string): Promise<Mail[]> {
  const mails = (await (await fetch(sink.mailbox)).json()) as Mail[];
  return mails.filter(({ to }) => to === address);
}

/** Both parts of a mail, as Appwrite sends them. */
function multipart(subject: string, text: string[], html: string): string[] {
  const base64 =
    Buffer.from(html)
      .toString("base64")
      .match(/.{1,76}/g) ?? [];
  return [
    `Subject: ${subject}`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/alternative; boundary="part"',
    "",
    "--part",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    ...text,
    "",
    "--part",
    "Content-Type: text/html; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    ...base64,
    "--part--",
  ];
}

test("a mail with a code is read with the phrase in it", async () => {
  const text = [
    "Enter the code 051635 to sign in to Navarambh. It ends in 15 minutes. This =",
    "sign in was requested using Chrome on Android. Security phrase for this ema=",
    "il is Calm lamp. You can trust this email if this phrase matches the one sh=",
    "own during sign in.",
  ];
  const html = '<p style="color: #414146">Enter the code</p><div>051635</div><p>Security phrase: <b>Calm lamp</b></p>';
  expect(await send(`asha@${DOMAIN}`, multipart("=?utf-8?Q?OTP_f=C3=BCr_Navarambh?=", text, html))).toMatch(/^250/);
  expect(await mailsTo(`asha@${DOMAIN}`)).toEqual([
    {
      to: `asha@${DOMAIN}`,
      kind: "code",
      subject: "OTP für Navarambh",
      links: [],
      code: "051635",
      phrase: "Calm lamp",
    },
  ]);
});

test("a mail in HTML alone is read, too", async () => {
  const html =
    "<p>Your code</p><p><b>482913</b></p><p>Security phrase for this email is <b>Bold river</b>. You can trust it.</p>";
  await send(`bina@${DOMAIN}`, ["Subject: Code", "Content-Type: text/html; charset=utf-8", "", html]);
  expect(await mailsTo(`bina@${DOMAIN}`)).toMatchObject([{ kind: "code", code: "482913", phrase: "Bold river" }]);
});

test("a mail with a link is told by the page that the link leads to, newest first", async () => {
  const button = (link: string) =>
    `<p>Follow this link</p><a href="${link.replaceAll("&", "&amp;")}">Confirm</a><a href="https://appwrite.io">Appwrite</a>`;
  const recovery = LINK.replace("/verify-email", "/reset-password");
  await send(`chitra@${DOMAIN}`, multipart("Verify", ["Follow this link."], button(LINK)));
  await send(`Chitra@${DOMAIN}`, multipart("Reset", ["Follow this link."], button(recovery)));
  expect(await mailsTo(`chitra@${DOMAIN}`)).toEqual([
    { to: `chitra@${DOMAIN}`, kind: "recovery", subject: "Reset", links: [recovery] },
    { to: `chitra@${DOMAIN}`, kind: "verification", subject: "Verify", links: [LINK] },
  ]);
});

test("an alert about a new session is no mail that a test waits for", async () => {
  await send(`devi@${DOMAIN}`, ["Subject: Security alert", "", "A new session on your account, 23 Nov 2026, 10:00."]);
  expect(await mailsTo(`devi@${DOMAIN}`)).toEqual([]);
});

test("a mail to anybody else is rejected", async () => {
  expect(await send("somebody@elsewhere.example", ["Subject: Hello", "", "Hello 123456"])).toMatch(/^550/);
});
