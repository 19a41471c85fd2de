// What `npm run test:real` tells its processes about the server that the tests run on. tests/real/run.ts sets it.

/** The environment variable that the processes inherit. */
export const REAL_RUN_VARIABLE = "NAVARAMBH_REAL_RUN";

export interface RealRun {
  /** The product's settings for this server. */
  settings: {
    SESSION_SECRET: string;
    APPWRITE_ENDPOINT: string;
    APPWRITE_PROJECT_ID: string;
    APPWRITE_API_KEY: string;
    APPWRITE_DATABASE_ID: string;
    APPWRITE_COLLECTION_ID: string;
    APPWRITE_BUCKET_ID: string;
  };
  /** Where the server's mails are, as JSON in the format of the embedded Appwrite's mailbox. Null when tests that need mails are left out. */
  mailbox: string | null;
  /** The domain of the addresses of everybody who signs up in this run. */
  domain: string;
  /** A file that collects the ids of uploaded files, one a line. */
  uploads: string;
  /** Why tests with these tags (see tags.ts) are left out. */
  leftOut: Record<string, string>;
}

/** Null in every other run: the tests then start their own servers. */
export const realRun: RealRun | null = JSON.parse(process.env[REAL_RUN_VARIABLE] ?? "null");
