import type { LegalDocument } from "./section";

/** A cookie in the list of the Cookies page. */
export interface CookieEntry {
  name: string;
  purpose: string;
  holds: string;
  lasts: string;
}

/** All cookies that the site sets. */
export const COOKIES: readonly CookieEntry[] = [
  {
    name: "__Host-session",
    purpose: "Keeps you signed in.",
    holds:
      "Your sign-in, account id and name, and the key for your app while you set up two-step sign-in, encrypted. Scripts cannot read it.",
    lasts: "Until you log out, for 30 days after your last visit, and for 180 days at most.",
  },
  {
    name: "__Host-second-factor",
    purpose: "Waits for your code, if you use two-step sign-in.",
    holds: "The sign-in that you began and your account id, encrypted. Scripts cannot read it.",
    lasts: "Until you enter the code. It works for ten minutes, and is gone after an hour at most.",
  },
  {
    name: "__Host-device",
    purpose: "Lets you in on this device while somebody else tries passwords for your account.",
    holds:
      "A random number, and which accounts signed in here and when, encrypted. Scripts cannot read it. It signs nobody in.",
    lasts: "400 days after you last signed in, also when you log out.",
  },
  {
    name: "__Host-flash",
    purpose: "Carries one message to the next page, such as the welcome after you sign in.",
    holds: "Which message to show and on which page, signed. Nothing about you.",
    lasts: "Until that page is shown, a few minutes at most.",
  },
];

export const COOKIE_POLICY: LegalDocument = {
  title: "Cookies",
  since: "2025-06-01",
  summary: "Four small pieces of text that the site cannot work without. None of them follows you anywhere.",
  sections: [
    {
      id: "why-no-banner",
      title: "Why we ask no consent",
      body: [
        "All four are strictly necessary: one remembers that you are signed in, one waits for the code of your second step, one keeps other people’s wrong passwords from locking you out on this device, and one carries a message to the next page. There are no analytics, no advertising and no cookies from other companies, so there is nothing to accept or refuse. A visitor who does not sign in gets none.",
      ],
    },
    {
      id: "other-storage",
      title: "What else stays in your browser",
      body: [
        "Pages, pictures and the typeface are kept in your browser’s cache, as on any site. While you send a file, your browser remembers how far it has come, so that an interrupted upload can go on. Of a file that has arrived, this tab keeps the name and the key that makes it yours, so that a reload does not ask for it again. It also keeps what you have typed into the sign-up form or changed in your profile, but never your passwords, so that a reload or a look at another page does not lose it. After you ask for a code by mail, it keeps your address, a key that says whose code it is and the two words to compare, and after a verification mail the time when it was sent, so that a reload does not cost another mail. What a step was for goes when you have joined, signed in or saved; all of it goes when you log out. Clearing the site’s data in your browser removes all of it.",
      ],
    },
    {
      id: "blocking",
      title: "If you block them",
      body: [
        "You can still read every public page. You cannot sign in, since nothing could tell your next request from anybody else’s.",
      ],
    },
  ],
};
