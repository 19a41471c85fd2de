// The bodies of the API calls that send and check a one-time code, and their responses. A code is mailed, then typed into the page.
import * as z from "zod/mini";
import { parseEmail } from "./email";
import { checkbox, formSchema, text } from "./form-schema";
import { tooLongMessage } from "./messages";
import { CODE_REQUIRED, normalizeCode } from "./typed-code";

/** What a code is for: signing in, or proving an e-mail before sign-up. */
const CODE_PURPOSES = ["sign-in", "sign-up"] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export const CodeRequestSchema = formSchema(
  {
    email: text,
    /** True for a security phrase: two words, both in the response and in the mail, that show that the mail is genuine. */
    phrase: checkbox,
    purpose: z._default(z.enum(CODE_PURPOSES), "sign-in"),
  },
  ({ email, ...request }, fail) => ({ ...request, email: parseEmail(email, fail) }),
);
export type CodeRequest = z.output<typeof CodeRequestSchema>;

export const CodeSchema = formSchema(
  {
    /** The `userId` of `SentCodeSchema`. */
    userId: z.string().check(z.minLength(1), z.maxLength(1024)),
    secret: z.string().check(z.maxLength(256, tooLongMessage(256))),
  },
  ({ userId, secret }, fail) => {
    const code = normalizeCode(secret);
    if (code === "") fail("secret", CODE_REQUIRED);
    return { userId, secret: code };
  },
);
export type Code = z.output<typeof CodeSchema>;

export const SentCodeSchema = z.object({
  /** Sealed, so that it does not reveal whether the e-mail has an account. It is sent back with the code. */
  userId: z.string(),
  /** False when no code was mailed because several were a short time ago; the newest of them works. Also for an unknown e-mail. */
  isMailed: z.boolean(),
  /** The security phrase, when one was requested. */
  phrase: z.optional(z.string()),
});
export type SentCode = z.infer<typeof SentCodeSchema>;

/** The response to a correct code before sign-up: proof that the e-mail is the visitor's own. */
export const AddressProofSchema = z.object({
  /** Sealed. The sign-up form sends it as `emailProof`. */
  proof: z.string(),
  email: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
});
export type AddressProof = z.infer<typeof AddressProofSchema>;
