import type { RouterContextProvider } from "react-router";
import { apiContext } from "../../context";
import type { CodePurpose } from "../../contract/codes";
import { type ApiResultError, readApiResult } from "../../lib/api-result.server";
import type { PendingCode } from "./one-time-code";

/** Mails a one-time code. The result for "sign-in" does not reveal whether the e-mail has an account: it is the same either way. */
export async function mailCode(
  context: Readonly<RouterContextProvider>,
  email: string,
  purpose: CodePurpose,
): Promise<{ ok: true; sent: PendingCode } | { ok: false; error: ApiResultError }> {
  const { client } = context.get(apiContext);
  const result = await readApiResult(client.account.tokens.email.$post({ json: { email, phrase: true, purpose } }));
  if (!result.ok) return result;
  const { userId, phrase = "" } = result.data;
  return { ok: true, sent: { userId, email, phrase } };
}

/** The message for an error without a message of its own. */
export const SEND_CODE_FALLBACK = "The code could not be sent. Please try again.";
