// Everything that is held about a member, for him to take away.
import type { Models } from "appwrite";
import type { Export, ExportedFile } from "../../../app/contract/export";
import type { Backend } from "../../appwrite/appwrite";
import { ownerOf } from "../../appwrite/permissions";
import type { ProfileDocument } from "../../appwrite/profiles";
import type { RequestContext } from "../../context";
import { namedFiles } from "../files/claims";
import { loadAccount, withSession } from "./account";
import { toProfile, toSession, toUser } from "./models";

/**
 * @param addressOf where the owner of a file downloads it, by its id.
 * @throws {ServiceError} `session_missing`.
 */
export async function exportData(context: RequestContext, addressOf: (fileId: string) => string): Promise<Export> {
  return withSession(context, async ({ backend, userId, sessionId }) => {
    const [{ account, document }, documents, { sessions }, own] = await Promise.all([
      loadAccount(backend, userId),
      backend.profiles.findMany([userId]),
      backend.account.listSessions(),
      backend.files.listAll(),
    ]);
    const owned = own.filter((file) => ownerOf(file.$permissions) === userId);
    return {
      exportedAt: new Date().toISOString(),
      account: accountFacts(account),
      profile: document && profileFacts(document),
      olderProfiles: documents.filter(({ $id }) => $id !== document?.$id).map(profileFacts),
      files: await fileFacts(addressOf, backend, owned, document),
      sessions: sessions.map((session) => toSession(session, sessionId)),
    };
  });
}

function accountFacts(account: Models.User): Export["account"] {
  return {
    ...toUser(account),
    updatedAt: account.$updatedAt,
    lastSeenAt: account.accessedAt ?? "",
    passwordChangedAt: account.passwordUpdate ?? "",
    phoneVerified: account.phoneVerification,
    labels: account.labels ?? [],
    preferences: account.prefs ?? {},
  };
}

function profileFacts(document: ProfileDocument): NonNullable<Export["profile"]> {
  const others = Object.entries(document).filter(([field]) => !field.startsWith("$") && !/password/i.test(field));
  return {
    ...Object.fromEntries(others),
    ...toProfile(document),
    createdAt: document.$createdAt,
    updatedAt: document.$updatedAt,
  };
}

/** The files that the profile names, found or not, then the others that are the member's. */
async function fileFacts(
  addressOf: (fileId: string) => string,
  backend: Backend,
  owned: Models.File[],
  document: ProfileDocument | null,
): Promise<ExportedFile[]> {
  const named = namedFiles(document);
  const records = await Promise.all(
    named.map(async ({ id }) => owned.find((file) => file.$id === id) ?? backend.files.find(id)),
  );
  const others = owned.filter((file) => named.every(({ id }) => id !== file.$id));
  const told = (id: string, kind: ExportedFile["kind"], file: Models.File | null | undefined): ExportedFile => ({
    id,
    kind,
    name: file?.name ?? null,
    size: file?.sizeOriginal ?? null,
    type: file?.mimeType || null,
    uploadedAt: file?.$createdAt ?? null,
    download: addressOf(id),
  });
  return [
    ...named.map(({ id, kind }, index) => told(id, kind, records[index])),
    ...others.map((file) => told(file.$id, null, file)),
  ];
}
