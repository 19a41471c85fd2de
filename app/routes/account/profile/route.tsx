import { useState } from "react";
import { data } from "react-router";
import { pageMeta } from "../../../components/page-meta";
import { BRAND } from "../../../content/brand";
import { catchActionError } from "../../../forms/catch-action-error";
import { finishSave } from "../../../forms/dashboard-redirect";
import { clearDrafts, profileDraft } from "../../../forms/draft";
import { readText } from "../../../forms/read-text";
import { useRootData } from "../../../root";
import { AuthPage } from "../../auth/auth-page";
import { readMember } from "../member.server";
import { NotLoaded } from "../not-loaded";
import { OPENER_FIELD } from "../opener";
import type { Route } from "./+types/route";
import { saveProfile } from "./action.server";
import { addUnconfirmed, EMPTY_VALUES, type ProfileActionData, toProfileValues } from "./form-data";
import { PROFILE_PATH } from "./path";
import { ProfileForm } from "./profile-form";

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Your profile",
    description: `Change what your ${BRAND.name} profile says.`,
    path: PROFILE_PATH,
    noindex: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const state = await readMember(context);
  const today = new Date().toISOString().slice(0, 10);
  if (state.kind === "failed") return data({ ...state, today }, { status: 503 });
  const { user, profile } = state;
  return {
    kind: "member" as const,
    account: { name: profile?.name || user.name, email: user.email },
    isMissing: profile === null,
    hasFile: Boolean(profile?.resumeId || profile?.portfolioId),
    values: toProfileValues(profile),
    today,
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveProfile(request, context);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  try {
    return await catchActionError<ProfileActionData>(serverAction, (message) => ({
      errors: { message, fields: {} },
      values: EMPTY_VALUES,
      loaded: EMPTY_VALUES,
      unconfirmed: addUnconfirmed(form),
    }));
  } catch (thrown) {
    await finishSave(thrown, request.signal, () => clearDrafts(profileDraft(readText(form, OPENER_FIELD))));
    throw thrown;
  }
}

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  /** Counts how often a draft was discarded. As the form's key, it mounts a new form. */
  const [discardCount, setDiscardCount] = useState(0);
  /** The action data at that time, which the new form must ignore. */
  const [discarded, setDiscarded] = useState<typeof actionData>();
  const memberId = useRootData()?.member?.id ?? "";
  if (loaderData.kind === "failed" && !actionData) {
    return <NotLoaded title="Your profile did not load" message={loaderData.message} path={PROFILE_PATH} />;
  }
  // After a failed action the form is shown even when the profile could not be loaded: it has the input.
  const loaded = loaderData.kind === "failed" ? NOT_LOADED : loaderData;
  return (
    <AuthPage
      title={loaded.isMissing ? "Complete your profile" : "Edit your profile"}
      lead={
        loaded.isMissing
          ? "Your account is fine, but your profile was not saved. A few answers complete it."
          : "Change what has changed. The rest stays as it is."
      }
      aside={{ title: "What stays as it is", children: <ProfileHelp /> }}
      isResult={discardCount > 0}
    >
      <ProfileForm
        key={discardCount}
        actionData={actionData === discarded ? undefined : actionData}
        memberId={memberId}
        {...loaded}
        today={loaderData.today}
        onDiscard={() => {
          setDiscardCount(discardCount + 1);
          setDiscarded(actionData);
        }}
      />
    </AuthPage>
  );
}

const NOT_LOADED = { account: null, isMissing: false, hasFile: false, values: EMPTY_VALUES };

function ProfileHelp() {
  return (
    <ul className="tied mt-5 grid gap-2">
      <li>Your name and phone number belong to your account. Change them in your settings.</li>
      <li>Your file stays with you in any role, until you replace or delete it.</li>
      <li>Nothing is saved before you press the button.</li>
    </ul>
  );
}
