// Second factors, switched on directly at an Appwrite over the network.
import { AuthenticatorType } from "appwrite";
import { Account, Client, Users } from "node-appwrite";
import type { StandaloneAppwrite } from "./appwrite";
import type { Person } from "./people";
import { totpCode, waitForSteadyCode } from "./totp";

export interface SecondFactor {
  /** The code that the member's authenticator app shows now. */
  code(): Promise<string>;
  recoveryCodes: string[];
}

type Appwrite = Pick<StandaloneAppwrite, "origin" | "apiKey">;

const clientOf = ({ origin }: Appwrite) => new Client().setEndpoint(`${origin}/v1`).setProject("navarambh");

/** Adds an authenticator and recovery codes to a member's account, verifies its e-mail, and switches the second factor on. */
export async function switchOnSecondFactor(appwrite: Appwrite, { email, password }: Person): Promise<SecondFactor> {
  const admin = clientOf(appwrite).setKey(appwrite.apiKey);
  const session = await new Account(admin).createEmailPasswordSession({ email, password });
  await new Users(admin).updateEmailVerification({ userId: session.userId, emailVerification: true });
  const account = new Account(clientOf(appwrite).setSession(session.secret));
  const { secret } = await account.createMFAAuthenticator({ type: AuthenticatorType.Totp });
  const code = async () => {
    await waitForSteadyCode();
    return totpCode(secret, Date.now());
  };
  await account.updateMFAAuthenticator({ type: AuthenticatorType.Totp, otp: await code() });
  const { recoveryCodes } = await account.createMFARecoveryCodes();
  await account.updateMFA({ mfa: true });
  return { code, recoveryCodes };
}
