// The dashboard's section about the member's file.

import { type ReactNode, Suspense } from "react";
import { Await, Link } from "react-router";
import { buttonVariants } from "../../../components/ui/button";
import { linkVariants } from "../../../components/ui/link-variants";
import type { Profile } from "../../../contract/account";
import { FILE_ID_FIELDS, type FileKind, fileKindOf } from "../../../contract/files";
import { FILE_LABELS } from "../../../uploads/file-labels";
import type { FileState } from "../account-state";
import { Panel } from "../panel";
import { DELETE_PATH, FILE_PATH, otherKind } from "./action-data";
import { ActionRow, DownloadLink, FileRow, fileName, NamedFile } from "./file-row";

interface FilePanelProps {
  role: string;
  profile: Pick<Profile, "resumeId" | "portfolioId">;
  /** The name and size of the file; the profile has only its id. */
  file: FileState | Promise<FileState>;
}

export function FilePanel({ role, profile, file }: FilePanelProps) {
  const ownKind = fileKindOf(role);
  const idOf = (kind: FileKind) => profile[FILE_ID_FIELDS[kind]];
  const kind = !idOf(ownKind) && idOf(otherKind(ownKind)) ? otherKind(ownKind) : ownKind;
  const { title, name } = FILE_LABELS[kind];
  const id = idOf(kind);
  return (
    <Panel id="file" title={title}>
      {id ? (
        <Suspense fallback={<UnnamedFile id={id} kind={kind} note="Looking up its name and size..." />}>
          <Await resolve={file}>
            {(state) =>
              state.kind === "known" && state.file ? (
                <FileRow file={state.file} note={kind !== ownKind && <EarlierRoleNote kind={kind} ownKind={ownKind} />}>
                  {state.file.size !== null && <DownloadLink file={state.file} />}
                  <FileLinks name={fileName(state.file)} />
                </FileRow>
              ) : (
                <UnnamedFile id={id} kind={kind} note="Its name and size could not be looked up just now." />
              )
            }
          </Await>
        </Suspense>
      ) : (
        <ActionRow
          actions={
            <Link className={buttonVariants({ variant: "outline", size: "small" })} to={FILE_PATH}>
              Add your {name}
            </Link>
          }
        >
          <p>No {name} yet. Only you will be able to download it.</p>
        </ActionRow>
      )}
    </Panel>
  );
}

/** A file whose name and size are not known, or not yet. */
function UnnamedFile({ id, kind, note }: { id: string; kind: FileKind; note: ReactNode }) {
  const file = { id, kind, name: null };
  return (
    <ActionRow
      actions={
        <>
          <DownloadLink file={file} />
          <FileLinks name={fileName(file)} />
        </>
      }
    >
      <NamedFile name={fileName(file)}>{note}</NamedFile>
    </ActionRow>
  );
}

function FileLinks({ name }: { name: string }) {
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

function EarlierRoleNote({ kind, ownKind }: { kind: FileKind; ownKind: FileKind }) {
  return (
    <>
      You kept this {FILE_LABELS[kind].name} in an earlier role. It stays until you replace it with a{" "}
      {FILE_LABELS[ownKind].name} or delete it.
    </>
  );
}
