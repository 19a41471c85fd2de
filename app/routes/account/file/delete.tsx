import { data, Link, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { pageMeta } from "../../../components/page-meta";
import { Actions } from "../../../components/ui/actions";
import { Button } from "../../../components/ui/button";
import { ErrorSummary } from "../../../components/ui/error-summary";
import { formVariants } from "../../../components/ui/form-layout";
import { linkVariants } from "../../../components/ui/link-variants";
import { BRAND } from "../../../content/brand";
import { catchActionError } from "../../../forms/catch-action-error";
import { finishSave } from "../../../forms/dashboard-redirect";
import { readText } from "../../../forms/read-text";
import { useFormErrors } from "../../../forms/use-form-errors";
import { useIsSubmitting } from "../../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../../forms/use-prevent-double-submit";
import type { ErrorInfo } from "../../../lib/error-messages";
import { FILE_LABELS } from "../../../uploads/file-labels";
import { AuthPage } from "../../auth/auth-page";
import { MemberForm } from "../member-form";
import { NotLoaded } from "../not-loaded";
import type { Route } from "./+types/delete";
import { deleteFile } from "./action.server";
import {
  DELETE_PATH,
  type DeleteFileActionData,
  FILE_ID,
  FILE_NAME,
  isUncertain,
  KIND,
  postedId,
  postedKind,
} from "./action-data";
import { readFilePage } from "./file-page.server";
import { DownloadLink, FileRow, fileName } from "./file-row";

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Delete your file",
    description: `Delete the résumé or portfolio of your ${BRAND.name} profile.`,
    path: DELETE_PATH,
    noindex: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const page = await readFilePage(context);
  if (page.kind === "failed") return data(page, { status: 503 });
  const { file } = page;
  if (!file) throw redirect("/dashboard", 303);
  return { kind: "member" as const, file };
}

export function action({ request, context }: Route.ActionArgs) {
  return deleteFile(request, context);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const toActionData = (message: string, error: ErrorInfo | null): DeleteFileActionData => ({
    message,
    kind: postedKind(form),
    id: postedId(form),
    name: readText(form, FILE_NAME),
    isUncertain: isUncertain(error),
  });
  try {
    return await catchActionError(serverAction, toActionData, false);
  } catch (thrown) {
    await finishSave(thrown, request.signal);
    throw thrown;
  }
}

/** After a conflict the loader runs again, so that the page shows the file that is in the profile now. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate;
}

export default function DeleteFilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, attempt } = useFormErrors(actionData);
  const isBusy = useIsSubmitting(DELETE_PATH);
  const preventDoubleSubmit = usePreventDoubleSubmit(isBusy);
  // When the deletion fails, the loader may fail too. The action data then fill the form, so that it can be sent again.
  const target = loaderData.kind === "failed" ? actionData : { ...loaderData.file, name: fileName(loaderData.file) };
  if (!target) {
    const message = loaderData.kind === "failed" ? loaderData.message : "";
    return <NotLoaded title="Your file could not be looked up" message={message} path={DELETE_PATH} />;
  }
  const { name } = FILE_LABELS[target.kind];
  return (
    <AuthPage
      title={`Delete your ${name}?`}
      lead="It cannot be brought back. Your profile stays, and you can add another file at any time."
      aside={{
        title: "Before you do",
        children: <p className="mt-4">Download it first if this is the only copy you have.</p>,
      }}
    >
      {shown && (
        <ErrorSummary
          title={
            shown.isUncertain ? `We do not know whether ${shown.name} is deleted` : `${shown.name} was not deleted`
          }
          attempt={attempt}
        >
          <p>{shown.message}</p>
        </ErrorSummary>
      )}
      <div className={formVariants()}>
        {loaderData.kind === "member" && (
          <FileRow file={loaderData.file}>
            {loaderData.file.size !== null && <DownloadLink file={loaderData.file} />}
          </FileRow>
        )}
        <MemberForm action={DELETE_PATH} replace className="mt-8" onSubmit={preventDoubleSubmit}>
          <input type="hidden" name={KIND} value={target.kind} />
          <input type="hidden" name={FILE_ID} value={target.id ?? ""} />
          <input type="hidden" name={FILE_NAME} value={target.name} />
          <Actions>
            <Button variant="danger" busy={isBusy} busyLabel="Deleting...">
              Delete my {name}
            </Button>
            <Link className={linkVariants({ standalone: true })} to="/dashboard">
              Keep it
            </Link>
          </Actions>
        </MemberForm>
      </div>
    </AuthPage>
  );
}
