// The check of a chosen file before it is uploaded.
import {
  contentMatches,
  extensionAccepted,
  FILE_MESSAGES,
  type FileKind,
  fileTooLargeMessage,
  fileTypeMessage,
  SIGNATURE_BYTES,
} from "../contract/files";

/** The message that says why a file is not accepted, or null. Checks its extension, its size, then its first bytes. */
export async function fileError(kind: FileKind, file: File, maxBytes: number): Promise<string | null> {
  if (!extensionAccepted(kind, file.name)) return fileTypeMessage(kind);
  if (file.size === 0) return FILE_MESSAGES.empty;
  if (file.size > maxBytes) return fileTooLargeMessage(maxBytes);
  const leading = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  return contentMatches(file.name, leading) ? null : FILE_MESSAGES.content;
}
