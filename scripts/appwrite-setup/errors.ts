/** The exit codes of the command, besides 0. */
export const EXIT = {
  /** Something is missing, failed or in conflict. */
  incomplete: 1,
  /** An option or a setting is wrong. */
  usage: 2,
  /** There is no Appwrite at the endpoint. */
  unreachable: 3,
  /** Appwrite rejects the project or the key. */
  rejected: 4,
} as const;

/** Ends the command with a sentence for the person who ran it. */
export class SetupError extends Error {
  override name = "SetupError";
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
