// The member's file on the dashboard: what is there, and the ways to it.

import { type ReactNode, Suspense } from "react";
import { Await, Link } from "react-router";
import { buttonVariants } from "../../../components/ui/button";
import { linkVariants } from "../../../components/ui/link-variants";
import type { Profile } from "../../../contract/account";
import { type FileKind, fileKindOf } from "../../../contract/files";
import { FILE_LABELS } from "../../../uploads/file-labels";
import type { FileState } from "../account-state";
import { Panel } from "../panel";
import { DELETE_PATH, FILE_PATH, otherKind } from "./action-data";
import { DownloadLink, FileRow, fileName, NamedFile, Row } from "./file-row";

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
  const { title, name } = FILE_LABELS[kind];
  const id = idOf(kind);
  return (
    <Panel id="file" title={title}>
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
        <Row
          actions={
            <Link className={buttonVariants({ variant: "outline", size: "small" })} to={FILE_PATH}>
              Add your {name}
            </Link>
          }
        >
          <p>No {name} yet. Only you will be able to download it.</p>
        </Row>
      )}
    </Panel>
  );
}

/** A file of which only the id is known. */
function Unnamed({ id, kind, says }: { id: string; kind: FileKind; says: ReactNode }) {
  const file = { id, kind, name: null };
  return (
    <Row
      actions={
        <>
          <DownloadLink file={file} />
          <Ways name={fileName(file)} />
        </>
      }
    >
      <NamedFile name={fileName(file)}>{says}</NamedFile>
    </Row>
  );
}

function Ways({ name }: { name: string }) {
  return (
    <>
      <Link className={linkVariants({ standalone: true })} to={FILE_PATH}>
        Replace<span className="sr-only"> {name}</span>
      </Link>
      <Link className={linkVariants({ standalone: true })} to={DELETE_PATH}>
        Delete<span className="sr-only"> {name}</span>
      </Link>
    </>
  );
}

/** What becomes of a file from an earlier role. */
function KeptNote({ kind, ownKind }: { kind: FileKind; ownKind: FileKind }) {
  return (
    <>
      You kept this {FILE_LABELS[kind].name} in an earlier role. It stays until you replace it with a{" "}
      {FILE_LABELS[ownKind].name} or delete it.
    </>
  );
}
