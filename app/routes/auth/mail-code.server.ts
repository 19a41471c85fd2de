import type { RouterContextProvider } from "react-router";
import { apiContext } from "../../context";
import type { CodePurpose } from "../../contract/codes";
import { type ApiResultError, readApiResult } from "../../lib/api-result.server";
import type { SentCode } from "./one-time-code";

/** Has a one-time code mailed to an address. For signing in the answer is the same whether an account has the address or not. */
export async function mailCode(
  context: Readonly<RouterContextProvider>,
  email: string,
  purpose: CodePurpose,
): Promise<{ ok: true; sent: SentCode } | { ok: false; error: ApiResultError }> {
  const { client } = context.get(apiContext);
  const mailed = await readApiResult(client.account.tokens.email.$post({ json: { email, phrase: true, purpose } }));
  if (!mailed.ok) return mailed;
  const { userId, phrase = "" } = mailed.data;
  return { ok: true, sent: { userId, email, phrase } };
}

/** Said by a form whose code could not be sent, for want of better words. */
export const CODE_UNSENT = "The code could not be sent. Please try again.";
