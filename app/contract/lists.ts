// The options of the selects at sign-up (the specification, points 6 and 9).

export const ROLES = ["Student", "Entrepreneur", "Mentor", "Investor", "Industry Professional"] as const;
export type Role = (typeof ROLES)[number];

/** Maharashtra's 36 districts, then "Other" for everywhere else. */
export const LOCATIONS = [
  "Ahilyanagar",
  "Akola",
  "Amravati",
  "Beed",
  "Bhandara",
  "Buldhana",
  "Chandrapur",
  "Chhatrapati Sambhajinagar",
  "Dharashiv",
  "Dhule",
  "Gadchiroli",
  "Gondia",
  "Hingoli",
  "Jalgaon",
  "Jalna",
  "Kolhapur",
  "Latur",
  "Mumbai City",
  "Mumbai Suburban",
  "Nagpur",
  "Nanded",
  "Nandurbar",
  "Nashik",
  "Palghar",
  "Parbhani",
  "Pune",
  "Raigad",
  "Ratnagiri",
  "Sangli",
  "Satara",
  "Sindhudurg",
  "Solapur",
  "Thane",
  "Wardha",
  "Washim",
  "Yavatmal",
  "Other",
] as const;
export type Location = (typeof LOCATIONS)[number];

/** The education levels, each with its degrees or classes. */
export const EDUCATION = {
  "High School": ["10th Grade", "12th Grade"],
  Undergraduate: ["B.Tech", "B.E", "B.Sc", "B.Com", "B.A", "BBA", "BCA", "Other"],
  Postgraduate: ["M.Tech", "M.E", "M.Sc", "M.Com", "M.A", "MBA", "MCA", "Other"],
  "Professional Course": ["Diploma", "Certificate", "Other"],
} as const;
export type EducationLevel = keyof typeof EDUCATION;
export const EDUCATION_LEVELS = Object.keys(EDUCATION) as EducationLevel[];

/** The degrees that require a field of study. */
export const DEGREES_WITH_FIELDS: readonly string[] = ["B.Tech", "B.E", "M.Tech", "M.E"];

export const FIELDS_OF_STUDY = [
  "Computer Science",
  "Information Technology",
  "Electronics",
  "Mechanical",
  "Civil",
  "Electrical",
  "Chemical",
  "Other",
] as const;

/**
 * The country codes in the select beside the phone field, each with the number of digits after it and an example in local notation.
 * A number without a code is taken to have the first one.
 */
export const COUNTRY_CODES = [
  { code: "+91", country: "India", digits: 10, example: "98220 55501" },
  { code: "+233", country: "Ghana", digits: 9, example: "20 555 0101" },
  { code: "+234", country: "Nigeria", digits: 10, example: "803 555 0101" },
  { code: "+256", country: "Uganda", digits: 9, example: "700 555 010" },
] as const;

/** The degrees of an education level; empty for an unknown one. */
export function degreesOf(level: string): readonly string[] {
  return Object.hasOwn(EDUCATION, level) ? EDUCATION[level as EducationLevel] : [];
}
