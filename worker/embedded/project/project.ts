// The embedded Appwrite's only project: its ids and platforms.

export const PROJECT_ID = "navarambh";
/** The project's name in e-mails and in the mailbox. */
export const PROJECT_NAME = "Navarambh";
export const DATABASE_ID = "main";
export const COLLECTION_ID = "users";
export const BUCKET_ID = "files";

/** The web platforms that the project has at the start, by host name. Links to other hosts are rejected, `127.0.0.1` among them. */
export const PLATFORM_HOSTS: readonly string[] = ["localhost", "app.example.org"];

/** The name of the session cookie. A copy named `…_legacy` has no SameSite attribute. */
export const SESSION_COOKIE = `a_session_${PROJECT_ID}`;
