// Creates the tus upload of a chosen file. It is a module of its own, so that it is fetched only when a file is chosen.
import type { DetailedError, HttpResponse, Upload } from "tus-js-client";
import type { ApiErrorType } from "../contract/errors";
import type { FileKind } from "../contract/files";
import { CHUNK_BYTES } from "../contract/limits";
import { type ErrorInfo, errorMessage, guestFileErrorMessage } from "../lib/error-messages";
import { readApiError } from "../lib/read-api-error";
import { FILE_NOT_SENT, MANY_FILES, MANY_FILES_GUEST, NOT_GETTING_THROUGH } from "./file-labels";
import type { Tus, UploadState } from "./upload-state";
import { uploadedFileFromUrl } from "./uploaded-file";
import { watchRequests } from "./watch-requests";

export { fileError } from "./file-check";

/** Errors that may last for an hour or more: after so many retries they are shown. */
const RETRIES_BY_ERROR: Partial<Record<ApiErrorType, number>> = {
  too_many_uploads: 0,
  storage_full: 3,
  storage_unavailable: 3,
};
/** Of a network that has stored much, only short pauses are asked for, in seconds. Such a pause is made as often as it is asked for. */
const SHORT_PAUSE_SECONDS = 60;
/** Pauses between attempts after a failure, about ten minutes in sum. The count restarts whenever some bytes arrived. */
const RETRY_DELAYS_MS = [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 180_000, 180_000];
const SESSION_ENDED: ErrorInfo = { type: "session_missing", message: "" };
const FILE_CHANGED = "This file was changed or moved since you chose it. Choose it again";
const NOT_SENT = "This file could not be sent. Check your connection, then try again: it goes on from where it stopped";

/** Statuses by which the API says that an upload is gone, or was never there, when it is asked for the offset. */
const GONE_STATUSES = [403, 404, 410];

/** The upload cannot go on yet: the API has not told how many bytes are stored, or it asks to wait before the next part is sent. */
class NotYetError extends Error {
  /** @param response what the API answered; null when it was a gateway or the page of a Wi-Fi that answered. */
  constructor(readonly response: HttpResponse | null) {
    super("The upload cannot go on yet");
  }
}

interface CreateUploadOptions {
  kind: FileKind;
  /** True when the file belongs to a sign-up form; false for a member's file. */
  isGuest: boolean;
  /** The key under which tus-js-client stores the upload in the browser while it is unfinished. */
  fingerprint: string;
  /** False once another file was chosen or this one was cancelled. Later events of this upload are then ignored. */
  isCurrent: () => boolean;
  getState: () => UploadState;
  setState: (state: UploadState) => void;
  /** Called when the upload has ended, by success or by an error that cannot be retried. */
  onEnd: () => void;
}

export interface CreatedUpload {
  upload: Upload;
  /** Goes on with an upload that has stopped or waits, with as many attempts as at first: tus-js-client itself never counts anew. */
  resume: () => void;
}

