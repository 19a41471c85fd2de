import type { Enrolment } from "./connect-app";
import { drawQrCode } from "./qr-code.server";

/** More than any name of a project and any e-mail need, and less than a QR code holds. */
const URI_MAX = 1024;
const BASE32 = /^[A-Z2-7]+$/;

/**
 * What the page shows of an authenticator's secret; null for a text that is no such address. Without JavaScript the form for the code
 * brings the address back: Appwrite tells it only once.
 * @param uri `otpauth://totp/label?secret=…&issuer=…`
 */
export function toEnrolment(uri: string): Enrolment | null {
  if (!uri.startsWith("otpauth://totp/") || uri.length > URI_MAX || !URL.canParse(uri)) return null;
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  if (!BASE32.test(secret)) return null;
  return { uri, key: secret.match(/.{1,4}/g)?.join(" ") ?? "", qr: drawQrCode(uri) };
}
