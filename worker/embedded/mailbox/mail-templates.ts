// The texts of the messages: verification, recovery, one-time code, and the code of a second factor.
import { PROJECT_NAME } from "../project/project";
import type { MailContent } from "../store/mails";
import type { UserRow } from "../store/users";

export function verificationMail(user: UserRow, link: string): MailContent {
  return {
    ...contentTo(user),
    kind: "verification",
    subject: `Confirm your email for ${PROJECT_NAME}`,
    body: [
      "Good to have you with us. One click confirms that this address is yours.",
      "The link works for one hour. If you did not sign up, you can ignore this mail: nothing happens without the click.",
    ],
    link,
  };
}

export function recoveryMail(user: UserRow, link: string): MailContent {
  return {
    ...contentTo(user),
    kind: "recovery",
    subject: `Choose a new password for ${PROJECT_NAME}`,
    body: [
      "It happens to everyone. Follow the link to choose a new password.",
      "The link works once, for one hour. If you did not ask for it, you can ignore this mail: your password stays as it is.",
    ],
    link,
  };
}

export function codeMail(user: UserRow, code: string, phrase: string): MailContent {
  const check = phrase ? ["Check that the page shows the same security phrase before you type the code."] : [];
  return {
    ...contentTo(user),
    kind: "code",
    subject: `Your one-time code for ${PROJECT_NAME}`,
    body: [
      "Here is the code to type into the page you came from.",
      ...check,
      "It works once, for 15 minutes. We never ask for it by phone or message.",
    ],
    code,
    phrase: phrase || null,
  };
}

/** @param to the user's address or, for the factor `phone`, their number */
export function challengeMail(user: UserRow, to: string, code: string): MailContent {
  return {
    ...contentTo(user),
    to,
    kind: "challenge",
    subject: `Verification Code for ${PROJECT_NAME}`,
    body: [
      "Here is the code to type into the page that asked for it, so that the site knows that it is you.",
      "It works for 15 minutes. If you did not ask for it, choose a new password: somebody may know yours.",
    ],
    code,
  };
}

function contentTo(user: UserRow): Pick<MailContent, "userId" | "to" | "greeting" | "link" | "code" | "phrase"> {
  const greeting = user.name ? `Namaste ${user.name},` : "Namaste,";
  return { userId: user.id, to: user.email ?? "", greeting, link: null, code: null, phrase: null };
}
