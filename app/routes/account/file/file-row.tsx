import type { ReactNode } from "react";
import type { ProfileFile } from "../../../contract/account";
import { FILE_WORDS } from "../../../lib/file-words";
import { formatDate } from "../../../lib/format-date";
import { megabytes } from "../../../lib/megabytes";

/** A member's file: its name, its size, and what can be done with it. */
export function FileRow({ file, note, children }: { file: ProfileFile; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="row">
      <div>
        <b>{fileName(file)}</b>
        <small>
          {fileFacts(file)} {note}
        </small>
      </div>
      <div className="actions">{children}</div>
    </div>
  );
}

/** The name that a file was chosen under, or what to call it where that is not known. */
export function fileName({ name, kind }: Pick<ProfileFile, "name" | "kind">): string {
  return name ?? `Your ${FILE_WORDS[kind].name}`;
}

function fileFacts({ size, uploadedAt }: ProfileFile): string {
  if (size === null) return "We no longer have this file.";
  const since = uploadedAt ? `, here since ${formatDate(uploadedAt.slice(0, 10))}` : "";
  return `${megabytes(size)}${since}. Only you can download it.`;
}

/** Followed as a link and not as a download: a file that cannot be sent answers with a page that says why. */
export function DownloadLink({ file }: { file: Pick<ProfileFile, "id" | "name" | "kind"> }) {
  return (
    <a className="quiet" href={`/api/files/${encodeURIComponent(file.id)}/content`}>
      Download<span className="visually-hidden"> {fileName(file)}</span>
    </a>
  );
}