/** Creates the upload of a file that passed `fileError`; the caller starts it. */
export function createUpload(
  tus: Tus,
  file: File,
  { kind, isGuest, fingerprint, isCurrent, getState, setState, onEnd }: CreateUploadOptions,
): CreatedUpload {
  const { name, size } = file;
  const sending = (sentBytes: number, waiting: string | null): UploadState => ({
    phase: "sending",
    name,
    sentBytes,
    totalBytes: size,
    waiting,
  });
  /** How many attempts tus-js-client has counted since bytes last arrived: those that it made again. */
  let repeatedAttempts = 0;
  /** How many of them do not count as failures: a limit refused them, or they were made before the upload was resumed. */
  let freeAttempts = 0;
  /** How many attempts to delete this upload have failed, after it was cancelled. */
  let failedDeletions = 0;
  const sentSoFar = () => {
    const state = getState();
    return state.phase === "sending" ? state.sentBytes : 0;
  };
  /** Gives up on a file that was changed or moved since it was chosen: each request with it fails as if the connection were lost. */
  const stopIfUnreadable = async () => {
    try {
      await file.slice(0, 1).arrayBuffer();
    } catch (error) {
      console.warn("the file cannot be read any more", error);
      if (!isCurrent()) return;
      await upload.abort();
      onEnd();
      setState({ phase: "rejected", name, message: FILE_CHANGED });
    }
  };
  const upload = new tus.Upload(file, {
    endpoint: new URL("/api/files", location.href).href,
    httpStack: watchRequests(new tus.DefaultHttpStack({})),
    chunkSize: CHUNK_BYTES,
    retryDelays: [...RETRY_DELAYS_MS],
    metadata: { filename: name, filetype: file.type, kind },
    fingerprint: async () => fingerprint,
    removeFingerprintOnSuccess: true,
    onProgress: (sentBytes) => isCurrent() && setState(sending(sentBytes, null)),
    onShouldRetry: (error, attempt, options) => {
      const response = responseOf(error);
      const status = response?.getStatus() ?? 0;
      const type = readApiError(response?.getBody())?.type as ApiErrorType | undefined;
      const hasToWait = asksToWait(response);
      const isTransient = hasToWait || status === 0 || status >= 500 || [408, 409, 423, 429].includes(status);
      if (methodOf(error) === "DELETE") {
        // For a deletion, tus-js-client makes the first pause of the list, and passes on the rest.
        options.retryDelays = RETRY_DELAYS_MS.slice(failedDeletions);
        failedDeletions += 1;
        return isTransient;
      }
      repeatedAttempts = attempt;
      if (attempt === 0) freeAttempts = 0;
      const isLimit = hasToWait || status === 429 || type === "overloaded";
      const pauseMs = isLimit ? shortPauseMs(response, freeAttempts) : null;
      const failures = attempt - freeAttempts;
      const isLasting = failures >= ((type && RETRIES_BY_ERROR[type]) ?? Number.POSITIVE_INFINITY) && pauseMs === null;
      if (isLasting || !isTransient) return false;
      if (status === 0) void stopIfUnreadable();
      if (pauseMs !== null) freeAttempts += 1;
      options.retryDelays = delaysAfter(freeAttempts);
      if (pauseMs !== null) options.retryDelays[attempt] = pauseMs;
      const waitsForRoom = hasToWait || (pauseMs !== null && type === "too_many_uploads");
      const manyFiles = isGuest ? MANY_FILES_GUEST : MANY_FILES;
      if (isCurrent()) setState(sending(sentSoFar(), waitsForRoom ? manyFiles : NOT_GETTING_THROUGH));
      repeatedAttempts += 1;
      return true;
    },
    // tus-js-client takes a failed HEAD for an upload that is gone, and would start again from the first byte.
    onAfterResponse: (request, response) => {
      if (request.getMethod() !== "HEAD") return;
      const isFromApi = Boolean(response.getHeader("Tus-Resumable"));
      const isAnswered = response.getStatus() < 300 || GONE_STATUSES.includes(response.getStatus());
      const isBelieved = isFromApi || response.getStatus() === 429;
      // A part that would be refused is not sent.
      if (!isFromApi || !isAnswered || asksToWait(response)) throw new NotYetError(isBelieved ? response : null);
    },
    onError: (error) => {
      if (!isCurrent()) return;
      const response = responseOf(error);
      // The answer to HEAD has no body.
      const apiError = readApiError(response?.getBody()) ?? (response?.getStatus() === 401 ? SESSION_ENDED : null);
      if (!apiError) {
        console.warn("the upload stopped", error);
        return setState({ phase: "stopped", name, message: NOT_SENT });
      }
      const retryAfterSeconds = Number(response?.getHeader("Retry-After")) || undefined;
      const message = (isGuest ? guestFileErrorMessage : errorMessage)(
        { ...apiError, retryAfterSeconds },
        FILE_NOT_SENT,
      );
      // The server is in trouble, or has no room for some seconds. Nothing is wrong with the file: the upload goes on from where it stopped.
      const status = response?.getStatus() ?? 0;
      const isPassing = status >= 500 || (status === 429 && shortPauseMs(response, 0) !== null);
      if (isPassing) return setState({ phase: "stopped", name, message });
      onEnd();
      setState({ phase: "rejected", name, message });
    },
    onSuccess: () => {
      if (!isCurrent()) return;
      onEnd();
      const uploaded = upload.url ? uploadedFileFromUrl(upload.url, name) : null;
      setState(
        uploaded
          ? { phase: "uploaded", file: { ...uploaded, fingerprint } }
          : { phase: "rejected", name, message: FILE_NOT_SENT },
      );
    },
  });
  return {
    upload,
    resume: () => {
      freeAttempts = repeatedAttempts;
      upload.options.retryDelays = delaysAfter(freeAttempts);
      upload.start();
    },
  };
}

/** True when the API has told the offset, and asks to wait for a short time before the next part is sent. */
function asksToWait(response: HttpResponse | null): boolean {
  return response?.getStatus() === 200 && shortPauseMs(response, 0) !== null;
}

/** The pauses after so many attempts. For a part, tus-js-client makes the one at the place of its attempt. */
function delaysAfter(attempts: number): number[] {
  return [...new Array<number>(attempts).fill(0), ...RETRY_DELAYS_MS];
}

/**
 * How long to wait after a limit has refused an attempt, in milliseconds; null when the limit asks for more than a minute, or for nothing.
 * It is what `Retry-After` says, longer after each refusal but at most a minute, and up to as much again by chance: otherwise all the uploads
 * that wait behind one address would try again at the same moment, and would reach the limit on requests.
 */
function shortPauseMs(response: HttpResponse | null, refusals: number): number | null {
  const seconds = Number(response?.getHeader("Retry-After"));
  if (!(seconds > 0 && seconds <= SHORT_PAUSE_SECONDS)) return null;
  return Math.min(SHORT_PAUSE_SECONDS, seconds * (1 + refusals / 4)) * 1000 * (1 + Math.random());
}

/** The method of the request that failed; null when it is not known. */
function methodOf(error: Error | DetailedError): string | null {
  return "originalRequest" in error ? (error.originalRequest?.getMethod() ?? null) : null;
}

/** What was answered to the request that failed; null when there was no answer. */
function responseOf(error: Error | DetailedError): HttpResponse | null {
  if (!("originalResponse" in error)) return null;
  return error.causingError instanceof NotYetError ? error.causingError.response : error.originalResponse;
}
