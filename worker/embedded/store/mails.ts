// The e-mails that a real server would have sent, in SQL.
import { isoDate } from "../project/clock";
import { uniqueId } from "../project/ids";
import type { Database } from "./database";

type MailKind = "verification" | "recovery" | "code" | "challenge";

export interface MailContent {
  to: string;
  kind: MailKind;
  subject: string;
  greeting: string;
  /** Paragraphs of plain text. */
  body: string[];
  link: string | null;
  code: string | null;
  phrase: string | null;
}

export interface Mail extends MailContent {
  id: string;
  createdAt: string;
}

type MailRow = {
  id: string;
  recipient: string;
  kind: string;
  subject: string;
  greeting: string;
  body: string;
  link: string | null;
  code: string | null;
  phrase: string | null;
  created_at: string;
};

/** Only this many mails are kept; the oldest are deleted. */
const MAILS_MAX = 200;

export function insertMail(db: Database, content: MailContent, now: Date): void {
  db.run(
    `INSERT INTO mails (id, recipient, kind, subject, greeting, body, link, code, phrase, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    uniqueId(now),
    content.to,
    content.kind,
    content.subject,
    content.greeting,
    JSON.stringify(content.body),
    content.link,
    content.code,
    content.phrase,
    isoDate(now),
  );
  db.run("DELETE FROM mails WHERE sequence <= (SELECT MAX(sequence) FROM mails) - ?", MAILS_MAX);
}

/** Newest first. */
export function listMails(db: Database): Mail[] {
  return db.all<MailRow>("SELECT * FROM mails ORDER BY sequence DESC").map((row) => ({
    id: row.id,
    to: row.recipient,
    kind: row.kind as MailKind,
    subject: row.subject,
    greeting: row.greeting,
    body: JSON.parse(row.body),
    link: row.link,
    code: row.code,
    phrase: row.phrase,
    createdAt: row.created_at,
  }));
}
