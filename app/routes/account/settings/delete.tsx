import type { FormEvent } from "react";
import { data, Link, replace } from "react-router";
import { pageMeta } from "../../../components/page-meta";
import { Actions } from "../../../components/ui/actions";
import { Button } from "../../../components/ui/button";
import { ErrorSummary } from "../../../components/ui/error-summary";
import { FormEnd, formVariants } from "../../../components/ui/form-layout";
import { linkVariants } from "../../../components/ui/link-variants";
import { PasswordField } from "../../../components/ui/password-field";
import { BRAND } from "../../../content/brand";
import { apiContext, flashContext, memberContext } from "../../../context";
import { DeletionSchema } from "../../../contract/account-settings";
import { formErrors } from "../../../contract/form-schema";
import { SecondFactorProofSchema } from "../../../contract/second-factor-settings";
import { actionErrorMessage, clearStorageHeaders } from "../../../forms/after-submit.server";
import { catchActionError } from "../../../forms/catch-action-error";
import { errorsInOrder } from "../../../forms/field-errors";
import { readText } from "../../../forms/read-text";
import { useFormErrors } from "../../../forms/use-form-errors";
import { useIsSubmitting } from "../../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../../forms/use-prevent-double-submit";
import { readApiResult } from "../../../lib/api-result.server";
import { leaveAsGuest } from "../../../lib/sign-out";
import { RECOVERY_PATH, TWO_STEP_SIGN_IN_PATH } from "../../auth/path";
import { readMemberForm, redirectIfSessionEnded, requireMember } from "../member.server";
import { MemberForm } from "../member-form";
import type { Route } from "./+types/delete";
import { ExportLink } from "./export-link";
import { DELETE_PATH, SETTINGS_PATH } from "./form-data";
import { apiErrors } from "./two-step/api-errors";
import { FIELDS } from "./two-step/form-data";
import { ProofField } from "./two-step/proof-field";

/** The action data when the deletion has failed. */
interface DeletionActionData {
  message: string;
  /** What was deleted and what was not; shown below the message. */
  detail: string;
  fields: { password?: string; code?: string };
}

const FALLBACK = "Your account could not be deleted. Please try again.";
const NOTHING_DELETED = "Nothing was deleted.";
/** The error types that mean that the deletion did not start. After any other, a part may have been deleted. */
const ERRORS_BEFORE_DELETION: readonly string[] = [
  "validation_failed",
  "rate_limited",
  "user_blocked",
  "user_invalid_credentials",
  "second_factor_wrong",
  "second_factor_used",
  "second_factor_unavailable",
];

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Delete your account",
    description: `What goes when you delete your ${BRAND.name} account, and how to do it.`,
    path: DELETE_PATH,
    noindex: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  requireMember(context);
  const secondFactor = await readApiResult(context.get(apiContext).client.account["second-factor"].$get());
  if (!secondFactor.ok) redirectIfSessionEnded(secondFactor.error);
  // When it cannot be read, the field appears after the API has asked for the code.
  return { name: context.get(memberContext)?.name ?? "", needsCode: secondFactor.ok && secondFactor.data.isOn };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readMemberForm(request, context);
  const { account } = context.get(apiContext).client;
  const json = { password: readText(form, "password"), code: readText(form, "code") };
  const result = await readApiResult(account.$delete({ json }));
  if (result.ok) throw deletedRedirect(request, context);
  const { error } = result;
  if (error.type === "session_missing") throw replace("/login?ended", 303);
  if (error.type === "user_more_factors_required") throw replace(TWO_STEP_SIGN_IN_PATH, 303);
  const errors = apiErrors(error, actionErrorMessage(request, error, FALLBACK));
  const { message } = errors;
  if (ERRORS_BEFORE_DELETION.includes(error.type))
    return data<DeletionActionData>({ ...errors, detail: NOTHING_DELETED }, { status: error.code });

  // Reading the account shows how far the deletion came.
  const remaining = await readApiResult(account.$get());
  if (remaining.ok && !remaining.data.user) throw deletedRedirect(request, context);
  return data(notDeleted(message, describeRemaining(remaining.ok ? remaining.data : null)), { status: error.code });
}

/** The redirect after the account was deleted. */
function deletedRedirect(request: Request, context: Route.ActionArgs["context"]): Response {
  context.get(flashContext).set("account-deleted", "/");
  return replace("/", { status: 303, headers: clearStorageHeaders(request) });
}

