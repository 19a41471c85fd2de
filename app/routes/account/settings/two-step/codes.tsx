import { redirect } from "react-router";
import { pageMeta } from "../../../../components/page-meta";
import { BRAND } from "../../../../content/brand";
import { SecondFactorProofSchema } from "../../../../contract/second-factor-settings";
import { catchActionError } from "../../../../forms/catch-action-error";
import { useUntilNavigation } from "../../../../navigation/use-until-navigation";
import { AuthPage } from "../../../auth/auth-page";
import type { Route } from "./+types/codes";
import { type CodesActionData, renewCodes } from "./action.server";
import { CODES_PATH, TWO_STEP_PATH } from "./form-data";
import { readTwoStep } from "./load.server";
import { OwnPasswordField, PageForm } from "./page-form";
import { ProofField } from "./proof-field";
import { RecoveryCodesPage } from "./recovery-codes";

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "New recovery codes",
    description: `Make new recovery codes for signing in to ${BRAND.name} without your phone.`,
    path: CODES_PATH,
    noindex: true,
  });

/** The form is shown when the state cannot be read: the API checks it again. */
export async function loader({ context }: Route.LoaderArgs) {
  const state = await readTwoStep(context);
  if (state.kind === "known" && !state.state.isOn) throw redirect(TWO_STEP_PATH, 303);
  return null;
}

export function action({ request, context }: Route.ActionArgs) {
  return renewCodes({ request, context });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchActionError<CodesActionData>(serverAction, (message) => ({
    kind: "failed",
    errors: { message, fields: {} },
  }));
}

const HELP = {
  title: "When to do this",
  children: (
    <ul className="tied mt-5 grid gap-2">
      <li>Few of your codes are left.</li>
      <li>You cannot find them.</li>
      <li>Somebody else may have seen them.</li>
    </ul>
  ),
};

export default function NewCodes({ actionData: latestActionData }: Route.ComponentProps) {
  const actionData = useUntilNavigation(latestActionData);
  if (actionData?.kind === "codes")
    return <RecoveryCodesPage codes={actionData.codes} lead="The recovery codes from before do not work any more." />;
  return (
    <AuthPage
      title="New recovery codes"
      lead="You get six new ones. Those that you have now stop working."
      aside={HELP}
    >
      <PageForm
        path={CODES_PATH}
        schema={SecondFactorProofSchema}
        fields={["password", "code"]}
        errors={actionData?.errors}
        button="Make new codes"
        busyLabel="Making new codes..."
        cancel={{ label: "Not now", to: TWO_STEP_PATH }}
      >
        {(fields) => (
          <>
            <OwnPasswordField hint="So that nobody but you can do this." error={fields.password} />
            <ProofField error={fields.code} />
          </>
        )}
      </PageForm>
    </AuthPage>
  );
}
