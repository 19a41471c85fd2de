// Loads the data of the two pages about a member's file.
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
      /** The kind of file for the member's role. */
      fileKind: FileKind;
      /** The file in the profile. It may be of the other kind, from an earlier role. */
      file: ProfileFile | null;
      currentId: string | null;
    };

/** @throws {Response} a redirect to the sign-in page, or to the profile form when there is no profile with a role */
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
    currentId: file.data.file?.id ?? null,
  };
}
