// The `queries` parameter of list endpoints: parses it as Appwrite does, and applies it to rows in memory.
import { AppwriteError } from "./errors";
import { isObject, parseJson } from "./rules";

export interface Query {
  method: string;
  attribute: string;
  values: unknown[];
}

export interface Queries {
  filters: Query[];
  orders: { attribute: string; isDescending: boolean }[];
  limit: number;
  offset: number;
  cursor: { id: string; isAfter: boolean } | null;
  select: string[] | null;
}

export type Row = Record<string, unknown>;

const DEFAULT_LIMIT = 25;
const QUERIES_MAX = 100;
const FILTER_METHODS: readonly string[] = [
  "equal",
  "notEqual",
  "lessThan",
  "lessThanEqual",
  "greaterThan",
  "greaterThanEqual",
  "search",
  "isNull",
  "isNotNull",
  "between",
  "startsWith",
  "endsWith",
  "contains",
  "and",
  "or",
];

/**
 * Parses the `queries` parameter.
 * @param attributes the attributes that queries may use
 * @param acceptsOldSyntax whether `equal("id", ["x"])` is accepted too, as it is up to response format 1.4
 * Throws general_argument_invalid and general_query_invalid.
 */
export function parseQueries(raw: unknown, attributes: ReadonlySet<string>, acceptsOldSyntax: boolean): Queries {
  const queries: Queries = { filters: [], orders: [], limit: DEFAULT_LIMIT, offset: 0, cursor: null, select: null };
  if (raw === undefined) return queries;
  if (!Array.isArray(raw) || raw.length > QUERIES_MAX || raw.some((entry) => !isQueryText(entry))) {
    throw new AppwriteError(
      "general_argument_invalid",
      "Invalid `queries` param: Value must a valid array no longer than 100 items and Value must be a valid string and at least 1 chars and no longer than 4096 chars",
    );
  }
  for (const entry of raw) addQuery(queries, parseQuery(String(entry), acceptsOldSyntax), attributes);
  return queries;
}

function isQueryText(entry: unknown): boolean {
  return typeof entry === "string" && entry.length > 0 && entry.length <= 4096;
}

/** Throws general_query_invalid. */
export function parseQuery(text: string, acceptsOldSyntax: boolean): Query {
  const old = acceptsOldSyntax ? /^(\w+)\("([^"]*)"(?:,\s*(.+))?\)$/s.exec(text) : null;
  if (old) {
    const value = parseJson(old[3] ?? "[]");
    return { method: old[1] ?? "", attribute: old[2] ?? "", values: Array.isArray(value) ? value : [value] };
  }
  const parsed = parseJson(text);
  if (!isObject(parsed)) throw invalid("Invalid query: Syntax error");
  return toQuery(parsed);
}

/** The query in a parsed object. Throws general_query_invalid. */
export function toQuery(parsed: Record<string, unknown>): Query {
  const { method, attribute, values } = parsed;
  if (typeof method !== "string") throw invalid("Invalid query method. Must be a string, got NULL");
  return {
    method,
    attribute: typeof attribute === "string" ? attribute : "",
    values: Array.isArray(values) ? values : [],
  };
}

function addQuery(queries: Queries, query: Query, attributes: ReadonlySet<string>): void {
  const first = query.values[0];
  switch (query.method) {
    case "orderAsc":
    case "orderDesc":
      requireAttribute(query.attribute, attributes);
      queries.orders.push({ attribute: query.attribute, isDescending: query.method === "orderDesc" });
      return;
    case "limit":
      queries.limit = requireCount(first, 1, "limit");
      return;
    case "offset":
      queries.offset = requireCount(first, 0, "offset");
      return;
    case "cursorAfter":
    case "cursorBefore":
      queries.cursor = { id: String(first), isAfter: query.method === "cursorAfter" };
      return;
    case "select":
      queries.select = query.values.map(String);
      for (const attribute of queries.select) if (attribute !== "*") requireAttribute(attribute, attributes);
      return;
    default:
      requireFilter(query, attributes);
      queries.filters.push(query);
  }
}

