import { data, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { pageMeta } from "../../../components/page-meta";
import { formVariants } from "../../../components/ui/form-layout";
import { linkVariants } from "../../../components/ui/link-variants";
import { BRAND } from "../../../content/brand";
import type { ProfileFile } from "../../../contract/account";
import type { FileKind } from "../../../contract/files";
import { FILE_MAX_BYTES } from "../../../contract/limits";
import { catchActionError } from "../../../forms/catch-action-error";
import { finishSave } from "../../../forms/dashboard-redirect";
import { useRootData } from "../../../root";
import { FILE_LABELS } from "../../../uploads/file-labels";
import { clearUploads } from "../../../uploads/upload-storage";
import { AuthPage } from "../../auth/auth-page";
import { NotLoaded } from "../not-loaded";
import type { Route } from "./+types/route";
import { putFile } from "./action.server";
import { DELETE_PATH, FILE_PATH, type FileActionData, postedId, postedKind } from "./action-data";
import { FileForm } from "./file-form";
import { readFilePage } from "./file-page.server";
import { DownloadLink, FileRow } from "./file-row";

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Your file",
    description: `Add or replace the résumé or portfolio of your ${BRAND.name} profile.`,
    path: FILE_PATH,
    noindex: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const page = await readFilePage(context);
  return data(page, { status: page.kind === "failed" ? 503 : 200 });
}

export function action({ request, context }: Route.ActionArgs) {
  return putFile(request, context);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  try {
    return await catchActionError<FileActionData>(serverAction, (message) => ({
      kind: postedKind(form),
      currentId: postedId(form),
      message,
      fileError: null,
      uploaded: null,
    }));
  } catch (thrown) {
    // The profile has the file now, so this tab must not offer it again.
    await finishSave(thrown, request.signal, clearUploads);
    throw thrown;
  }
}

/** After an error that leaves open what the profile names now, the loader runs again, so that the page shows it. */
export function shouldRevalidate({ actionStatus = 200, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || actionStatus >= 500 || defaultShouldRevalidate;
}

export default function FilePage({ loaderData, actionData }: Route.ComponentProps) {
  const root = useRootData();
  const page = loaderData.kind === "failed" ? pageFromActionData(actionData) : loaderData;
  if (!page) {
    const message = loaderData.kind === "failed" ? loaderData.message : "";
    return <NotLoaded title="Your file could not be looked up" message={message} path={FILE_PATH} />;
  }
  const { fileKind, file, currentId } = page;
  const isSameKind = currentId !== null && (file?.kind ?? fileKind) === fileKind;
  return (
    <AuthPage
      title={`${isSameKind ? "Replace" : "Add"} your ${FILE_LABELS[fileKind].name}`}
      lead={
        currentId === null ? "It stays with your profile. Only you can download it." : "You have one file at a time."
      }
      aside={{ title: "What happens to it", children: <FileHelp /> }}
    >
      {file && <CurrentFile file={file} fileKind={fileKind} />}
      <FileForm
        actionData={actionData}
        memberId={root?.member?.id ?? ""}
        kind={fileKind}
        currentId={currentId}
        isSameKind={isSameKind}
        maxBytes={root?.config.fileMaxBytes ?? FILE_MAX_BYTES}
      />
    </AuthPage>
  );
}

/** When the loader failed after an action: shows the form from its action data, so that an uploaded file is not lost. */
function pageFromActionData(actionData: FileActionData | undefined) {
  return actionData ? { fileKind: actionData.kind, file: null, currentId: actionData.currentId } : null;
}

/** The file in the profile, and what happens to it when another one is chosen. */
function CurrentFile({ file, fileKind }: { file: ProfileFile; fileKind: FileKind }) {
  const currentName = file.name ?? "the one that is there";
  return (
    <div className={formVariants()}>
      <FileRow file={file}>
        {file.size !== null && <DownloadLink file={file} />}
        <Link className={linkVariants({ standalone: true })} to={DELETE_PATH}>
          Delete
        </Link>
      </FileRow>
      <p className="mt-4">
        {file.kind === fileKind
          ? `The file you choose below takes the place of ${currentName}, which is then deleted.`
          : `In your role you keep a ${FILE_LABELS[fileKind].name}. The one you choose below takes the place of ${currentName}, your ${FILE_LABELS[file.kind].name}, which is then deleted.`}
      </p>
    </div>
  );
}

function FileHelp() {
  return (
    <ul className="tied mt-5 grid gap-2">
      <li>It is sent as soon as you choose it, and goes on by itself after a lost connection.</li>
      <li>Until you press the button, nothing in your profile changes.</li>
      <li>A file that was replaced is deleted for good.</li>
    </ul>
  );
}
