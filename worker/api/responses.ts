// What several routes take or answer, for their descriptions. The people in the examples are invented.
import * as z from "zod/mini";
import { type Profile, ProfileSchema, type Session, type User, UserSchema } from "../../app/contract/account";
import { SESSION_COOKIE } from "../session/session";
import type { EndpointResponse, ResponseHeader } from "./endpoint";

/** The ids and secrets of the examples. They show the form; none was ever valid. */
export const EXAMPLE_ID = {
  user: "68f1c2a4000a7d3e51b9",
  session: "68f1c2a60021f04c8d17",
  file: "68f1c29f003be85a6d42",
} as const;
export const EXAMPLE_SECRET = "the-secret-of-the-link";
export const EXAMPLE_TICKET = "the-ticket-of-the-upload";
export const EXAMPLE_PASSWORD = "three-mango-trees";

export const exampleUser: User = {
  id: EXAMPLE_ID.user,
  name: "Asha Rao",
  email: "asha.rao@example.org",
  phone: "+919820000000",
  emailVerified: true,
  createdAt: "2025-10-17T06:30:12.000+00:00",
};

export const exampleProfile: Profile = {
  id: EXAMPLE_ID.user,
  name: "Asha Rao",
  Email: "asha.rao@example.org",
  phone: "+919820000000",
  role: "Student",
  location: "Pune",
  agree: true,
  guardianAgree: null,
  dob: "2004-03-21",
  educationLevel: "Undergraduate",
  subLevel: "B.Tech",
  majorField: "Computer Science",
  college: "Sahyadri College",
  companyUrl: null,
  resumeId: EXAMPLE_ID.file,
  portfolioId: null,
};

export const exampleSession: Session = {
  id: EXAMPLE_ID.session,
  current: true,
  createdAt: "2025-10-17T06:30:14.000+00:00",
  expiresAt: "2026-10-17T06:30:14.000+00:00",
  device: "Firefox, Linux",
  browser: "Firefox 143",
  system: "Linux",
  hardware: "",
  kind: "computer",
  country: "India",
  ip: "192.0.2.10",
  method: "password",
};

/** The header of a response that starts a session. */
export const setsSession: Record<string, ResponseHeader> = {
  "Set-Cookie": {
    description: "The session cookie",
    example: `${SESSION_COOKIE}=…; Path=/; HttpOnly; Secure; SameSite=Lax`,
  },
};

/** Who is signed in now. */
export const signedIn = z.object({ user: UserSchema, profile: z.nullable(ProfileSchema) });

/** A sign-up, or a sign-in in its place. */
export const joined = z.object({
  user: UserSchema,
  profile: ProfileSchema,
  isNewUser: z.boolean(),
  isNewProfile: z.boolean(),
  isProfileAsSent: z.boolean(),
});

export const changedUser: EndpointResponse = {
  description: "The changed account",
  schema: z.object({ user: UserSchema }),
  example: { user: exampleUser },
};

/** A mail was requested. */
export const sent = z.object({ sent: z.literal(true) });

/** The format of Appwrite's ids. It allows no character that could change the path of a call to Appwrite. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,35}$/;

/** The id at the end of a path. */
export function idParam(description: string, example: string) {
  return z.object({
    id: z.string().check(z.regex(ID), z.meta({ description, examples: [example] })),
  });
}
