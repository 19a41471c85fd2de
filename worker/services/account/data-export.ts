// The data export: everything that is stored about a member.
import type { Models } from "appwrite";
import type { Export, ExportedFile } from "../../../app/contract/export";
import type { Backend } from "../../appwrite/appwrite";
import { ownerOf } from "../../appwrite/permissions";
import type { ProfileDocument } from "../../appwrite/profiles";
import type { RequestContext } from "../../context";
import { namedFiles } from "../files/named-files";
import { readSecondFactor } from "../second-factor/state";
import { memberRecords, withSession } from "./account";
import { toProfile, toSession, toUser } from "./models";

/**
 * @param downloadUrl gives a file's download URL by its id.
 * @throws {ServiceError} `session_missing`.
 */
export async function exportData(context: RequestContext, downloadUrl: (fileId: string) => string): Promise<Export> {
  return withSession(context, async (member) => {
    const { backend, userId, sessionId } = member;
    const [account, secondFactor, document, documents, { sessions }, own] = await Promise.all([
      memberRecords(context, member).account,
      readSecondFactor(context, member),
      backend.profiles.find(userId),
      backend.profiles.findMany([userId]),
      backend.account.listSessions(),
      backend.files.listAll(),
    ]);
    const owned = own.filter((file) => ownerOf(file.$permissions) === userId);
    return {
      exportedAt: new Date().toISOString(),
      account: { ...exportAccount(account, document), secondFactor },
      profile: document && exportProfile(document),
      olderProfiles: documents.filter(({ $id }) => $id !== document?.$id).map(exportProfile),
      files: await exportFiles(downloadUrl, backend, owned, document),
      sessions: sessions.map((session) => toSession(session, sessionId)),
    };
  });
}

/** Without the time of the last change: after a new phone number it would tell whether another account has that number. */
function exportAccount(
  account: Models.User,
  document: ProfileDocument | null,
): Omit<Export["account"], "secondFactor"> {
  return {
    ...toUser(account, document),
    lastSeenAt: account.accessedAt ?? "",
    passwordChangedAt: account.passwordUpdate ?? "",
    phoneVerified: account.phoneVerification,
    labels: account.labels ?? [],
    preferences: account.prefs ?? {},
  };
}

function exportProfile(document: ProfileDocument): NonNullable<Export["profile"]> {
  const others = Object.entries(document).filter(([field]) => !field.startsWith("$") && !/password/i.test(field));
  return {
    ...Object.fromEntries(others),
    ...toProfile(document),
    createdAt: document.$createdAt,
    updatedAt: document.$updatedAt,
  };
}

/** The files that the profile names, even if the backend lost them, then the member's other files. */
async function exportFiles(
  downloadUrl: (fileId: string) => string,
  backend: Backend,
  owned: Models.File[],
  document: ProfileDocument | null,
): Promise<ExportedFile[]> {
  const named = namedFiles(document);
  const records = await Promise.all(
    named.map(async ({ id }) => owned.find((file) => file.$id === id) ?? backend.files.find(id)),
  );
  const others = owned.filter((file) => named.every(({ id }) => id !== file.$id));
  const toExportedFile = (
    id: string,
    kind: ExportedFile["kind"],
    file: Models.File | null | undefined,
  ): ExportedFile => ({
    id,
    kind,
    name: file?.name ?? null,
    size: file?.sizeOriginal ?? null,
    type: file?.mimeType || null,
    uploadedAt: file?.$createdAt ?? null,
    download: downloadUrl(id),
  });
  return [
    ...named.map(({ id, kind }, index) => toExportedFile(id, kind, records[index])),
    ...others.map((file) => toExportedFile(file.$id, null, file)),
  ];
}