function requireFilter(query: Query, attributes: ReadonlySet<string>): void {
  if (!FILTER_METHODS.includes(query.method)) throw invalid(`Invalid query method: ${query.method}`);
  if (query.method === "and" || query.method === "or") {
    query.values = query.values.map((inner) => {
      if (!isObject(inner)) throw invalid("Invalid query: Syntax error");
      const parsed = toQuery(inner);
      requireFilter(parsed, attributes);
      return parsed;
    });
    return;
  }
  requireAttribute(query.attribute, attributes);
  const needsNoValue = query.method === "isNull" || query.method === "isNotNull";
  if (!needsNoValue && query.values.length === 0) {
    const name = query.method.charAt(0).toUpperCase() + query.method.slice(1);
    throw invalid(`Invalid query: ${name} queries require at least one value.`);
  }
}

function requireAttribute(attribute: string, attributes: ReadonlySet<string>): void {
  if (!attributes.has(attribute)) throw invalid(`Invalid query: Attribute not found in schema: ${attribute}`);
}

function requireCount(value: unknown, min: number, name: string): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < min) {
    throw invalid(
      `Invalid query: Invalid ${name}: Value must be a valid range between ${min} and 9,223,372,036,854,775,807`,
    );
  }
  return value;
}

function invalid(message: string): AppwriteError {
  return new AppwriteError("general_query_invalid", message);
}

/**
 * Applies `queries` to `rows`, which are in order of creation.
 * Returns the page and the number of rows that matched. Throws general_cursor_not_found.
 */
export function runQueries<Item extends Row>(rows: Item[], queries: Queries): { total: number; page: Item[] } {
  const matching = rows.filter((row) => queries.filters.every((filter) => matches(row, filter)));
  for (const order of queries.orders.toReversed()) {
    const direction = order.isDescending ? -1 : 1;
    matching.sort((a, b) => direction * compare(a[order.attribute], b[order.attribute]));
  }
  const { cursor, offset, limit } = queries;
  if (cursor === null) return { total: matching.length, page: matching.slice(offset, offset + limit) };
  const at = matching.findIndex((row) => row.$id === cursor.id);
  if (at === -1) {
    throw new AppwriteError("general_cursor_not_found", `Document '${cursor.id}' for the 'cursor' value not found.`);
  }
  const page = cursor.isAfter
    ? matching.slice(at + 1 + offset, at + 1 + offset + limit)
    : matching.slice(Math.max(0, at - offset - limit), Math.max(0, at - offset));
  return { total: matching.length, page };
}

/** Whether a row matches a filter, or each or one of the filters in `and` and `or`. */
export function matches(row: Row, filter: Query): boolean {
  if (filter.method === "and") return filter.values.every((inner) => matches(row, inner as Query));
  if (filter.method === "or") return filter.values.some((inner) => matches(row, inner as Query));
  const actual = row[filter.attribute] ?? null;
  const [first, second] = filter.values;
  switch (filter.method) {
    case "equal":
      return filter.values.some((value) => value === actual);
    case "notEqual":
      return !filter.values.includes(actual);
    case "isNull":
      return actual === null;
    case "isNotNull":
      return actual !== null;
    case "lessThan":
      return actual !== null && compare(actual, first) < 0;
    case "lessThanEqual":
      return actual !== null && compare(actual, first) <= 0;
    case "greaterThan":
      return actual !== null && compare(actual, first) > 0;
    case "greaterThanEqual":
      return actual !== null && compare(actual, first) >= 0;
    case "between":
      return actual !== null && compare(actual, first) >= 0 && compare(actual, second) <= 0;
    case "startsWith":
      return typeof actual === "string" && actual.startsWith(String(first));
    case "endsWith":
      return typeof actual === "string" && actual.endsWith(String(first));
    default:
      return filter.values.some((value) => contains(actual, value));
  }
}

function contains(actual: unknown, value: unknown): boolean {
  if (Array.isArray(actual)) return actual.includes(value);
  return typeof actual === "string" && actual.toLowerCase().includes(String(value).toLowerCase());
}

/** Compares numbers, dates (ending in `Z` or `+00:00`), and anything else as text. Null comes first. */
function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return -1;
  if (b === null || b === undefined) return 1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [left, right] = [comparable(a), comparable(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

const DATE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

function comparable(value: unknown): string {
  const text = String(value);
  const time = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}
