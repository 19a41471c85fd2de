// What the embedded Appwrite's one project consists of: its ids, its platforms and the version it answers as.

export const VERSION = "1.9.6";
export const PROJECT_ID = "navarambh";
/** The project's name, as its mails and its mailbox show it. */
export const PROJECT_NAME = "Navarambh";
export const DATABASE_ID = "main";
export const COLLECTION_ID = "users";
export const BUCKET_ID = "files";

/** Host names of the registered web platforms. `127.0.0.1` is a host of its own and is not one of them. */
export const PLATFORM_HOSTS: readonly string[] = ["localhost", "app.example.org"];

/** Name of the session cookie; a twin with `_legacy` behind it carries no SameSite. */
export const SESSION_COOKIE = `a_session_${PROJECT_ID}`;
