import { data, Link } from "react-router";
import { pageMeta } from "../../../components/page-meta";
import { orFailureWords } from "../../../lib/action-failure";
import { FILE_WORDS } from "../../../lib/file-words";
import { leadsToDashboard } from "../../../lib/leads-to-dashboard";
import { forgetUploads } from "../../../lib/upload-memory";
import { AuthPage } from "../../auth/auth-page";
import "../dashboard.css";
import { NotLoaded } from "../not-loaded";
import type { Route } from "./+types/route";
import { putFile } from "./action.server";
import { DELETE_PATH, FILE_PATH, type FileAnswer } from "./answer";
import { FileForm } from "./file-form";
import { readFilePage } from "./file-page.server";
import { DownloadLink, FileRow, fileName } from "./file-row";

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: "Your file",
    description: "Add or replace the résumé or portfolio of your Navarambh profile.",
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

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await orFailureWords<FileAnswer>(serverAction, (words) => ({ message: words, fileWords: null, kept: null }));
  } catch (thrown) {
    // The profile has the file now: this tab must not offer it once more.
    if (leadsToDashboard(thrown)) forgetUploads();
    throw thrown;
  }
}

export default function FilePage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.kind === "failed") {
    return <NotLoaded title="Your file could not be looked up" words={loaderData.words} path={FILE_PATH} />;
  }
  const { memberId, fileKind, file, maxBytes } = loaderData;
  const { name } = FILE_WORDS[fileKind];
  return (
    <AuthPage
      title={file ? `Replace your ${FILE_WORDS[file.kind].name}` : `Add your ${name}`}
      lead={file ? "One file stands for you at a time." : "It stays with your profile. Only you can download it."}
      aside={{ title: "What happens to it", children: <Happens /> }}
    >
      {file && (
        <div className="form">
          <FileRow file={file}>
            {file.size !== null && <DownloadLink file={file} />}
            <Link className="quiet" to={DELETE_PATH}>
              Delete
            </Link>
          </FileRow>
          <p className="mt-4">
            {file.kind === fileKind
              ? `The file you choose below takes the place of ${fileName(file)}, which is then deleted.`
              : `In your role you keep a ${name}. The one you choose below takes the place of ${fileName(file)}, your ${FILE_WORDS[file.kind].name}, which is then deleted.`}
          </p>
        </div>
      )}
      <FileForm answer={actionData} memberId={memberId} kind={fileKind} replaces={file !== null} maxBytes={maxBytes} />
    </AuthPage>
  );
}

function Happens() {
  return (
    <ul className="tied">
      <li>It is sent as soon as you choose it, and goes on by itself after a lost connection.</li>
      <li>Until you press the button, nothing in your profile changes.</li>
      <li>A file that was replaced is deleted for good.</li>
    </ul>
  );
}
