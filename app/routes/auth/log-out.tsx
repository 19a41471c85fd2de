// The log-out form's address, for a browser without scripts; where they run, app/lib/log-out.ts does the same over the API.
import { redirect } from "react-router";
import { apiContext } from "../../context";
import { readAnswer } from "../../lib/api-answer.server";
import type { Route } from "./+types/log-out";

/** A link or a prefetch must never sign anybody out. */
export function loader() {
  throw redirect("/", 303);
}

/** Ends all sessions. For the person it always succeeds; what the backend did not confirm is the API's to see to. */
export async function action({ context }: Route.ActionArgs) {
  const ended = await readAnswer(context.get(apiContext).client.account.sessions.$delete());
  if (!ended.ok) console.error("the sessions were not ended", ended.error);
  throw redirect("/", 303);
}

export default function LogOut() {
  return null;
}
