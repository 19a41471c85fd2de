// Second factors, switched on directly at the embedded backend.
import { loadConfig } from "../../../worker/config";
import { totpCode } from "../../../worker/embedded/account/totp";
import { PASSWORD } from "./people";
import { bindings } from "./test-app";

/** How long a code of an authenticator lasts. */
const STEP_MS = 30_000;
/** So near its end a code is not used: the backend might get it after that. */
const MARGIN_MS = 1000;

export interface SecondFactor {
  userId: string;
  /** The code that the authenticator shows now. */
  code(): Promise<string>;
  recoveryCodes: string[];
}

/** Calls the backend with the API key, or with a session. */
export async function callBackend<T>(method: string, path: string, body?: object, session?: string): Promise<T> {
  const { server, projectId, apiKey } = await loadConfig(bindings);
  const headers = new Headers({ "X-Appwrite-Project": projectId, "Content-Type": "application/json" });
  if (session) headers.set("X-Appwrite-Session", session);
  else headers.set("X-Appwrite-Key", apiKey);
  const sent = body && JSON.stringify(body);
  const response = await server.fetch(new Request(server.baseUrl + path, { method, headers, body: sent }));
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (response.status === 204 ? null : await response.json()) as T;
}

/** Adds an authenticator and recovery codes to a member's account, and switches the second factor on. */
export async function switchOnSecondFactor(email: string, password = PASSWORD): Promise<SecondFactor> {
  const session = await callBackend<{ userId: string; secret: string }>("POST", "/account/sessions/email", {
    email,
    password,
  });
  const call = <T>(method: string, path: string, body?: object) =>
    callBackend<T>(method, `/account/mfa${path}`, body, session.secret);
  const { secret } = await call<{ secret: string }>("POST", "/authenticators/totp");
  const code = async () => {
    const left = STEP_MS - (Date.now() % STEP_MS);
    if (left < MARGIN_MS) await scheduler.wait(left);
    return totpCode(secret, new Date());
  };
  await call("PUT", "/authenticators/totp", { otp: await code() });
  const { recoveryCodes } = await call<{ recoveryCodes: string[] }>("POST", "/recovery-codes");
  await call("PATCH", "", { mfa: true });
  return { userId: session.userId, code, recoveryCodes };
}

/** Marks a member's e-mail address as verified. */
export async function verifyEmail(userId: string): Promise<void> {
  await callBackend("PATCH", `/users/${userId}/verification`, { emailVerification: true });
}
