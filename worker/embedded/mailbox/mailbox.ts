// The local mailbox: shows the e-mails that would have been sent, as a page and as JSON for tests.
import { createHash } from "node:crypto";
import { PROJECT_NAME } from "../project/project";
import type { Database } from "../store/database";
import { listMails, type Mail } from "../store/mails";
import { MAILBOX_STYLE } from "./style";

const STYLE_HASH = createHash("sha256").update(MAILBOX_STYLE).digest("base64");
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** No other site may embed or load it, and with no CORS header none can read it. */
const PRIVATE_HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** A page with every mail, newest first. It loads nothing: its policy allows only the inline style, by hash. */
export function mailboxPage(db: Database): Response {
  const mails = listMails(db);
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Local mailbox · ${PROJECT_NAME}</title>
<style>${MAILBOX_STYLE}</style>
</head>
<body>
<header><div><p class="place">${PROJECT_NAME}, on this machine</p><h1>Local mailbox</h1>
<p>Nothing is really sent while the site runs on its embedded backend. What it would have mailed is shown here, newest first.</p>
<p><a class="again" href="/__mailbox">Look for new mail</a></p></div></header>
<main>${mails.length === 0 ? EMPTY_HTML : mails.map(renderMail).join("\n")}</main>
</body>
</html>`;
  return new Response(html, {
    headers: {
      ...PRIVATE_HEADERS,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": PAGE_POLICY,
      "X-Frame-Options": "DENY",
      // The URLs of the links contain secrets.
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
}

/** `[{ id, to, subject, kind, links, code?, phrase?, createdAt }]`, newest first. */
export function mailboxJson(db: Database): Response {
  const mails = listMails(db).map(({ id, to, subject, kind, link, code, phrase, createdAt }) => ({
    id,
    to,
    subject,
    kind,
    links: link === null ? [] : [link],
    ...(code !== null && { code }),
    ...(phrase !== null && { phrase }),
    createdAt,
  }));
  return Response.json(mails, { headers: PRIVATE_HEADERS });
}

const EMPTY_HTML = `<section class="empty"><h2>No mail yet</h2>
<p>Ask the site for a verification, a one-time code or a new password, then look again.</p></section>`;

const LINK_TEXTS: Record<Mail["kind"], string> = {
  verification: "Confirm this email",
  recovery: "Choose a new password",
  code: "Open",
  challenge: "Open",
};

function renderMail(mail: Mail): string {
  const paragraphs = mail.body.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("");
  const code =
    mail.code === null ? "" : `<p class="code"><span>Your code</span> <strong>${escapeHtml(mail.code)}</strong></p>`;
  const phrase =
    mail.phrase === null
      ? ""
      : `<p class="phrase"><span>Security phrase</span> <strong>${escapeHtml(mail.phrase)}</strong></p>`;
  const link =
    mail.link === null
      ? ""
      : `<p><a class="action" href="${escapeHtml(mail.link)}">${LINK_TEXTS[mail.kind]}</a></p><p class="address">${escapeHtml(mail.link)}</p>`;
  return `<article aria-labelledby="m-${mail.id}">
<h2 id="m-${mail.id}">${escapeHtml(mail.subject)}</h2>
<p class="meta">To <b>${escapeHtml(mail.to)}</b> <time datetime="${escapeHtml(mail.createdAt)}">${escapeHtml(readableDate(mail.createdAt))}</time></p>
<p>${escapeHtml(mail.greeting)}</p>
${paragraphs}${code}${phrase}${link}
</article>`;
}

/** `21 Nov 2026, 12:29:27 UTC` */
function readableDate(iso: string): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(iso).toUTCString()) ?? [];
  return `${day} ${month} ${year}, ${time} UTC`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
