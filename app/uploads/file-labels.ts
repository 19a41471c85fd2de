// The interface texts about the two kinds of file.
import type { FileKind } from "../contract/files";

export const FILE_LABELS: Readonly<Record<FileKind, { title: string; name: string; accepts: string }>> = {
  resume: { title: "Résumé", name: "résumé", accepts: "PDF or Word" },
  portfolio: { title: "Portfolio", name: "portfolio", accepts: "PDF, Word or ZIP" },
};

/** For an upload that cannot be resumed. */
export const FILE_NOT_SENT = "This file could not be read or sent. Choose it again";

/** For a page whose code for uploads is gone, since the site has a newer build. */
export const OLD_PAGE = "This page is older than the site. Load it again, then choose your file once more";

/** Between a failed attempt and the next one: the connection is gone, or the backend is in trouble. */
export const NOT_GETTING_THROUGH = "It is not getting through right now. It goes on by itself.";

/** The same when the network has sent so many files that each has to wait for its turn. */
export const MANY_FILES =
  "Many files are being sent from your network right now. Yours waits for its turn, and goes on by itself.";
export const MANY_FILES_GUEST = `${MANY_FILES} Or join without it, and add it later from your dashboard.`;
