import { redirect } from "react-router";
import { pageMeta } from "../../../../components/page-meta";
import { BRAND } from "../../../../content/brand";
import { SecondFactorProofSchema } from "../../../../contract/second-factor-settings";
import { catchActionError } from "../../../../forms/catch-action-error";
import { AuthPage } from "../../../auth/auth-page";
import type { Route } from "./+types/off";
import { switchOff } from "./action.server";
import { OFF_PATH, TWO_STEP_PATH, type TwoStepErrors } from "./form-data";
import { readTwoStep } from "./load.server";
import { OwnPasswordField, PageForm } from "./page-form";
import { ProofField } from "./proof-field";

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Switch off two-step sign-in",
    description: `Sign in to ${BRAND.name} with your password alone again.`,
    path: OFF_PATH,
    noindex: true,
  });

/** The form is shown when the state cannot be read: the API checks it again. */
export async function loader({ context }: Route.LoaderArgs) {
  const state = await readTwoStep(context);
  if (state.kind === "known" && !state.state.isOn) throw redirect(TWO_STEP_PATH, 303);
  return null;
}

export function action({ request, context }: Route.ActionArgs) {
  return switchOff({ request, context });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchActionError<TwoStepErrors>(serverAction, (message) => ({ message, fields: {} }));
}

const HELP = {
  title: "What happens",
  children: (
    <ul className="tied mt-5 grid gap-2">
      <li>Your password alone signs you in.</li>
      <li>The codes of your app and your recovery codes stop working.</li>
      <li>You can set it up again at any time, with the same phone or another one.</li>
    </ul>
  ),
};

export default function SwitchOff({ actionData }: Route.ComponentProps) {
  return (
    <AuthPage
      title="Switch off two-step sign-in?"
      lead="Then anyone who knows your password can sign in as you."
      aside={HELP}
    >
      <PageForm
        path={OFF_PATH}
        schema={SecondFactorProofSchema}
        fields={["password", "code"]}
        errors={actionData}
        button="Switch it off"
        busyLabel="Switching it off..."
        variant="danger"
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
