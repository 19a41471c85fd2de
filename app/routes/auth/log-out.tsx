// The log-out form's address, for a browser without scripts; where they run, app/lib/log-out.ts does the same over the API.
import { redirect } from "react-router";
import { apiContext } from "../../context";
import { readApiResult } from "../../lib/api-result.server";
import type { Route } from "./+types/log-out";

/** A link or a prefetch must never sign anybody out. */
export function loader() {
  throw redirect("/", 303);
}

/** Ends all sessions, or with `?here` this browser's. For the person it always succeeds; what the backend did not confirm is the API's to see to. */
export async function action({ url, context }: Route.ActionArgs) {
  const { sessions } = context.get(apiContext).client.account;
  const isHereAlone = url.searchParams.has("here");
  const ended = await readApiResult(
    isHereAlone ? sessions[":id"].$delete({ param: { id: "current" } }) : sessions.$delete(),
  );
  if (!ended.ok) console.error("the log-out was not confirmed", ended.error);
  throw redirect("/", 303);
}

export default function LogOut() {
  return null;
}
