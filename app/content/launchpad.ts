// The texts of the launchpad page.

export const LAUNCHPAD_PAGE = {
  title: "From a first idea to a first customer",
  lead: "The Launchpad is the stretch between a notebook and somebody who pays. You walk it in four stages, with people who have walked it before.",
  description:
    "The Navarambh Launchpad: four stages from a first idea to a first customer, for students and first-time founders, with mentors at each.",
} as const;

/** The claims, in the order of the page. */
export const CLAIMS = {
  students: { label: "students", value: "500+" },
  startups: { label: "startups", value: "150+" },
  funding: { label: "funding", value: "2Cr+", gloss: "Cr is a crore: ten million rupees" },
  mentors: { label: "mentors", value: "50+" },
  placement: { label: "placement success", value: "85%", share: 85 },
  projects: { label: "projects", value: "1000+" },
} as const;

export const STAGES = [
  {
    title: "Ask",
    when: "Weeks 1 to 3",
    text: "Speak to twelve people who have the problem. Write down what they pay for it today, in money or in hours. If nobody does, you have saved a year.",
    result: "One page with twelve names on it",
  },
  {
    title: "Gather",
    when: "Weeks 4 to 6",
    text: "Find the two or three whose skills you lack. Settle hours, pay and shares while you still like each other.",
    result: "A signed sheet, four signatures at most",
  },
  {
    title: "Make",
    when: "Weeks 7 to 14",
    text: "Build the smallest thing that one of the twelve would use. Borrow a lab before you buy a tool.",
    result: "Something that works on a bad day",
  },
  {
    title: "Sell",
    when: "Weeks 15 to 20",
    text: "Ask for money. Keep a list of every no and its reason. The tenth conversation is the first that counts.",
    result: "One customer who paid twice",
  },
] as const;

export const FOR_WHOM = [
  {
    title: "You are studying",
    text: "Two evenings and a Saturday are enough to begin with. The plan leaves gaps for exams, and what you make can count as your final-year project if your college agrees.",
  },
  {
    title: "You have a job",
    text: "Start with a share and keep the salary. Many founders give notice only after the second customer.",
  },
  {
    title: "You have done it before",
    text: "Then you are what the others are missing. Give an hour a week as a mentor, or back a team early.",
  },
] as const;
