// Which files a member may upload: checked by extension and by the first bytes of the content.

export const FILE_KINDS = ["resume", "portfolio"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The field of a profile that has the id of its file, by the kind of file. Forms and the API use the same names. */
export const FILE_ID_FIELDS = { resume: "resumeId", portfolio: "portfolioId" } as const satisfies Record<
  FileKind,
  string
>;

/** The version of the tus resumable upload protocol that the API implements. */
export const TUS_VERSION = "1.0.0";

/** The accepted extensions of each kind, in the order in which messages list them. */
export const FILE_EXTENSIONS: Record<FileKind, readonly string[]> = {
  resume: ["pdf", "doc", "docx"],
  portfolio: ["pdf", "doc", "docx", "zip"],
};

/** How many of the first bytes `contentMatches` needs. */
export const SIGNATURE_BYTES = 8;

/** The first bytes ("magic numbers") of each type of file. */
const SIGNATURES: Record<string, readonly (readonly number[])[]> = {
  pdf: [[0x25, 0x50, 0x44, 0x46, 0x2d]],
  doc: [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  docx: [[0x50, 0x4b, 0x03, 0x04]],
  // The second is an empty archive: it is an archive, and its own message says what is wrong.
  zip: [
    [0x50, 0x4b, 0x03, 0x04],
    [0x50, 0x4b, 0x05, 0x06],
  ],
};

/** The extension of a file name in lower case, without the dot; "" when it has none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
}

/** True when a kind accepts the extension of a file name. */
export function extensionAccepted(kind: FileKind, name: string): boolean {
  return FILE_EXTENSIONS[kind].includes(extensionOf(name));
}

/** True when the first bytes of a file match its extension. */
export function contentMatches(name: string, leading: Uint8Array): boolean {
  const signatures = SIGNATURES[extensionOf(name)] ?? [];
  return signatures.some((signature) => signature.every((byte, index) => leading[index] === byte));
}

/** The kind of file that a role uploads: students a résumé, everyone else a portfolio. */
export function fileKindOf(role: string): FileKind {
  return role === "Student" ? "resume" : "portfolio";
}

/** Messages for a file that is not accepted. The form shows them before an upload, and the API returns them during one. */
export const FILE_MESSAGES = {
  resumeType: "Choose a PDF or Word file (.pdf, .doc or .docx)",
  portfolioType: "Choose a PDF, Word or ZIP file (.pdf, .doc, .docx or .zip)",
  content: "This file is not what its name says. Save it again as PDF or Word and choose it once more",
  archiveBroken:
    "We cannot read this file: it is damaged, not complete, or packed in an unusual way. Save it again, or choose a PDF",
  archiveEmpty: "This archive is empty. Choose another one",
  archiveTooDense: "This file unpacks to more than 100 times its size, so we cannot keep it. Save it as PDF instead",
  empty: "This file is empty. Choose another one",
} as const;

/** The message for an extension that the kind does not accept. */
export function fileTypeMessage(kind: FileKind): string {
  return kind === "resume" ? FILE_MESSAGES.resumeType : FILE_MESSAGES.portfolioType;
}

/** The message for a file above the limit, which it gives in decimal megabytes. */
export function fileTooLargeMessage(maxBytes: number): string {
  return `This file is too large. The largest we can keep is ${Math.floor(maxBytes / 1_000_000)} MB`;
}
