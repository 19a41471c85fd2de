// What a posted profile form leads to: a changed profile, or an answer that says what to put right.
import { data, type RouterContextProvider, redirect } from "react-router";
import { apiContext, flashContext } from "../../../context";
import { actionErrorMessage, dashboardAfter } from "../../../forms/after-submit.server";
import { readForm } from "../../../forms/read-form.server";
import { readApiResult } from "../../../lib/api-result.server";
import { leaveIfEnded, requireMember } from "../member.server";
import { changesOf, checkProfile, type ProfileActionData, readLoaded, readValues } from "./entry";

const FALLBACK = "Your profile could not be saved. Please try again.";

export async function saveProfile(request: Request, context: Readonly<RouterContextProvider>) {
  requireMember(context);
  const form = await readForm(request);
  const [values, loaded, today] = [readValues(form), readLoaded(form), new Date()];
  const answer = (errors: ProfileActionData["errors"], status: number) =>
    data<ProfileActionData>({ errors, values, loaded }, { status });

  const errors = checkProfile(values, today);
  if (errors) return answer(errors, 422);

  const changes = changesOf(values, loaded, today);
  if (Object.keys(changes).length > 0) {
    const saved = await readApiResult(context.get(apiContext).client.profile.$patch({ json: changes }));
    if (!saved.ok) {
      leaveIfEnded(saved.error);
      const message = actionErrorMessage(request, saved.error, FALLBACK);
      return answer({ message: message, fields: saved.error.fields ?? {} }, saved.error.code);
    }
  }
  context.get(flashContext).leave("profile-saved", "/dashboard");
  throw redirect(dashboardAfter(request), 303);
}
