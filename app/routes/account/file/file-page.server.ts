// What the pages about a member's file have to know.
import { type RouterContextProvider, redirect } from "react-router";
import { apiContext } from "../../../context";
import type { ProfileFile } from "../../../contract/account";
import { type FileKind, fileKindOf } from "../../../contract/files";
import { readApiResult } from "../../../lib/api-result.server";
import { errorMessage } from "../../../lib/error-messages";
import { readMember, requireMember } from "../member.server";
import { PROFILE_PATH } from "../profile/path";

export type FilePageData =
  | { kind: "failed"; message: string }
  | {
      kind: "member";
      /** The kind that the member's role keeps. */
      fileKind: FileKind;
      /** What is there now, with its id; it may be of the other kind, from an earlier role. */
      file: ProfileFile | null;
      replaced: string | null;
    };

/** @throws {Response} to the sign-in page, or to the profile where there is none to keep a file with */
export async function readFilePage(context: Readonly<RouterContextProvider>): Promise<FilePageData> {
  requireMember(context);
  const [state, file] = await Promise.all([
    readMember(context),
    readApiResult(context.get(apiContext).client.profile.file.$get()),
  ]);
  if (state.kind === "failed") return state;
  if (!file.ok)
    return { kind: "failed", message: errorMessage(file.error, "Your file could not be looked up. Try again.") };
  const { profile } = state;
  if (!profile?.role) throw redirect(PROFILE_PATH, 303);
  return {
    kind: "member",
    fileKind: fileKindOf(profile.role),
    file: file.data.file,
    replaced: file.data.file?.id ?? null,
  };
}
