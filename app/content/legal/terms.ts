import { BRAND } from "../brand";
import type { LegalDocument } from "./section";
import { TERMS_TITLE } from "./titles";

export const TERMS: LegalDocument = {
  title: TERMS_TITLE,
  since: "2025-06-01",
  summary: `What you may expect of ${BRAND.name}, and what we expect of you. By creating an account you agree to these terms.`,
  sections: [
    {
      id: "service",
      title: "What Navarambh is",
      body: [
        "Navarambh lets students, professionals and entrepreneurs collaborate, develop projects and explore startup opportunities. You make an account, describe yourself in a profile, and may keep one file with it: a résumé if you are a student, a portfolio otherwise.",
        "We do not guarantee the success or funding of any project. What becomes of an idea depends on the people who work on it.",
      ],
    },
    {
      id: "who",
      title: "Who may join",
      body: [
        "You must be 18 or older, or be supervised by a parent or guardian who agrees to these terms for you. One person has one account, under their own name and with an e-mail address that they read.",
      ],
    },
    {
      id: "account",
      title: "Your account",
      body: [
        "Give details that are true and keep them so. Choose a password that you use nowhere else, and tell it to nobody: we never ask for it. What is done from your account counts as done by you, until you tell us that somebody else got in.",
      ],
    },
    {
      id: "yours",
      title: "What stays yours",
      body: [
        "Your ideas, your profile and your file remain your own. You allow us to store them and to show them to you, since the service cannot work otherwise. We claim no share in anything you build.",
        "Whoever works together agrees among themselves on pay, equity and ownership. We advise you to write it down before the work starts. Navarambh is not a party to such an agreement.",
      ],
    },
    {
      id: "conduct",
      title: "What is not allowed",
      body: [
        "Please do not:",
        [
          "pretend to be another person, college or company;",
          "upload a file that is unlawful, harmful to a computer, or not yours to share;",
          "collect other people’s details, or send them messages they did not ask for;",
          "try to reach another person’s account, or to overload or bypass the service.",
        ],
        "We may suspend or close an account that does any of this. Where the law lets us, we say why.",
      ],
    },
    {
      id: "availability",
      title: "When something does not work",
      body: [
        "We work to keep Navarambh running and your data safe, but we cannot promise that it never fails. It is provided as it is. Keep a copy of any file that you cannot do without.",
        "As far as Indian law permits, we are not liable for losses that follow from an agreement between members, or from a time when the service could not be reached. Nothing here limits rights that the law does not let you give up.",
      ],
    },
    {
      id: "end",
      title: "Leaving",
      body: [
        "You may leave at any time: in your account settings you delete your account, and all that belongs to it goes at once. What we do with data is in the Privacy Policy.",
      ],
    },
    {
      id: "changes",
      title: "Changes and law",
      body: [
        "When these terms change in a way that matters to you, we tell you by e-mail before the change holds. The law of India applies, and the courts at Pune have jurisdiction.",
      ],
    },
    {
      id: "contact",
      title: "Questions",
      body: [`Write to ${BRAND.email} or call ${BRAND.phone}.`],
    },
  ],
};
