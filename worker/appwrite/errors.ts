// What can go wrong between this Worker and Appwrite, as one typed error.

/**
 * - `refused`: Appwrite answered, and said no; status, type and message are its own.
 * - `broken`: it failed (5xx), or what came is not an answer of Appwrite's (HTML, half a JSON).
 * - `unreachable`: no connection, or one that was cut.
 * - `stalled`: no answer within the deadline.
 * - `down`: it was not asked, since it has just failed several times in a row.
 */
export type AppwriteFailure = "refused" | "broken" | "unreachable" | "stalled" | "down";

export class AppwriteError extends Error {
  override name = "AppwriteError";
  constructor(
    readonly failure: AppwriteFailure,
    message: string,
    /** The HTTP status; 0 when there was no answer. */
    readonly status = 0,
    /** Appwrite's own type, such as "user_already_exists"; "" when there is none. */
    readonly type = "",
    /** How long to wait before asking again, where that is known. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** True for a refusal of one of these types. */
export function isAppwriteError(error: unknown, ...types: string[]): error is AppwriteError {
  return error instanceof AppwriteError && error.failure === "refused" && types.includes(error.type);
}

/** True for any refusal with status 401: when the account itself is asked for, there is no session that lives. */
export function isUnauthorized(error: unknown): error is AppwriteError {
  return error instanceof AppwriteError && error.failure === "refused" && error.status === 401;
}

/**
 * True when Appwrite says that there is no live session ("missing scope", "guests"). Not every 401 does: a wrong password
 * and a thing of somebody else's are 401 too, and sign nobody out.
 */
export function isGuestAnswer(error: unknown): boolean {
  if (!isUnauthorized(error)) return false;
  return error.type === "general_unauthorized_scope" || /missing scope|guests/i.test(error.message);
}

/** Refusals that Appwrite has no type of its own for, by its sentences, as types of ours. */
const TOLD_BY_WORDS = [
  [/commonly used password/i, "password_too_common"],
  [/\b(storage|disk)\b.*\b(full|limit|quota|exceeded|space)\b/i, "storage_full"],
] as const;

/** What a refusal without a type of its own is about; null when its sentence does not tell. */
export function errorTypeFromMessage({ message }: AppwriteError): (typeof TOLD_BY_WORDS)[number][1] | null {
  return TOLD_BY_WORDS.find(([words]) => words.test(message))?.[1] ?? null;
}

/** The refusal that stands for a dead session, for one that this Worker itself no longer accepts. */
export function sessionRejectedError(): AppwriteError {
  return new AppwriteError("refused", "This session was signed out", 401, "general_unauthorized_scope");
}
