/** The settings that pages may show, in the browser too. */
export interface PublicConfig {
  /** The size limit of a member's file, in bytes. */
  fileMaxBytes: number;
  /** True when sign-up asks for a one-time code from an e-mail before it creates the account. The default is false. */
  requiresEmailProof: boolean;
  /** The URLs of the footer's social icons; an icon without a URL is a placeholder. */
  socialLinks: { linkedin?: string; instagram?: string; x?: string; youtube?: string };
  /** True with the embedded backend, which shows its mails at /__mailbox. */
  hasMailbox: boolean;
}
