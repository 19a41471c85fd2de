// Calls the Appwrite under test with the API key, or as a member.
import type { RealRun } from "../support/real-run.ts";

const TIMEOUT_MS = 30_000;

interface ApiAnswer {
  status: number;
  body: Record<string, unknown>;
  /** Appwrite's error type, such as "user_not_found"; "" without an error. */
  type: string;
  /** Appwrite's error message; "" without an error. */
  message: string;
}

interface CallOptions {
  body?: object;
  /** Made with `Query` of the SDK. */
  queries?: string[];
  /** The secret of a member's session, in place of the API key. */
  session?: string;
}

export type ServerApi = (method: string, path: string, options?: CallOptions) => Promise<ApiAnswer>;

/** @returns a function that makes one call, and throws only when nothing answers */
export function serverApi(settings: RealRun["settings"]): ServerApi {
  return async (method, path, { body, queries = [], session } = {}) => {
    const url = new URL(settings.APPWRITE_ENDPOINT + path);
    for (const [index, query] of queries.entries()) url.searchParams.set(`queries[${index}]`, query);
    const response = await fetch(url, {
      method,
      headers: {
        "Content-Type": "application/json",
        "X-Appwrite-Project": settings.APPWRITE_PROJECT_ID,
        ...(session ? { "X-Appwrite-Session": session } : { "X-Appwrite-Key": settings.APPWRITE_API_KEY }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const answer = parseObject(text);
    const field = (name: string) => (response.ok ? "" : String(answer[name] ?? ""));
    return { status: response.status, body: answer, type: field("type"), message: field("message") };
  };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    // Empty, or the page of a gateway.
    return {};
  }
}

/** The paths of what the product stores. */
export function storedPaths({ APPWRITE_DATABASE_ID, APPWRITE_COLLECTION_ID, APPWRITE_BUCKET_ID }: RealRun["settings"]) {
  return {
    users: "/users",
    rows: `/tablesdb/${APPWRITE_DATABASE_ID}/tables/${APPWRITE_COLLECTION_ID}/rows`,
    files: `/storage/buckets/${APPWRITE_BUCKET_ID}/files`,
  };
}
