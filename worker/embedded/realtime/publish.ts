// Publishes realtime events about users, sessions, documents and files.
import { sessionModel, userModel } from "../account/models";
import type { Backend } from "../backend";
import { rolesAllowed } from "../http/permissions";
import type { Row } from "../http/queries";
import type { StoredDocument } from "../store/documents";
import type { SessionRow } from "../store/sessions";
import type { UserRow } from "../store/users";
import { type Change, documentEvent, fileEvent, sessionEvent, userEvent } from "./events";

/** Publishes to the user's own sockets. `attribute` says what has changed, such as `name`. */
export function publishUser(backend: Backend, user: UserRow, change: Change, attribute?: string): void {
  const model = userModel(backend.db, user);
  // PHP encodes an empty object as an array.
  const payload = user.prefs === "{}" ? { ...model, prefs: [] } : model;
  backend.publish({ ...userEvent(user.id, change, attribute), roles: [`user:${user.id}`], payload });
}

export function publishSession(backend: Backend, session: SessionRow, change: Change): void {
  const event = sessionEvent(session.user_id, session.id, change);
  backend.publish({ ...event, roles: [`user:${session.user_id}`], payload: sessionModel(session) });
}

/** Publishes to everyone who may read the document. */
export function publishDocument(
  backend: Backend,
  { databaseId, collectionId, id }: Pick<StoredDocument, "databaseId" | "collectionId" | "id">,
  permissions: string[],
  payload: Row,
  change: Change,
): void {
  const event = documentEvent(databaseId, collectionId, id, change);
  backend.publish({ ...event, roles: rolesAllowed(permissions, "read"), payload });
}

/** Publishes to everyone who may read the file. */
export function publishFile(
  backend: Backend,
  bucketId: string,
  id: string,
  permissions: string[],
  payload: Row,
  change: Change,
): void {
  const event = fileEvent(bucketId, id, change);
  backend.publish({ ...event, roles: rolesAllowed(permissions, "read"), payload });
}
