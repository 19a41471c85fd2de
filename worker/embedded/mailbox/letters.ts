// The words of the three mails: warm, plain, and clear about what to do and what to ignore.
import { PROJECT_NAME } from "../project/project";
import type { Letter } from "../store/mails";
import type { UserRow } from "../store/users";

export function verificationMail(user: UserRow, link: string): Letter {
  return {
    ...letterTo(user),
    kind: "verification",
    subject: `Confirm your email for ${PROJECT_NAME}`,
    body: [
      "Good to have you with us. One click confirms that this address is yours.",
      "The link works for one hour. If you did not sign up, you can ignore this mail: nothing happens without the click.",
    ],
    link,
  };
}

export function recoveryMail(user: UserRow, link: string): Letter {
  return {
    ...letterTo(user),
    kind: "recovery",
    subject: `Choose a new password for ${PROJECT_NAME}`,
    body: [
      "It happens to everyone. Follow the link to choose a new password.",
      "The link works once, for one hour. If you did not ask for it, you can ignore this mail: your password stays as it is.",
    ],
    link,
  };
}

export function codeMail(user: UserRow, code: string, phrase: string): Letter {
  const check = phrase ? ["Check that the page shows the same security phrase before you type the code."] : [];
  return {
    ...letterTo(user),
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

function letterTo(user: UserRow): Pick<Letter, "to" | "greeting" | "link" | "code" | "phrase"> {
  const greeting = user.name ? `Namaste ${user.name},` : "Namaste,";
  return { to: user.email ?? "", greeting, link: null, code: null, phrase: null };
}
