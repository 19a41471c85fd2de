// The action of the profile form. It saves the changes and redirects to the dashboard, or returns action data with errors.
import { data, type RouterContextProvider, redirect } from "react-router";
import { apiContext, flashContext } from "../../../context";
import { parseForm } from "../../../contract/form-schema";
import { ProfileFormSchema } from "../../../contract/profile";
import { actionErrorMessage, dashboardPath } from "../../../forms/after-submit.server";
import { readApiResult } from "../../../lib/api-result.server";
import { readMemberForm, redirectIfSessionEnded, requireMember } from "../member.server";
import {
  addUnconfirmed,
  type ProfileActionData,
  readLoadedValues,
  readProfileForm,
  readUnconfirmed,
  toProfilePatch,
} from "./form-data";

const FALLBACK = "Your profile could not be saved. Please try again.";

export async function saveProfile(request: Request, context: Readonly<RouterContextProvider>) {
  requireMember(context);
  const form = await readMemberForm(request, context);
  const [values, loaded] = [readProfileForm(form), readLoadedValues(form)];
  const unconfirmed = readUnconfirmed(form);
  const fail = (errors: ProfileActionData["errors"], status: number) => {
    // Without an answer of the backend, what was sent may be saved.
    const sent = status >= 500 ? addUnconfirmed(form) : unconfirmed;
    return data<ProfileActionData>({ errors, values, loaded, unconfirmed: sent }, { status });
  };

  const parsed = parseForm(ProfileFormSchema, values);
  if (!parsed.ok) return fail(parsed.errors, 422);

  const patch = toProfilePatch(parsed.data, values, loaded, unconfirmed);
  const hasChanges = Object.keys(patch).length > 0;
  if (hasChanges) {
    const result = await readApiResult(context.get(apiContext).client.profile.$patch({ json: patch }));
    if (!result.ok) {
      const { error } = result;
      redirectIfSessionEnded(error);
      return fail({ message: actionErrorMessage(request, error, FALLBACK), fields: error.fields ?? {} }, error.code);
    }
  }
  // Nothing was sent without a change, so this does not say that it is saved: an earlier save may still be under way.
  context.get(flashContext).set(hasChanges ? "profile-saved" : "profile-unchanged", "/dashboard");
  throw redirect(dashboardPath(request), 303);
}