/** The detail after a deletion that failed. @param remaining what still exists; null when it is unknown */
function describeRemaining(remaining: { profile: object | null } | null): string {
  if (!remaining)
    return "We cannot see how much of it is gone already. What is left goes when you send this once more.";
  return remaining.profile
    ? "Your account and your profile are still there; your file may be gone. Send this once more, and the rest goes too."
    : "Your file and your profile are gone; the account itself is still there. Send this once more, and it goes too.";
}

function notDeleted(message: string, detail: string): DeletionActionData {
  return { message, detail, fields: {} };
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await catchActionError<DeletionActionData>(serverAction, (message) =>
      notDeleted(message, describeRemaining(null)),
    );
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.headers.get("Location") !== "/") throw thrown;
    leaveAsGuest();
    // This promise never resolves, so that the page stays busy until `leaveAsGuest` has loaded the next document.
    return new Promise<never>(() => {});
  }
}

export default function DeleteAccount({ loaderData: { name, needsCode }, actionData }: Route.ComponentProps) {
  return (
    <div className="page-width grid grid-cols-1 items-start gap-x-form-aside pt-form-page pb-section lg:grid-cols-aside">
      <div>
        <h1>Delete your account</h1>
        <p className="prose mt-3 text-lg text-ink-soft">
          You are about to delete the account of <b className="wrap-anywhere">{name}</b>. This cannot be undone, by you
          or by us.
        </p>
        <section className="mt-9" aria-labelledby="goes">
          <h2 id="goes" className="text-xl">
            What goes
          </h2>
          <ul className="tied mt-3 max-w-prose text-pretty">
            <li>Your profile: name, phone, location, and what you told us about your studies or your company</li>
            <li>Your résumé or portfolio, if you gave us one</li>
            <li>Your sign-ins, on this device and on every other</li>
            <li>The account itself. Your email is then free to join again, from the beginning</li>
          </ul>
        </section>
        <DeletionForm actionData={actionData} needsCode={needsCode} />
      </div>
      <aside
        className="cloth mt-9 px-[min(1.5rem,7vw)] py-6 lg:sticky lg:top-26 lg:col-start-2 lg:row-start-1 lg:mt-3"
        aria-labelledby="before"
      >
        <h2 id="before" className="text-xl">
          Before you go
        </h2>
        <p className="mt-2 text-ink-soft">
          Download a copy first, if you want one. Once the account is gone, we cannot make one.
        </p>
        <ExportLink place="aside" />
      </aside>
    </div>
  );
}

interface DeletionFormProps {
  actionData: DeletionActionData | undefined;
  /** True while two-step sign-in is on. */
  needsCode: boolean;
}

function DeletionForm({ actionData, needsCode }: DeletionFormProps) {
  const { shown, attempt, show, setShown } = useFormErrors(actionData);
  const isBusy = useIsSubmitting(DELETE_PATH);
  const preventDoubleSubmit = usePreventDoubleSubmit(isBusy);
  const hasCode = needsCode || actionData?.fields.code !== undefined;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const values = { password: readText(form, "password"), code: readText(form, "code") };
    const errors = formErrors(hasCode ? SecondFactorProofSchema : DeletionSchema, values);
    if (!errors) return preventDoubleSubmit(event);
    event.preventDefault();
    show({ ...errors, detail: NOTHING_DELETED });
  };
  const links = errorsInOrder(FIELDS, shown?.fields ?? {});
  return (
    <>
      {shown && (
        <ErrorSummary title={shown.message} errors={links} attempt={attempt}>
          <p>{shown.detail}</p>
        </ErrorSummary>
      )}
      <MemberForm
        action={DELETE_PATH}
        replace
        className={formVariants()}
        noValidate
        onSubmit={onSubmit}
        onInput={() => setShown(null)}
      >
        <PasswordField
          id="password"
          label="Password"
          shows="password"
          hint="So that nobody but you can do this."
          error={shown?.fields.password}
          autoComplete="current-password"
          enterKeyHint={hasCode ? "next" : "go"}
        />
        {hasCode && <ProofField error={shown?.fields.code} />}
        <FormEnd>
          <Actions>
            <Button variant="danger" busy={isBusy} busyLabel="Deleting your account...">
              Delete my account for good
            </Button>
            <Link className={linkVariants({ standalone: true })} to={SETTINGS_PATH}>
              Keep my account
            </Link>
          </Actions>
          <p>
            <Link to={RECOVERY_PATH}>Forgotten your password?</Link>
          </p>
        </FormEnd>
      </MemberForm>
    </>
  );
}
