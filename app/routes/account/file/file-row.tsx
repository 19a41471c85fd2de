import type { ReactNode } from "react";
import { Actions } from "../../../components/ui/actions";
import { linkVariants } from "../../../components/ui/link-variants";
import type { ProfileFile } from "../../../contract/account";
import { FILE_WORDS } from "../../../lib/file-words";
import { formatDate } from "../../../lib/format-date";
import { megabytes } from "../../../lib/megabytes";

/** A member's file: its name, its size, and what can be done with it. */
export function FileRow({ file, note, children }: { file: ProfileFile; note?: ReactNode; children: ReactNode }) {
  return (
    <Row actions={children}>
      <NamedFile name={fileName(file)}>
        {fileFacts(file)} {note}
      </NamedFile>
    </Row>
  );
}

/** Something, and beside it what can be done with it. */
export function Row({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-t border-line py-3.25">
      {children}
      <Actions>{actions}</Actions>
    </div>
  );
}

/** A file's name, and what there is to know about it. */
export function NamedFile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <b className="block leading-snug font-semibold wrap-anywhere">{name}</b>
      <small className="block text-sm text-pretty text-ink-soft">{children}</small>
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
    <a className={linkVariants({ standalone: true })} href={`/api/files/${encodeURIComponent(file.id)}/content`}>
      Download<span className="sr-only"> {fileName(file)}</span>
    </a>
  );
}
