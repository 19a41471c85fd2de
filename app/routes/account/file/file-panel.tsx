// The member's file on the dashboard: what is there, and the ways to it.
import { type ReactNode, Suspense } from "react";
import { Await, Link } from "react-router";
import type { Profile } from "../../../contract/account";
import { type FileKind, fileKindOf } from "../../../contract/files";
import { FILE_WORDS } from "../../../lib/file-words";
import type { FileState } from "../account-state";
import { DELETE_PATH, FILE_PATH, otherKind } from "./answer";
import { DownloadLink, FileRow, fileName } from "./file-row";

interface FilePanelProps {
  role: string;
  /** The profile, which names the file by its id. */
  fileOf: Pick<Profile, "resumeId" | "portfolioId">;
  /** Its name and size, which take a call of their own. */
  file: FileState | Promise<FileState>;
}

export function FilePanel({ role, fileOf, file }: FilePanelProps) {
  const ownKind = fileKindOf(role);
  const idOf = (kind: FileKind) => fileOf[`${kind}Id`];
  const kind = !idOf(ownKind) && idOf(otherKind(ownKind)) ? otherKind(ownKind) : ownKind;
  const { title, name } = FILE_WORDS[kind];
  const id = idOf(kind);
  return (
    <section className="panel" aria-labelledby="file">
      <header>
        <h2 id="file">{title}</h2>
      </header>
      {id ? (
        <Suspense fallback={<Unnamed id={id} kind={kind} says="Looking up its name and size..." />}>
          <Await resolve={file}>
            {(state) =>
              state.kind === "known" && state.file ? (
                <FileRow file={state.file} note={kind !== ownKind && <KeptNote kind={kind} ownKind={ownKind} />}>
                  {state.file.size !== null && <DownloadLink file={state.file} />}
                  <Ways name={fileName(state.file)} />
                </FileRow>
              ) : (
                <Unnamed id={id} kind={kind} says="Its name and size could not be looked up just now." />
              )
            }
          </Await>
        </Suspense>
      ) : (
        <div className="row">
          <p>No {name} yet. Only you will be able to download it.</p>
          <div className="actions">
            <Link className="button button-outline button-small" to={FILE_PATH}>
              Add your {name}
            </Link>
          </div>
        </div>
      )}
    </section>
  );
}

/** A file of which only the id is known. */
function Unnamed({ id, kind, says }: { id: string; kind: FileKind; says: ReactNode }) {
  const file = { id, kind, name: null };
  return (
    <div className="row">
      <div>
        <b>{fileName(file)}</b>
        <small>{says}</small>
      </div>
      <div className="actions">
        <DownloadLink file={file} />
        <Ways name={fileName(file)} />
      </div>
    </div>
  );
}

function Ways({ name }: { name: string }) {
  return (
    <>
      <Link className="quiet" to={FILE_PATH}>
        Replace<span className="visually-hidden"> {name}</span>
      </Link>
      <Link className="quiet" to={DELETE_PATH}>
        Delete<span className="visually-hidden"> {name}</span>
      </Link>
    </>
  );
}

/** What becomes of a file from an earlier role. */
function KeptNote({ kind, ownKind }: { kind: FileKind; ownKind: FileKind }) {
  return (
    <>
      You kept this {FILE_WORDS[kind].name} in an earlier role. It stays until you replace it with a{" "}
      {FILE_WORDS[ownKind].name} or delete it.
    </>
  );
}
