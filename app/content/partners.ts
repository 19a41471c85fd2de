// Who we work with, and what each side gets from it.

export interface CollaborationWay {
  title: string;
  /** The cluster of knots drawn over it. */
  knots: "four" | "three" | "one";
  lead: string;
  benefits: readonly [string, string, string, string];
}

/** The three kinds of partners, as the home page introduces them. */
export const WAYS: readonly CollaborationWay[] = [
  {
    title: "Industry Partners",
    knots: "four",
    lead: "Meet people before they graduate.",
    benefits: [
      "Student teams on a real problem of yours",
      "Interns you have already seen at work",
      "A first look at what students build",
      "Mentoring that fits your engineers’ week",
    ],
  },
  {
    title: "Educational Institutions",
    knots: "three",
    lead: "Give a class something real to build.",
    benefits: [
      "Live startup projects in each semester",
      "An incubator planned together with you",
      "Guest sessions by people in the trade",
      "A clear MoU, with duties on both sides",
    ],
  },
  {
    title: "Startup Ecosystem",
    knots: "one",
    lead: "Find hands, advice and first users.",
    benefits: [
      "Skilled students, for pay or equity",
      "Mentors who have built before",
      "Introductions to early investors",
      "Trial customers among our partners",
    ],
  },
];
