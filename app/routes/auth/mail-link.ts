// The links in our mails: their query parameters, and the messages for a link that does not work.

/** The query parameters of a link. */
export interface MailLink {
  userId: string;
  /** Only the mail has it, so it proves that the visitor received the mail. */
  secret: string;
  /** The time of expiry in ISO 8601; "" when the link does not have it. */
  expire: string;
}

/** Reads a link from the query of its URL; null when `userId` or `secret` is missing. */
export function readMailLink(query: URLSearchParams): MailLink | null {
  const read = (name: string) => query.get(name)?.trim() ?? "";
  const link = { userId: read("userId"), secret: read("secret"), expire: read("expire") };
  return link.userId && link.secret ? link : null;
}

/** True when a part of the link is missing, which happens when a mail program breaks a long URL. */
export function isIncompleteLink(query: URLSearchParams): boolean {
  return readMailLink(query) === null && ["userId", "secret"].some((name) => query.has(name));
}

/** The query of a link's URL. Its form posts there, so that the action gets the parameters too. */
export function linkSearch(link: MailLink): string {
  return `?${new URLSearchParams({ ...link })}`;
}

/** Why a link does not work. */
export type LinkFault = "incomplete" | "damaged" | "expired" | "used" | "revoked";

/** The title and text of the page for a link that does not work. */
export interface LinkError {
  title: string;
  text: string;
}

const OPEN_AGAIN = "Open the link in our mail once more, or copy all of it into the address bar.";

/** @param purpose decides the text for a used link */
export function linkError(fault: LinkFault, purpose: "verification" | "recovery"): LinkError {
  switch (fault) {
    case "incomplete":
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
        text: "Our links work for one hour, so that nobody finds an old one and uses it. If you have not used this one before, nothing has changed in your account.",
      };
    case "used":
      return {
        title: "This link was used already",
        text:
          purpose === "verification"
            ? "Each link works once. If it was you who opened it, your email is confirmed, and there is nothing more to do."
            : "Each link changes the password once. If it was you who used it, sign in with the password you chose then.",
      };
    case "revoked":
      return {
        title: "This link does not work any more",
        text: "The password was changed after we sent it. If it was you who changed it, sign in with the new one.",
      };
  }
}

/** True when the link is whole and says that its time is over. Only the backend knows for sure. */
export function hasExpired({ secret, expire }: MailLink, now: Date): boolean {
  return COMPLETE_SECRET.test(secret) && Date.parse(expire) < now.getTime();
}

/** The error types that mean that the link itself is invalid. */
const LINK_ERRORS: readonly string[] = [
  "link_used",
  "user_invalid_token",
  "user_not_found",
  "general_argument_invalid",
  "validation_failed",
];

/** The format of Appwrite's secrets. */
const COMPLETE_SECRET = /^[0-9a-f]{256}$/i;

/**
 * Tells from the API's error why a link does not work; null when the error is not about the link. Appwrite reports the same error for an
 * expired and for a damaged link, so the expiry in the link decides.
 */
export function linkFault(errorType: string, link: MailLink, now: Date): "damaged" | "expired" | "used" | null {
  if (!LINK_ERRORS.includes(errorType)) return null;
  if (errorType === "link_used") return "used";
  return hasExpired(link, now) ? "expired" : "damaged";
}
