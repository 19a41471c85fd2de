// The texts of the about page.

export const ABOUT_PAGE = {
  title: "Started by people who could not find the first person to ask",
  lead: "Navarambh is a community of students, founders, mentors, colleges and companies. It began in Latur, lives in Pune, and has friends in Kumasi, Enugu and Kampala.",
  description:
    "Who is behind Navarambh, what it stands for, and how to reach us: a community for students, founders, mentors, colleges and companies.",
} as const;

export const ABOUT = {
  title: "About Navarambh",
  paragraphs: [
    "Every year tens of thousands of final-year projects are built in Maharashtra, shown for a day, graded, and put away. A few of them work. Their makers go to placement interviews, because that is a road with signs on it and the other road has none.",
    "We put up signs. A student finds out what a patent is before paying for one. A college learns how the college next door opened its lab. A company sees a prototype while it can still be changed. None of this is new. It used to depend on whom your uncle knew.",
    "In Marathi a navarambh is a fresh start. We picked the name because starts are the part nobody pays for: the first call, the first ten buyers, the first no.",
  ],
  facts: [
    { title: "Began", text: "as eleven phone numbers in a notebook, in Latur" },
    { title: "Lives in", text: "Pune, and on the phone with the other 35 districts" },
    { title: "Reaches", text: "Ghana, Nigeria and Uganda, where half our mentors sit" },
    { title: "Takes", text: "no share in anything that members build" },
  ],
} as const;

export const UNIQUE = {
  title: "What Makes Us Unique",
  lead: "Four habits. We would rather be held to them than to a vision.",
  points: [
    {
      title: "The question comes before the pitch",
      text: "We ask what you have tried and who said no. A deck can wait until somebody needs to be convinced.",
    },
    {
      title: "Pay or shares, and both can be right",
      text: "Some need the money this month, some can wait for a share. Either is fine once it is written down and signed.",
    },
    {
      title: "Exams are part of the plan",
      text: "A student team that stops for three weeks in April has not failed. It has a calendar, and so has everyone who works with it.",
    },
    {
      title: "District first",
      text: "The first customer is nearly always within a bus ride. We look there before we look at the world.",
    },
  ],
} as const;

export const CONTACT = {
  title: "Get in Touch",
  lead: "Ask, object, propose, or tell us that something on this site is wrong. The form hands your message to your own mail program, so you keep a copy.",
} as const;
