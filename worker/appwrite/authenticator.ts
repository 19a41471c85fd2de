// A member's authenticator app at Appwrite, with the member's own session. Appwrite knows one type of authenticator, time-based codes.
import { type Account, AuthenticatorType, type Models } from "appwrite";

const TOTP = { type: AuthenticatorType.Totp };

/**
 * Makes the secret that the app is given. It replaces one that was not verified.
 * @throws {AppwriteError} `user_authenticator_already_verified`.
 */
export function createAuthenticator(account: Account): Promise<Models.MfaType> {
  return account.createMFAAuthenticator(TOTP);
}

/**
 * Verifies the app with the code that it shows. Appwrite accepts only the code of the current 30 seconds, and limits no attempts.
 * @throws {AppwriteError} `user_invalid_token`; `user_authenticator_already_verified`; `user_authenticator_not_found`.
 */
export async function verifyAuthenticator(account: Account, code: string): Promise<void> {
  await account.updateMFAAuthenticator({ ...TOTP, otp: code });
}

/**
 * Removes the app. MFA stays on.
 * @throws {AppwriteError} `user_challenge_required` unless the session passed a challenge within 30 minutes;
 * `user_authenticator_not_found`.
 */
export async function deleteAuthenticator(account: Account): Promise<void> {
  await account.deleteMFAAuthenticator(TOTP);
}
