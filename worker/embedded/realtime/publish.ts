// Publishes realtime events about users, sessions, documents and files.
// Payloads are those of a real server, which sends every socket of a user some that must not leave a site: the secret of
// an authenticator, recovery codes, and the password's hash.
import { tokenModel } from "../account/models";
import type { Backend } from "../backend";
import { rolesAllowed } from "../http/permissions";
import type { Row } from "../http/queries";
import type { StoredDocument } from "../store/documents";
import type { TokenRow } from "../store/tokens";
import {
  type Change,
  type DocumentApi,
  documentEvent,
  fileEvent,
  sessionsEvent,
  userEvent,
  userPartEvent,
} from "./events";

/**
 * Publishes a change to a user. `attribute` says what has changed, such as `name`.
 * @param model the user as in the response; to a server this has the password's hash
 */
export function publishUser(backend: Backend, model: Row, change: Change, attribute?: string): void {
  const userId = String(model.$id);
  publishToUser(backend, userId, userEvent(userId, change, attribute), userPayload(model));
}

/** Publishes that a server has deleted every session of the user. */
export function publishSessionsDeleted(backend: Backend, model: Row): void {
  const userId = String(model.$id);
  publishToUser(backend, userId, sessionsEvent(userId), userPayload(model));
}

/** PHP encodes an empty object as an array. */
function userPayload(model: Row): Row {
  return Object.keys(model.prefs as object).length === 0 ? { ...model, prefs: [] } : model;
}

/**
 * Publishes a change to the user's second factors. A deletion looks like that of the user but for its last event names,
 * and has no payload.
 */
export function publishMfa(backend: Backend, userId: string, change: "update" | "delete", payload: unknown): void {
  publishToUser(backend, userId, userEvent(userId, change, "mfa"), payload);
}

/** @param payload the session as in the response */
export function publishSession(backend: Backend, payload: Row, change: Change): void {
  publishUserPart(backend, "sessions", payload, change);
}

/** @param payload the challenge as in the response */
export function publishChallenge(backend: Backend, payload: Row): void {
  publishUserPart(backend, "challenges", payload, "create");
}

/** Publishes the token of a link, without its secret. */
export function publishToken(
  backend: Backend,
  kind: "verification" | "recovery",
  token: TokenRow,
  change: Change,
): void {
  const { secret: _, ...payload } = tokenModel(token);
  publishUserPart(backend, kind, payload, change);
}

function publishUserPart(
  backend: Backend,
  kind: "sessions" | "challenges" | "verification" | "recovery",
  payload: Row,
  change: Change,
): void {
  const userId = String(payload.userId);
  publishToUser(backend, userId, userPartEvent(userId, kind, String(payload.$id), change), payload);
}

function publishToUser(
  backend: Backend,
  userId: string,
  event: { events: string[]; channels: string[] },
  payload: unknown,
): void {
  backend.publish({ ...event, roles: [`user:${userId}`], payload });
}

/** Publishes to everyone who may read the document. `api` is the one by which it was changed. */
export function publishDocument(
  backend: Backend,
  { databaseId, collectionId, id }: Pick<StoredDocument, "databaseId" | "collectionId" | "id">,
  permissions: string[],
  payload: Row,
  change: Change,
  api: DocumentApi,
): void {
  const event = documentEvent(databaseId, collectionId, id, change, api);
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
