// What several routes take or answer, for their descriptions.
import * as z from "zod/mini";
import { ProfileSchema, UserSchema } from "../../app/contract/account";
import type { EndpointResponse } from "./endpoint";

/** Who is signed in now. */
export const signedIn = z.object({ user: UserSchema, profile: z.nullable(ProfileSchema) });

/** A sign-up, or a sign-in in its place. */
export const joined = z.object({
  user: UserSchema,
  profile: ProfileSchema,
  isNewUser: z.boolean(),
  isNewProfile: z.boolean(),
});

export const changedUser: EndpointResponse = { description: "Changed", schema: z.object({ user: UserSchema }) };

/** A mail was asked for. */
export const sent = z.object({ sent: z.literal(true) });

/** The id at the end of a path. Appwrite's ids have 36 characters at most. */
export function idParam(description: string) {
  return z.object({ id: z.string().check(z.minLength(1), z.maxLength(64), z.describe(description)) });
}
