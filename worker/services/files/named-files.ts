// Which files a profile names.
import { FILE_ID_FIELDS, FILE_KINDS, type FileKind, fileKindOf } from "../../../app/contract/files";

/** The files that a profile names. Usually there is one; older clients may have left two, and then that of the role is first. */
export function namedFiles(profile: Readonly<Record<string, unknown>> | null): { kind: FileKind; id: string }[] {
  const roleKind = typeof profile?.role === "string" ? fileKindOf(profile.role) : null;
  const kinds = [...FILE_KINDS].sort((a, b) => Number(b === roleKind) - Number(a === roleKind));
  return kinds.flatMap((kind) => {
    const id = profile?.[FILE_ID_FIELDS[kind]];
    return typeof id === "string" && id !== "" ? [{ kind, id }] : [];
  });
}
