// The texts about partners, for the home page and the collaboration page.

export interface PartnerKind {
  title: string;
  /** The kind of `ClusterStrip` above the text. */
  knots: "four" | "three" | "one";
  lead: string;
  benefits: readonly [string, string, string, string];
}

/** The three kinds of partners, on the home page. */
export const PARTNER_KINDS: readonly PartnerKind[] = [
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
      "An incubator planned with you",
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

/** The same three kinds on the collaboration page, with longer texts. */
export const OPPORTUNITIES: readonly PartnerKind[] = [
  {
    title: "Industry Partners",
    knots: "four",
    lead: "You have a problem that keeps being put off. A team of students has a semester.",
    benefits: [
      "A brief of yours, worked on by a team for twelve weeks",
      "Future colleagues whom you have seen at work, not only on paper",
      "A fresh pair of eyes on a product you know too well",
      "Two hours a month of your people’s time, no more",
    ],
  },
  {
    title: "Educational Institutions",
    knots: "three",
    lead: "You have labs, teachers and four hundred final-year projects. They could end in use.",
    benefits: [
      "Project topics that come from somebody who needs the answer",
      "People from the trade in your classrooms",
      "Help in planning an incubator of your own",
      "One written agreement, with duties on both sides",
    ],
  },
  {
    title: "Startup Ecosystem",
    knots: "one",
    lead: "You incubate, fund or advise. The people you look for are often still in class.",
    benefits: [
      "Early teams, before they have learned to pitch",
      "Students who can join a venture for pay or for shares",
      "Mentors who know the first customers of a district",
      "A place to send those for whom it is too soon",
    ],
  },
];

/** How institutions work with Navarambh. */
export const INSTITUTION_BLOCKS = [
  {
    title: "MoUs",
    text: "Four pages, in plain words: who teaches what, who may use the lab, whose the results are, and how either side ends it. We bring a draft; your office changes it.",
  },
  {
    title: "Incubators",
    text: "A room, a budget, a person in charge and a rule for who gets in. We help to plan the first year and share what other colleges wish they had known.",
  },
  {
    title: "International Reach",
    text: "Mentors and partner teams in Ghana, Nigeria and Uganda. A joint project needs two time zones and one hour a day that suits both.",
  },
] as const;

export const PARTNER_BENEFITS = [
  { title: "Live startup projects", text: "Teams work on something that is already being used, or soon will be." },
  {
    title: "Real-time entrepreneurship experience",
    text: "Prices, customers and a no that hurts, while there are still teachers to ask.",
  },
  { title: "Career mentorship", text: "An hour with someone who does the work that a student hopes to do." },
] as const;

export interface PartnerCompany {
  name: string;
  location?: string;
}

export const PARTNER_COMPANIES: readonly PartnerCompany[] = [
  { name: "Sahyadri Cold Chain", location: "Nashik" },
  { name: "Bhima Valley Instruments", location: "Solapur" },
  { name: "Kalika Textile Works", location: "Ichalkaranji" },
  { name: "Oduma Grid Services", location: "Enugu, Nigeria" },
  { name: "Tarang Audio Learning", location: "Pune" },
  { name: "Panchganga Foundry Tools" },
];

export interface PartnerInstitution {
  name: string;
  subtitle?: string;
}

export const PARTNER_INSTITUTIONS: readonly PartnerInstitution[] = [
  { name: "Manjara Valley College of Engineering", subtitle: "Latur" },
  { name: "Godatir Institute of Management", subtitle: "Nashik" },
  { name: "Shivneri Polytechnic", subtitle: "Diploma courses, Junnar" },
  { name: "Vidarbha Orchard College of Agriculture", subtitle: "Amravati" },
  { name: "Rankala School of Design", subtitle: "Kolhapur" },
  { name: "Konkan Shore College of Science" },
  { name: "Asante Ridge Technical Institute", subtitle: "Kumasi, Ghana" },
  { name: "Nsambya Hill College of Computing", subtitle: "Kampala, Uganda" },
];

/** Numbers that count up when their section scrolls into view. */
export const COUNTERS = [
  { label: "partner institutions", target: 100 },
  { label: "industry partners", target: 50 },
  { label: "students impacted", target: 1000 },
  { label: "startup projects", target: 25 },
] as const;

/** The number of steps of a counter. By the specification it rises by `ceil(target / steps)` every 20 ms. */
export const COUNTER_STEPS = 40;
export const COLLEGES = { target: 100, steps: 50 } as const;
