// What the pages call the two kinds of file, and say of them.
import type { FileKind } from "../contract/files";

export const FILE_LABELS: Readonly<Record<FileKind, { title: string; name: string; accepts: string }>> = {
  resume: { title: "Résumé", name: "résumé", accepts: "PDF or Word" },
  portfolio: { title: "Portfolio", name: "portfolio", accepts: "PDF, Word or ZIP" },
};

/** Without a way to go on: nothing of the file is on its way. */
export const FILE_NOT_SENT = "This file could not be read or sent. Choose it again";
