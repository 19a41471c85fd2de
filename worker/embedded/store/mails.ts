// The e-mails that a real server would have sent, in SQL.
import { isoDate } from "../project/clock";
import { uniqueId } from "../project/ids";
import type { Database } from "./database";

type MailKind = "verification" | "recovery" | "code" | "challenge";

export interface MailContent {
  /** The user it is for, whatever their address is later. */
  userId: string;
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
  user_id: string;
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
    `INSERT INTO mails (id, user_id, recipient, kind, subject, greeting, body, link, code, phrase, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    uniqueId(now),
    content.userId,
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
    userId: row.user_id,
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

/** Where mails of this user went, also before they changed their address. */
export function listRecipients(db: Database, userId: string): string[] {
  return db
    .all<{ recipient: string }>("SELECT DISTINCT recipient FROM mails WHERE user_id = ?", userId)
    .map(({ recipient }) => recipient);
}

/** Deletes the mails of this user, and those that went to one of these addresses or numbers. */
export function deleteMails(db: Database, userId: string, recipients: readonly string[]): void {
  db.run("DELETE FROM mails WHERE user_id = ?", userId);
  for (const recipient of recipients) db.run("DELETE FROM mails WHERE recipient = ?", recipient);
}
