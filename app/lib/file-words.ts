// What the pages call the two kinds of file.
import type { FileKind } from "../contract/files";

export const FILE_WORDS: Readonly<Record<FileKind, { title: string; name: string; accepts: string }>> = {
  resume: { title: "Résumé", name: "résumé", accepts: "PDF or Word" },
  portfolio: { title: "Portfolio", name: "portfolio", accepts: "PDF, Word or ZIP" },
};
