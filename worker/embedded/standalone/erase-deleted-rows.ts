// Erases deleted rows from the database file of the embedded Appwrite. SQLite only marks their bytes as free, and a Durable Object may
// neither set `PRAGMA secure_delete` nor run VACUUM. So this is done from outside, while no server runs on the file.
import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** For a server that is ending. */
const WAIT_MILLISECONDS = 1000;
/** "database is locked" (https://www.sqlite.org/rescode.html#busy) */
const SQLITE_BUSY = 5;

/**
 * Writes each database anew, without what was deleted. One that a server is using is left to the end or the next start of that server.
 * @param stateDirectory where Miniflare stores its data, such as `.wrangler/state`
 */
export function eraseDeletedRows(stateDirectory: string): void {
  const pattern = "v3/do/*-EmbeddedAppwrite/*.sqlite";
  for (const file of globSync(pattern, { cwd: stateDirectory })) eraseInFile(join(stateDirectory, file));
}

function eraseInFile(file: string): void {
  const database = new DatabaseSync(file, { timeout: WAIT_MILLISECONDS });
  try {
    // In memory, since VACUUM would leave a copy of the rows in a deleted temporary file.
    database.exec("PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (!(error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY)) throw error;
  } finally {
    database.close();
  }
}
