// Receives the mails that a server sends, delivers none of them, and shows them in the format of the embedded Appwrite's mailbox.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { parse } from "node-html-parser";
import { SMTPServer } from "smtp-server";
import type { Mail } from "../support/mailbox.ts";

export interface SmtpSink {
  /** The port that mails are sent to. */
  port: number;
  /** The address of the mails as JSON, newest first. Only this machine can read it. */
  mailbox: string;
  close(): Promise<void>;
}

export interface SinkOptions {
  /** The address to listen at. Containers reach the machine at another than 127.0.0.1. */
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Mails to other domains are rejected. */
  domain: string;
}

/** @throws the error of `listen`, such as EADDRINUSE */
export async function startSmtpSink({ host, port, domain }: SinkOptions): Promise<SmtpSink> {
  const mails: Mail[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    // Some servers cannot be set up without a user name.
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: "anybody" }),
    onRcptTo({ address }, _session, done) {
      const isOurs = address.toLowerCase().endsWith(`@${domain}`);
      done(isOurs ? null : new Error("This mailbox takes mails of its own test run only"));
    },
    onData(stream, { envelope }, done) {
      simpleParser(stream).then((message) => {
        const read = envelope.rcptTo.map(({ address }) => toMail(address.toLowerCase(), message));
        mails.unshift(...read.filter((mail) => mail !== null));
        done();
      }, done);
    },
  });
  smtp.listen(port, host);
  await once(smtp.server, "listening");
  // A client that goes away is none of our errors.
  smtp.on("error", () => undefined);
  const web = createServer((_request, response) => {
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(mails));
  });
  web.listen(0, "127.0.0.1");
  await once(web, "listening");
  return {
    port: portOf(smtp.server.address()),
    mailbox: `http://127.0.0.1:${portOf(web.address())}/`,
    async close() {
      web.closeAllConnections();
      web.close();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
}

const portOf = (address: AddressInfo | string | null) => (address as AddressInfo).port;

/** The links of Appwrite's mails lead to these pages of the site. */
const KINDS = { "/verify-email": "verification", "/reset-password": "recovery" } as const;

/**
 * What a mail has for its reader. Goes by links and code, since a project can have subjects and texts of its own.
 * @returns null for a mail of another kind, such as an alert about a new session
 */
function toMail(
  to: string,
  { subject = "", text = "", html }: Pick<ParsedMail, "subject" | "text" | "html">,
): Mail | null {
  const links = linksIn(text, html || "");
  for (const [path, kind] of Object.entries(KINDS)) {
    const ofKind = links.filter((link) => new URL(link).pathname === path);
    if (ofKind.length > 0) return { to, kind, subject, links: ofKind };
  }
  const plain = text.replace(/\s+/g, " ");
  const code = /\b\d{6}\b/.exec(plain)?.[0];
  if (!code) return null;
  const phrase = /phrase\b[^.]*? ([A-Z][a-z-]+ [a-z-]+)\b/.exec(plain)?.[1];
  return { to, kind: "code", subject, links: [], code, ...(phrase && { phrase }) };
}

/** The addresses with a secret, each once. */
function linksIn(text: string, html: string): string[] {
  const inHtml = parse(html)
    .querySelectorAll("a[href]")
    .map((anchor) => anchor.getAttribute("href") ?? "");
  const inText = text.match(/https?:\/\/[^\s<>"\]]+/g) ?? [];
  return [...new Set([...inHtml, ...inText])].filter(
    (link) => URL.canParse(link) && new URL(link).searchParams.has("secret"),
  );
}
