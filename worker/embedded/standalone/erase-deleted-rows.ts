// Erases deleted rows from the database file of the embedded Appwrite. SQLite only marks their bytes as free, and a Durable Object may
// neither set `PRAGMA secure_delete` nor run VACUUM. So this is done from outside, while no server runs on the file.
import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** How long a database may be locked by a server that is still ending. */
const WAIT_MILLISECONDS = 1000;
/** "database is locked" (https://www.sqlite.org/rescode.html#busy). Extended result codes have it in their lowest byte. */
const SQLITE_BUSY = 5;

/**
 * Writes each database anew, without what was deleted, and empties its write-ahead log. A database that another process has open stays as
 * it is: the runtime keeps a lock on it as long as it is open, also while nobody asks the server.
 * @param stateDirectory where Miniflare stores its data, such as `.wrangler/state`
 */
export function eraseDeletedRows(stateDirectory: string): void {
  const pattern = "v3/do/*-EmbeddedAppwrite/*.sqlite";
  for (const file of globSync(pattern, { cwd: stateDirectory })) eraseInFile(join(stateDirectory, file));
}

function eraseInFile(file: string): void {
  const database = new DatabaseSync(file, { timeout: WAIT_MILLISECONDS });
  try {
    // Before the file is read: the reading then fails when anybody else has it open (https://www.sqlite.org/pragma.html#pragma_locking_mode).
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    // In memory, since VACUUM would leave a copy of the rows in a deleted temporary file.
    database.exec("PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; VACUUM");
    // This reports a busy file in its result instead of throwing. The exclusive lock above rules that out.
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    database.close();
  }
}

/** Whether another process has the database open. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error && "errcode" in error)) return false;
  return (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}
