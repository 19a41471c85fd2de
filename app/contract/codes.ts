// The bodies of the calls around one-time codes, which are mailed to an address and typed into the page.
import * as z from "zod/mini";
import { parseEmail } from "./email";
import { checkbox, formSchema, text } from "./form-schema";

/** What a code is for: opening a session of a member, or proving the address of somebody who joins. */
export const CODE_PURPOSES = ["sign-in", "sign-up"] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export const CodeRequestSchema = formSchema(
  {
    email: text,
    /** Whether the answer and the mail show two words by which the mail is known to be the one that was asked for. */
    phrase: checkbox,
    purpose: z._default(z.enum(CODE_PURPOSES), "sign-in"),
  },
  ({ email, ...request }, fail) => ({ ...request, email: parseEmail(email, fail) }),
);
export type CodeRequest = z.output<typeof CodeRequestSchema>;

/** A code without the spaces and dashes with which mails and people group its digits. */
export function normalizeCode(typed: string): string {
  return typed.normalize("NFKC").replace(/[\s\p{Pd}]+/gu, "");
}

export const CODE_EMPTY = "Enter the code from the mail";

export const CodeSchema = formSchema(
  {
    /** As the sending of the code answered it. */
    userId: z.string().check(z.minLength(1), z.maxLength(512)),
    secret: z.string().check(z.maxLength(256)),
  },
  ({ userId, secret }, fail) => {
    const code = normalizeCode(secret);
    if (code === "") fail("secret", CODE_EMPTY);
    return { userId, secret: code };
  },
);
export type Code = z.output<typeof CodeSchema>;

/** `userId` is sealed: it names whose code is typed, and says nothing else. */
export const SentCodeSchema = z.object({ userId: z.string(), phrase: z.optional(z.string()) });
export type SentCode = z.infer<typeof SentCodeSchema>;

/** A proven address; `proof` is sealed, and goes with the sign-up form as `emailProof`. */
export const AddressProofSchema = z.object({
  proof: z.string(),
  email: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
});
export type AddressProof = z.infer<typeof AddressProofSchema>;
