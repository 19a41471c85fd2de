// Where a run of the tests keeps its temporary files.
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux's folder in memory. */
const MEMORY = "/dev/shm";
/** Three times what a run needs. Docker's folder has 64 MB. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/** Tells the processes that Vitest starts what `diskFolder` returns. */
const DISK_VARIABLE = "TESTS_DISK_FOLDER";

/**
 * Makes this process, and those that it starts, keep temporary files in memory, where the system has room there. The storage of a Worker
 * under test is SQLite's, which waits for the disk at each write. A TMPDIR that somebody has set stays.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env[DISK_VARIABLE]) return;
  process.env[DISK_VARIABLE] = tmpdir();
  if (process.env.TMPDIR) return;
  const folder = createMemoryFolder();
  if (!folder) return;
  process.env.TMPDIR = folder;
  // Wrangler, Vite and npm are started some sixty times, and take a second each to be compiled.
  process.env.NODE_COMPILE_CACHE ??= join(folder, "node-compile-cache");
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

/** The system's folder of temporary files: for large ones, and for those that stay after the run. */
export function diskFolder(): string {
  return process.env[DISK_VARIABLE] ?? tmpdir();
}

/** Creates a folder in memory. @returns null when there is no room, or no such folder */
function createMemoryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES ? mkdtempSync(join(MEMORY, "navarambh-tests-")) : null;
  } catch {
    return null;
  }
}
