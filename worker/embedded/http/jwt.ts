// JSON Web Tokens (HS256). One that a user makes belongs to their session and is valid for 15 minutes.
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import { AppwriteError } from "./errors";
import { isObject, parseJson } from "./rules";

export interface Claims {
  userId: string;
  /** `NO_SESSION` in a JWT that a server has made without one. */
  sessionId: string;
}

export const NO_SESSION = "";
export const JWT_SECONDS = 900;
const HEADER = encode({ typ: "JWT", alg: "HS256" });

export function signJwt(claims: Claims, secret: string, now: Date, ttlSeconds = JWT_SECONDS): string {
  const exp = Math.floor(now.getTime() / 1000) + ttlSeconds;
  const content = `${HEADER}.${encode({ ...claims, exp })}`;
  return `${content}.${sign(content, secret)}`;
}

/** The claims of a token that has our signature and has not expired. Throws user_jwt_invalid. */
export function verifyJwt(jwt: string, secret: string, now: Date): Claims {
  const [header = "", payload = "", signature = ""] = jwt.split(".");
  const claims = parseJson(Buffer.from(payload, "base64url").toString());
  if (!isObject(claims) || !isObject(parseJson(Buffer.from(header, "base64url").toString()))) {
    throw invalidJwt("JSON failed: Syntax error");
  }
  const expected = Buffer.from(sign(`${header}.${payload}`, secret));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    throw invalidJwt("Invalid token: Signature failed");
  }
  const { userId, sessionId, exp } = claims;
  if (typeof userId !== "string" || typeof sessionId !== "string" || typeof exp !== "number") {
    throw invalidJwt("Invalid token: Incomplete segments");
  }
  if (exp <= now.getTime() / 1000) throw invalidJwt("Invalid token: Expired");
  return { userId, sessionId };
}

function invalidJwt(reason: string): AppwriteError {
  return new AppwriteError("user_jwt_invalid", `Failed to verify JWT. ${reason}`);
}

function sign(content: string, secret: string): string {
  return createHmac("sha256", secret).update(content).digest("base64url");
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
