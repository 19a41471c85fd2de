import type { MiddlewareHandler } from "hono";
import { FORM_FILE_MAX_BYTES, FORM_TEXT_MAX } from "../../app/contract/limits";
import { ServiceError } from "../errors";
import { readWithin } from "../http/body-limit";
import { BodyMemory } from "../http/body-memory";
import { MultipartScanner } from "../http/multipart-scanner";
import { pagePath } from "../http/page-path";
import { isApi } from "./configuration";
import type { AppEnv } from "./types";

/** The largest form with a file, in bytes: the file, its text fields and the multipart envelope. */
const FILE_FORM_MAX_BYTES = FORM_FILE_MAX_BYTES + 256 * 1024;
/**
 * How many bytes of forms with a file an isolate holds at once: three of the largest. While its page works on a form, each byte is held twice
 * (as it arrived and parsed, then parsed and as it is sent on), so that they take 60 MB of an isolate's 128 MB at worst.
 */
const FILE_FORMS_HELD_BYTES = 30_000_000;
/** The most fields of a form. The site's own have thirty. */
const FIELDS_MAX = 200;
/** What stands between two fields of a URL-encoded form: "&". */
const FIELD_SEPARATOR = 0x26;
/**
 * The most bytes that the headers of a form's parts may have together. The site's own have 3 KB, and one more for each file name of 255
 * characters in another script. The runtime's parser takes ten times as long for a byte of a header as for one of a file.
 */
const PART_HEADERS_MAX_BYTES = 32 * 1024;
/** The pages whose form has a file. */
const GUEST_FILE_FORM = "/signup";
const MEMBER_FILE_FORM = "/profile/file";

/**
 * Reads a form into memory, and rejects one that is too large or arrives too slowly. Drains what it rejects: a browser that is still
 * sending would show a connection error instead of the page. The API has its own limits. Without a session a member's file
 * is not read: its action redirects before it reads. What forms with a file take in memory is limited for all of them together; a form of
 * 64 KB or less does not count, so that nobody can keep the others from joining by sending files slowly.
 */
export function formLimit(): MiddlewareHandler<AppEnv> {
  const memory = new BodyMemory(FILE_FORMS_HELD_BYTES);
  return async function formLimit(c, next) {
    if (isApi(c.req.path)) return next();
    const path = pagePath(c.req.path);
    const isMemberFileForm = path === MEMBER_FILE_FORM;
    if (isMemberFileForm && !c.var.context.session.current) return next();
    // A URL-encoded form carries no file. A multipart form whose boundary cannot be parsed counts as one.
    const scanner = MultipartScanner.of(c.req.header("Content-Type") ?? "");
    const isFileForm = (isMemberFileForm || path === GUEST_FILE_FORM) && scanner !== null;
    const share = memory.share();
    try {
      c.req.raw = await readWithin(c.req.raw, {
        bytes: isFileForm ? FILE_FORM_MAX_BYTES : FORM_TEXT_MAX,
        createError: () => formTooLargeError(isFileForm),
        inspect: scanner ? (bytes) => inspectParts(scanner, bytes) : fieldCounter(),
        pace: c.var.context.clientPace,
        share,
      });
      await next();
    } finally {
      share.release();
    }
  };
}

function inspectParts(scanner: MultipartScanner, bytes: Uint8Array): ServiceError | null {
  scanner.scan(bytes);
  // There is one behind the last part.
  if (scanner.delimiters > FIELDS_MAX + 1) return tooManyFieldsError();
  if (scanner.headerBytes > PART_HEADERS_MAX_BYTES) {
    return new ServiceError("body_too_large", "This is too much at once: the names of fields and files are too long");
  }
  return null;
}

/** Counts the fields of a URL-encoded form: each takes the parser as much time as hundreds of bytes. */
function fieldCounter(): (bytes: Uint8Array) => ServiceError | null {
  let separators = 0;
  return (bytes) => {
    for (const byte of bytes) if (byte === FIELD_SEPARATOR) separators += 1;
    return separators < FIELDS_MAX ? null : tooManyFieldsError();
  };
}

function tooManyFieldsError(): ServiceError {
  return new ServiceError("body_too_large", `This is too much at once: a form has up to ${FIELDS_MAX} fields`);
}

function formTooLargeError(isFileForm: boolean): ServiceError {
  const limit = isFileForm
    ? `this form takes a file of up to ${FORM_FILE_MAX_BYTES / 1_000_000} MB`
    : `this form takes up to ${FORM_TEXT_MAX / 1024} KB`;
  return new ServiceError("body_too_large", `This is too much at once: ${limit}`);
}
