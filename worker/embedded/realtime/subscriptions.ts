// What a socket subscribes to: channels, and queries that the payload of an event must match.
import { AppwriteError } from "../http/errors";
import { matches, parseQuery, type Query, toQuery } from "../http/queries";
import { isObject } from "../http/rules";

export interface Subscription {
  id: string;
  /** As the client asked for them. */
  channels: string[];
  queries: Query[];
}

/** Methods of queries that can be matched against a payload. */
const METHODS: readonly string[] = [
  "equal",
  "notEqual",
  "lessThan",
  "lessThanEqual",
  "greaterThan",
  "greaterThanEqual",
  "isNull",
  "isNotNull",
  "and",
  "or",
  "select",
];
const ACCOUNT_ACTION = /^account\.(create|update|delete)$/;

/**
 * The channels that a user receives for those they ask for. `account` adds the channel of their own account,
 * `account.update` becomes `account.{id}.update`, and a channel that names an account is dropped.
 */
export function userChannels(channels: readonly string[], userId: string | null): string[] {
  const allowed = channels.flatMap((channel) => {
    if (!channel.startsWith("account.")) return [channel];
    const action = ACCOUNT_ACTION.exec(channel)?.[1];
    return userId !== null && action !== undefined ? [`account.${userId}.${action}`] : [];
  });
  const own = userId !== null && channels.includes("account") ? [`account.${userId}`] : [];
  return [...new Set([...allowed, ...own])];
}

/** Whether the subscription is to one of an event's channels, and all its queries match the payload. */
export function isSubscribed(
  { channels, queries }: Subscription,
  userId: string | null,
  event: { channels: readonly string[]; payload: unknown },
): boolean {
  if (!userChannels(channels, userId).some((channel) => event.channels.includes(channel))) return false;
  const row = isObject(event.payload) ? event.payload : {};
  return queries.every((query) => query.method === "select" || matches(row, query));
}

/**
 * The subscriptions in a socket's URL. `channels[]=account&account[0][]=…` gives the channel a query, and the number
 * tells subscriptions apart. A channel without a query belongs to number 0. Throws general_query_invalid.
 */
export function parseUrl(url: URL): Omit<Subscription, "id">[] {
  const params = [...url.searchParams];
  const bySlot = new Map<number, Omit<Subscription, "id">>();
  for (const channel of params.flatMap(([name, value]) => (/^channels\[\d*\]$/.test(name) ? [value] : []))) {
    const queries = params.flatMap(([name, value]) => {
      const slot = slotOf(name, channel);
      return slot === null ? [] : [{ slot, query: parseRealtimeQuery(value) }];
    });
    for (const slot of new Set(queries.length > 0 ? queries.map((each) => each.slot) : [0])) {
      const subscription = bySlot.get(slot) ?? { channels: [], queries: [] };
      subscription.channels.push(channel);
      // Channels of one subscription have the same queries.
      if (subscription.queries.length === 0) {
        subscription.queries = queries.filter((each) => each.slot === slot).map(({ query }) => query);
      }
      bySlot.set(slot, subscription);
    }
  }
  return [...bySlot.values()];
}

/** The number in a parameter's name such as `account[0][]`, or null. */
function slotOf(name: string, channel: string): number | null {
  const [, prefix, slot] = /^([^[\]]+)\[(\d+)\]\[\d*\]$/.exec(name) ?? [];
  // PHP turns the dots in a parameter's name into underscores, so clients may send either.
  return prefix === channel || prefix === channel.replaceAll(".", "_") ? Number(slot) : null;
}

/** The subscriptions in a `subscribe` message. Throws general_argument_invalid and general_query_invalid. */
export function parseMessage(data: unknown, makeId: () => string): Subscription[] {
  return requireList(data).map(({ subscriptionId, channels, queries = [] }) => ({
    id: typeof subscriptionId === "string" ? subscriptionId : makeId(),
    channels: requireStrings(channels),
    queries: requireStrings(queries).map(parseRealtimeQuery),
  }));
}

/** The ids in an `unsubscribe` message. Throws general_argument_invalid. */
export function parseUnsubscribe(data: unknown): string[] {
  return requireStrings(requireList(data).map(({ subscriptionId }) => subscriptionId));
}

/** The query as JSON, without spaces. */
export function formatQuery({ method, attribute, values }: Query): string {
  const inner =
    method === "and" || method === "or" ? values.map((each) => JSON.parse(formatQuery(each as Query))) : values;
  return JSON.stringify({ method, ...(attribute !== "" && { attribute }), values: inner });
}

function parseRealtimeQuery(text: string): Query {
  return requireMethod(parseQuery(text, false));
}

function requireMethod(query: Query): Query {
  if (!METHODS.includes(query.method)) {
    const allowed = METHODS.join(", ");
    throw new AppwriteError(
      "general_query_invalid",
      `Query method '${query.method}' is not supported in Realtime queries. Allowed: ${allowed}`,
    );
  }
  if (query.method !== "and" && query.method !== "or") return query;
  return { ...query, values: requireList(query.values).map((each) => requireMethod(toQuery(each))) };
}

function requireList(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value) || !value.every(isObject)) throw new AppwriteError("general_argument_invalid");
  return value;
}

function requireStrings(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) {
    throw new AppwriteError("general_argument_invalid");
  }
  return value;
}
