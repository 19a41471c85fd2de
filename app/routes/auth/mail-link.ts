// The links in our mails: what they carry, and what to say when one does not work.

/** What a mailed link proves: whose it is, and the secret that only the mail had. */
export interface MailLink {
  userId: string;
  secret: string;
  /** When it ends, as the mail says it (ISO 8601); "" when it does not. */
  expire: string;
}

/** Reads a link's parameters from its address; null when a part is missing. */
export function readMailLink(source: URLSearchParams): MailLink | null {
  const part = (name: string) => source.get(name)?.trim() ?? "";
  const link = { userId: part("userId"), secret: part("secret"), expire: part("expire") };
  return link.userId && link.secret ? link : null;
}

/** True for an address that has only a part of a link: a mail program cut it. */
export function isCutLink(source: URLSearchParams): boolean {
  return readMailLink(source) === null && ["userId", "secret"].some((name) => source.has(name));
}

/** The query of a link's own address, to which its page posts. */
export function linkSearch(link: MailLink): string {
  return `?${new URLSearchParams({ ...link })}`;
}

/** Why a link led nowhere, and what to do. */
export interface LinkProblem {
  title: string;
  text: string;
}

export const LINK_CUT: LinkProblem = {
  title: "A part of this link is missing",
  text: "Some mail programs cut long links in two. Open the link in our mail once more, or copy all of it into the address bar.",
};

/** The errors by which the backend refuses a link itself. */
const LINK_ERRORS: readonly string[] = [
  "user_invalid_token",
  "user_not_found",
  "general_argument_invalid",
  "validation_failed",
];

/** The problem with a link that was refused; null when it was not the link that was refused. */
export function linkProblem(errorType: string, link: MailLink, now: Date): LinkProblem | null {
  if (!LINK_ERRORS.includes(errorType)) return null;
  const ends = Date.parse(link.expire);
  if (ends < now.getTime()) {
    return {
      title: "This link has expired",
      text: "Our links hold for one hour, so that nobody finds an old one and uses it. Nothing has changed in your account.",
    };
  }
  return {
    title: "This link does not work any more",
    text: "It was used already, or a part of it was changed on the way. If you opened it before, what it was for is done.",
  };
}
