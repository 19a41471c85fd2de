import type { ReactNode } from "react";
import { Actions } from "../../../components/ui/actions";
import { linkVariants } from "../../../components/ui/link-variants";
import type { ProfileFile } from "../../../contract/account";
import { formatDate } from "../../../lib/format-date";
import { formatSize } from "../../../lib/format-size";
import { FILE_LABELS } from "../../../uploads/file-labels";

/** A member's file: its name and size, and the links given as `children`. */
export function FileRow({ file, note, children }: { file: ProfileFile; note?: ReactNode; children: ReactNode }) {
  return (
    <ActionRow actions={children}>
      <NamedFile name={fileName(file)}>
        {fileDetails(file)} {note}
      </NamedFile>
    </ActionRow>
  );
}

/** Content with its links and buttons beside it. */
export function ActionRow({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-t border-line py-3.25">
      {children}
      <Actions>{actions}</Actions>
    </div>
  );
}

/** A file's name with its details below. */
export function NamedFile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <b className="block leading-snug font-semibold wrap-anywhere">{name}</b>
      <small className="block text-sm text-pretty text-ink-soft">{children}</small>
    </div>
  );
}

/** The file's original name, or "Your résumé" when that is unknown. */
export function fileName({ name, kind }: Pick<ProfileFile, "name" | "kind">): string {
  return name ?? `Your ${FILE_LABELS[kind].name}`;
}

function fileDetails({ size, uploadedAt }: ProfileFile): string {
  if (size === null) return "We no longer have this file.";
  const since = uploadedAt ? `, here since ${formatDate(uploadedAt.slice(0, 10))}` : "";
  return `${formatSize(size)}${since}. Only you can download it.`;
}

/** A plain link without the attribute `download`: when the file cannot be sent, the browser shows the error page. */
export function DownloadLink({ file }: { file: Pick<ProfileFile, "id" | "name" | "kind"> }) {
  return (
    <a className={linkVariants({ standalone: true })} href={`/api/files/${encodeURIComponent(file.id)}/content`}>
      Download<span className="sr-only"> {fileName(file)}</span>
    </a>
  );
}
