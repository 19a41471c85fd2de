// The action of the sign-out form, for a browser without JavaScript. With JavaScript, app/lib/sign-out.ts calls the API instead.
import { redirect } from "react-router";
import { apiContext } from "../../context";
import { clearStorageHeaders } from "../../forms/after-submit.server";
import { readApiResult } from "../../lib/api-result.server";
import type { Route } from "./+types/sign-out";

/** A GET request only redirects: a link or a prefetch must not sign anybody out. */
export function loader() {
  throw redirect("/", 303);
}

/**
 * Ends all sessions, or with `?here` only this one. It redirects after an error as well: the API has deleted the cookie by then, and retries
 * the rest in the background.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const { sessions } = context.get(apiContext).client.account;
  const isThisSessionOnly = url.searchParams.has("here");
  const result = await readApiResult(
    isThisSessionOnly ? sessions[":id"].$delete({ param: { id: "current" } }) : sessions.$delete(),
  );
  if (!result.ok) console.error("the backend did not confirm the sign-out", result.error);
  throw redirect("/", { status: 303, headers: clearStorageHeaders(request) });
}

export default function SignOut() {
  return null;
}
