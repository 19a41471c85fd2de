// Which files a member may keep, told from their name and their first bytes.

export const FILE_KINDS = ["resume", "portfolio"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The version of the upload protocol that the edge speaks. */
export const TUS_VERSION = "1.0.0";

/** The extensions each kind accepts, in the order in which they are named to people. */
export const FILE_EXTENSIONS: Record<FileKind, readonly string[]> = {
  resume: ["pdf", "doc", "docx"],
  portfolio: ["pdf", "doc", "docx", "zip"],
};

/** How many leading bytes `contentMatches` wants to see. */
export const SIGNATURE_BYTES = 8;

const SIGNATURES: Record<string, readonly (readonly number[])[]> = {
  pdf: [[0x25, 0x50, 0x44, 0x46, 0x2d]],
  doc: [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  docx: [[0x50, 0x4b, 0x03, 0x04]],
  // PK\5\6 is an archive with nothing in it, which is still an archive.
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

/** True when a file of this name may be kept as this kind. */
export function extensionAccepted(kind: FileKind, name: string): boolean {
  return FILE_EXTENSIONS[kind].includes(extensionOf(name));
}

/** True when the first bytes of a file are those that its extension promises. */
export function contentMatches(name: string, leading: Uint8Array): boolean {
  const signatures = SIGNATURES[extensionOf(name)] ?? [];
  return signatures.some((signature) => signature.every((byte, index) => leading[index] === byte));
}

/** The kind of file that a role uploads: students a résumé, everyone else a portfolio. */
export function fileKindOf(role: string): FileKind {
  return role === "Student" ? "resume" : "portfolio";
}

/** The words for a file that cannot be kept; used by the form before an upload and by the API during it. */
export const FILE_MESSAGES = {
  resumeType: "Choose a PDF or Word file (.pdf, .doc or .docx)",
  portfolioType: "Choose a PDF, Word or ZIP file (.pdf, .doc, .docx or .zip)",
  content: "This file is not what its name says. Save it again as PDF or Word and choose it once more",
  empty: "This file is empty. Choose another one",
} as const;

/** The sentence for a name whose extension the kind does not accept. */
export function fileTypeMessage(kind: FileKind): string {
  return kind === "resume" ? FILE_MESSAGES.resumeType : FILE_MESSAGES.portfolioType;
}

/** The sentence for a file above the limit, with the limit in decimal megabytes. */
export function fileTooLargeMessage(maxBytes: number): string {
  return `This file is too large. The largest we can keep is ${Math.floor(maxBytes / 1_000_000)} MB`;
}
