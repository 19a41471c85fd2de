// The texts of the home page.

export const HERO = {
  lines: ["Launch Your Ideas,", "Build the Future"],
  lead: "Students, founders, mentors, colleges and companies, starting things together from Maharashtra. Bring an idea of your own, or help with someone else’s.",
} as const;

/** `count` is also the number of knots in the drawing; `across` is the number of its tiles in a row. */
export const STATS = [
  { label: "Partner Institutions", count: 100, across: 4 },
  { label: "Industry Partners", count: 50, across: 2 },
  { label: "Students Impacted", count: 1000, across: 10 },
  { label: "Startup Projects", count: 25, across: 1 },
] as const;

export const WHAT = {
  lead: "The word means a new beginning. It is a community where an idea, a skill and some free hours can find each other.",
  points: [
    { strong: "Work on your own idea", rest: ", or lend your hours to a project that somebody else has begun." },
    { strong: "Be paid, or take a share", rest: " of what you build. You agree on it before you start." },
    { strong: "Learn from a mentor", rest: " who has made the mistakes in your field." },
    { strong: "Meet colleges and companies", rest: " that lend a lab, try a prototype, or become a first customer." },
  ],
} as const;

export const STEPS = [
  {
    title: "Join the Platform",
    text: "Make a profile: what you study or do, and where you are. It takes a few minutes.",
  },
  {
    title: "Start or Join Projects",
    text: "Begin something of your own, or bring your skill to people who have begun. Agree early on hours, and on pay or shares.",
  },
  {
    title: "Build & Scale",
    text: "Make a first version, with someone experienced to ask. Show it to people who can use it, then make the second.",
  },
] as const;

export interface Testimonial {
  text: string;
  /** The part of `text` that is underlined. */
  highlight: string;
  author: string;
  role: string;
  rating: 5;
}

export const TESTIMONIALS: readonly [Testimonial, Testimonial, Testimonial] = [
  {
    text: "We were four people in three cities and none of us could draw a screen. Eleven days after we asked around, Farida joined from Nashik. The app is hers as much as ours.",
    highlight: "hers as much as ours",
    author: "Rohan Gaikwad",
    role: "Student, B.Tech, Pune",
    rating: 5,
  },
  {
    text: "I mentor for one hour on Tuesdays, from home. Two of my teams now have customers who pay.",
    highlight: "customers who pay",
    author: "Adwoa Mensah",
    role: "Mentor, Kumasi",
    rating: 5,
  },
  {
    text: "Our students used to hand in a report. Now they hand in something a person uses.",
    highlight: "something a person uses",
    author: "Dr. Prakash Shinde",
    role: "Head of Department, Kolhapur",
    rating: 5,
  },
];
