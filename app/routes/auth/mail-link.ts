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

/** Why a link led nowhere: a part is missing, a part is wrong, its time is over, or it has done its work. */
export type LinkFault = "cut" | "damaged" | "expired" | "used";

/** What is said about it, and what to do. */
export interface LinkError {
  title: string;
  text: string;
}

const OPEN_AGAIN = "Open the link in our mail once more, or copy all of it into the address bar.";

/** What the mail was for decides what a used link has done. */
export function linkError(fault: LinkFault, purpose: "verification" | "recovery"): LinkError {
  switch (fault) {
    case "cut":
      return {
        title: "A part of this link is missing",
        text: `Some mail programs cut long links in two. ${OPEN_AGAIN}`,
      };
    case "damaged":
      return {
        title: "This link is damaged",
        text: `A part of it was lost or changed on its way here. ${OPEN_AGAIN}`,
      };
    case "expired":
      return {
        title: "This link has expired",
        text: "Our links work for one hour, so that nobody finds an old one and uses it. Nothing has changed in your account.",
      };
    case "used":
      return {
        title: "This link was used already",
        text:
          purpose === "verification"
            ? "Each link works once. If it was you who opened it, your email is confirmed, and there is nothing more to do."
            : "Each link changes the password once. If it was you who used it, sign in with the password you chose then.",
      };
  }
}

/** The errors by which a link itself is refused. */
const LINK_ERRORS: readonly string[] = [
  "link_used",
  "user_invalid_token",
  "user_not_found",
  "general_argument_invalid",
  "validation_failed",
];

/** The secret of a whole link, as Appwrite mails it. */
const WHOLE_SECRET = /^[0-9a-f]{256}$/i;

/** What is wrong with a link that was refused; null when it was not the link that was refused. */
export function linkFault(errorType: string, link: MailLink, now: Date): Exclude<LinkFault, "cut"> | null {
  if (!LINK_ERRORS.includes(errorType)) return null;
  if (errorType === "link_used") return "used";
  const isWhole = WHOLE_SECRET.test(link.secret);
  return isWhole && Date.parse(link.expire) < now.getTime() ? "expired" : "damaged";
}
