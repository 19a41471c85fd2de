// The names of realtime events and channels, as a real server derives them.

export type Change = "create" | "update" | "delete";

/** The two APIs for the same data. */
export type DocumentApi = "documents" | "rows";

export interface RealtimeEvent {
  events: string[];
  channels: string[];
  /** Only sockets with one of these roles receive the event. */
  roles: string[];
  payload: unknown;
}

/** Events and channels of a change to a user, or to one `attribute` such as `name`. */
export function userEvent(
  userId: string,
  change: Change,
  attribute?: string,
): Pick<RealtimeEvent, "events" | "channels"> {
  const subjects = [`users.${userId}`, "users.*"];
  const actions = attribute === undefined ? [change] : [change, `${change}.${attribute}`];
  return {
    events: [...actions.flatMap((action) => subjects.map((subject) => `${subject}.${action}`)), ...subjects],
    channels: withAction(["account", `account.${userId}`], change),
  };
}

/** Events and channels of a change to something of a user's, such as a session. There are no channels for an action. */
export function userPartEvent(
  userId: string,
  kind: string,
  id: string,
  change: Change,
): Pick<RealtimeEvent, "events" | "channels"> {
  const users = [`users.${userId}`, "users.*"];
  const parts = users.flatMap((user) => [`${user}.${kind}.${id}`, `${user}.${kind}.*`]);
  return {
    events: [...parts.map((part) => `${part}.${change}`), ...parts, ...users],
    channels: ["account", `account.${userId}`],
  };
}

/** Events and channels of the deletion of all sessions of a user by a server. */
export function sessionsEvent(userId: string): Pick<RealtimeEvent, "events" | "channels"> {
  const users = [`users.${userId}`, "users.*"];
  const sessions = users.map((user) => `${user}.sessions`);
  return {
    events: [...sessions, ...sessions.map((name) => `${name}.delete`), ...users],
    channels: ["account", `account.${userId}`],
  };
}

/**
 * Events and channels of a change to a document, under its old (collections) and new names (tables, rows). Those of the
 * API by which it was changed come first.
 */
export function documentEvent(
  databaseId: string,
  collectionId: string,
  documentId: string,
  change: Change,
  api: DocumentApi,
): Pick<RealtimeEvent, "events" | "channels"> {
  const names = (database: string, collection: string, document?: string) => {
    const documents = `databases.${database}.collections.${collection}`;
    const rows = `databases.${database}.tables.${collection}`;
    const both =
      document === undefined ? [documents, rows] : [`${documents}.documents.${document}`, `${rows}.rows.${document}`];
    return api === "documents" ? both : both.toReversed();
  };
  const combinations = (ids: string[]): string[][] =>
    ids.length === 0
      ? [[]]
      : combinations(ids.slice(0, -1)).flatMap((head) => [
          [...head, ids.at(-1) ?? "*"],
          [...head, "*"],
        ]);
  const documents = combinations([databaseId, collectionId, documentId]).flatMap(([a = "", b = "", c]) =>
    names(a, b, c),
  );
  const collections = combinations([databaseId, collectionId]).flatMap(([a = "", b = ""]) => names(a, b));
  const channels = [
    `databases.${databaseId}.collections.${collectionId}.documents`,
    `databases.${databaseId}.tables.${collectionId}.rows`,
    `tablesdb.${databaseId}.tables.${collectionId}.rows`,
  ];
  return {
    events: [
      ...documents.map((name) => `${name}.${change}`),
      ...documents,
      ...collections,
      `databases.${databaseId}`,
      "databases.*",
    ],
    channels: withAction(
      ["documents", "rows", ...channels.flatMap((channel) => [channel, `${channel}.${documentId}`])],
      change,
    ),
  };
}

/** Events and channels of a change to a file. */
export function fileEvent(
  bucketId: string,
  fileId: string,
  change: Change,
): Pick<RealtimeEvent, "events" | "channels"> {
  const buckets = [`buckets.${bucketId}`, "buckets.*"];
  const files = buckets.flatMap((bucket) => [`${bucket}.files.${fileId}`, `${bucket}.files.*`]);
  return {
    events: [...files.map((file) => `${file}.${change}`), ...files, ...buckets],
    channels: withAction(["files", `buckets.${bucketId}.files`, `buckets.${bucketId}.files.${fileId}`], change),
  };
}

function withAction(channels: string[], change: Change): string[] {
  return [...channels, ...channels.map((channel) => `${channel}.${change}`)];
}
