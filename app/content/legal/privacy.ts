import { BRAND } from "../brand";
import type { LegalDocument } from "./section";
import { PRIVACY_TITLE } from "./titles";

export const PRIVACY: LegalDocument = {
  title: PRIVACY_TITLE,
  since: "2026-11-21",
  summary:
    "We keep what an account and a profile need, and nothing to follow you with. No advertising, no analytics, nothing sold.",
  sections: [
    {
      id: "what",
      title: "What we keep",
      body: [
        [
          "Your account: name, e-mail address, phone number, and a scrambled form of your password from which nobody can read it back.",
          "Your profile: role and location. For students also date of birth, education and college; for everyone else a company address, if you give one.",
          "One file, if you upload it: a résumé or a portfolio.",
          "Your sign-ins: when they began and from what kind of browser and network address, so that a stranger’s can be told from yours.",
          "If you use two-step sign-in: the key from which your app makes its codes, and your recovery codes.",
          "That you agreed to the terms, and for those under 18 that a parent or guardian did.",
        ],
        "Reading the public pages needs no account, and we build no profile of those who read them.",
      ],
    },
    {
      id: "why",
      title: "What we use it for",
      body: [
        "To let you in, to show you your profile and your file, and to write to you about your account: a code, a link to reset a password, a change of these rules. The law that applies is India’s Digital Personal Data Protection Act, 2023, and your consent at sign-up is what we rely on. You may take it back by leaving.",
      ],
    },
    {
      id: "others",
      title: "Who else sees it",
      body: [
        "Other members and visitors do not see your profile, your phone number or your file. Two kinds of companies handle data on our instructions: the one that runs our servers, and the one that runs the account and file storage behind them. We hand data to an authority only where the law obliges us to.",
      ],
    },
    {
      id: "contact-form",
      title: "The form on the About page",
      body: [
        "It sends nothing to us by itself. It opens your own mail program with the message in it; what you then send reaches us as an ordinary e-mail.",
      ],
    },
    {
      id: "cookies",
      title: "Cookies",
      body: [
        "Four, all needed for the site to work, none of them for tracking. The Cookies page names them and says how long they last.",
      ],
    },
    {
      id: "how-long",
      title: "How long, and how safe",
      body: [
        "We keep an account’s data until the account is deleted. Technical logs name a request, not a person. To stop people from guessing passwords and codes we count attempts for a day at most, and we remember which links and codes we have mailed until they run out. Both are kept under scrambled names, which show neither your e-mail address nor where you connect from.",
        "When you choose a new password, we may ask the service Have I Been Pwned whether it is known from a leak. It gets the first five characters of a scrambled form of the password, which fit hundreds of others, and nothing about you.",
        "Everything travels encrypted, and your browser holds no key to the storage behind the site. Should data ever leak, we tell those concerned and the Data Protection Board of India.",
      ],
    },
    {
      id: "rights",
      title: "What you can ask for",
      body: [
        `You see your profile on your dashboard, and correct it there; name and phone number you correct in your account settings. There you also take a copy of everything we hold, and delete it all. To have your e-mail address corrected, write to ${BRAND.email}; to name a person who acts for you, or when something does not work, write there from the address of your account. We answer within 30 days. If our answer does not settle it, you may complain to the Data Protection Board of India.`,
      ],
    },
    {
      id: "young",
      title: "Under 18",
      body: [
        "A person under 18 joins with a parent or guardian, who agrees for them and may ask for all of the above in their place.",
      ],
    },
    {
      id: "contact",
      title: "Who answers",
      body: [
        `The Navarambh team, ${BRAND.address}. Write to ${BRAND.email} or call ${BRAND.phone}; the same people handle complaints.`,
      ],
    },
  ],
};
