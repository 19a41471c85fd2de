// The settings with which a measured Worker uses an Appwrite in a process of its own.
import type { StandaloneAppwrite } from "../../support/appwrite.ts";

/** @param origin where the Worker reaches it, when something stands in between */
export function settingsFor(
  { apiKey, origin: own }: Pick<StandaloneAppwrite, "apiKey" | "origin">,
  origin = own,
): Record<string, string> {
  return {
    APPWRITE_ENDPOINT: `${origin}/v1`,
    APPWRITE_PROJECT_ID: "navarambh",
    APPWRITE_API_KEY: apiKey,
    APPWRITE_DATABASE_ID: "main",
    APPWRITE_COLLECTION_ID: "users",
    APPWRITE_BUCKET_ID: "files",
    SESSION_SECRET: "a secret for benchmarks, long enough to be taken",
  };
}
