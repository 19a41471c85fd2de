import { data, Link } from "react-router";
import { pageMeta } from "../../../components/page-meta";
import { formVariants } from "../../../components/ui/form-layout";
import { linkVariants } from "../../../components/ui/link-variants";
import { BRAND } from "../../../content/brand";
import type { ProfileFile } from "../../../contract/account";
import type { FileKind } from "../../../contract/files";
import { FILE_MAX_BYTES } from "../../../contract/limits";
import { catchActionError } from "../../../forms/catch-action-error";
import { leadsToDashboard } from "../../../forms/leads-to-dashboard";
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
      replaced: postedId(form),
      message: message,
      fileError: null,
      uploaded: null,
    }));
  } catch (thrown) {
    // The profile has the file now: this tab must not offer it once more.
    if (leadsToDashboard(thrown)) clearUploads();
    throw thrown;
  }
}

export default function FilePage({ loaderData, actionData }: Route.ComponentProps) {
  const root = useRootData();
  const page = loaderData.kind === "failed" ? known(actionData) : loaderData;
  if (!page) {
    const message = loaderData.kind === "failed" ? loaderData.message : "";
    return <NotLoaded title="Your file could not be looked up" message={message} path={FILE_PATH} />;
  }
  const { fileKind, file, replaced } = page;
  const replaces = replaced !== null && (file?.kind ?? fileKind) === fileKind;
  return (
    <AuthPage
      title={`${replaces ? "Replace" : "Add"} your ${FILE_LABELS[fileKind].name}`}
      lead={
        replaced === null ? "It stays with your profile. Only you can download it." : "You have one file at a time."
      }
      aside={{ title: "What happens to it", children: <Happens /> }}
    >
      {file && <Present file={file} fileKind={fileKind} />}
      <FileForm
        actionData={actionData}
        memberId={root?.member?.id ?? ""}
        kind={fileKind}
        replaced={replaced}
        replaces={replaces}
        maxBytes={root?.config.fileMaxBytes ?? FILE_MAX_BYTES}
      />
    </AuthPage>
  );
}

/** What a form says of the file, where a failing backend says nothing: what arrived is not lost with the page. */
function known(
  actionData: FileActionData | undefined,
): { fileKind: FileKind; file: null; replaced: string | null } | null {
  return actionData ? { fileKind: actionData.kind, file: null, replaced: actionData.replaced } : null;
}

/** The file that is there, and what becomes of it. */
function Present({ file, fileKind }: { file: ProfileFile; fileKind: FileKind }) {
  const present = file.name ?? "the one that is there";
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
          ? `The file you choose below takes the place of ${present}, which is then deleted.`
          : `In your role you keep a ${FILE_LABELS[fileKind].name}. The one you choose below takes the place of ${present}, your ${FILE_LABELS[file.kind].name}, which is then deleted.`}
      </p>
    </div>
  );
}

function Happens() {
  return (
    <ul className="tied mt-5 grid gap-2">
      <li>It is sent as soon as you choose it, and goes on by itself after a lost connection.</li>
      <li>Until you press the button, nothing in your profile changes.</li>
      <li>A file that was replaced is deleted for good.</li>
    </ul>
  );
}
