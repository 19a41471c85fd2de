// The bodies of the calls around one-time codes, which are mailed to an address and typed into the page.
import { z } from "zod";
import { EmailSchema } from "./account-settings";

/** What a code is for: opening a session of a member, or proving the address of somebody who joins. */
export const CODE_PURPOSES = ["sign-in", "sign-up"] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export const CodeRequestSchema = z.strictObject({
  email: EmailSchema,
  /** Whether the answer and the mail show two words by which the mail is known to be the one that was asked for. */
  phrase: z.boolean().default(false),
  purpose: z.enum(CODE_PURPOSES).default("sign-in"),
});
export type CodeRequest = z.infer<typeof CodeRequestSchema>;

/** People type a code as they read it: in groups, with spaces around it. */
export const CodeSchema = z.strictObject({
  /** As the sending of the code answered it. */
  userId: z.string().min(1).max(512),
  secret: z
    .string()
    .max(256)
    .overwrite((typed) => typed.replace(/[\s-]+/g, ""))
    .min(1, "Enter the code from the mail"),
});
export type Code = z.infer<typeof CodeSchema>;

/** `userId` is sealed: it names whose code is typed, and says nothing else. */
export const SentCodeSchema = z.object({ userId: z.string(), phrase: z.string().optional() });
export type SentCode = z.infer<typeof SentCodeSchema>;

/** A proven address; `proof` is sealed, and goes with the sign-up form as `emailProof`. */
export const AddressProofSchema = z.object({
  proof: z.string(),
  email: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
});
export type AddressProof = z.infer<typeof AddressProofSchema>;
