import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eraseDeletedRows } from "../../../../../worker/embedded/standalone/erase-deleted-rows";

let state: string;
let folder: string;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "erase-deleted-rows-"));
  folder = join(state, "v3/do/navarambh-EmbeddedAppwrite");
  mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

/** A database with one deleted row, still open, as workerd opens it. */
function openWithDeletedRow(): DatabaseSync {
  const database = new DatabaseSync(join(folder, "users.sqlite"), { timeout: 0 });
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)");
  database.exec("INSERT INTO users (name) VALUES ('Asha deleted'), ('Ravi kept'); DELETE FROM users WHERE id = 1");
  return database;
}

/** Whether a text stands in any file of the folder. */
function isOnDisk(text: string): boolean {
  return readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));
}

test("no file has the deleted rows anymore, and the others are kept", () => {
  openWithDeletedRow().close();
  expect(isOnDisk("Asha deleted")).toBe(true);
  eraseDeletedRows(state);
  expect([isOnDisk("Asha deleted"), isOnDisk("Ravi kept")]).toEqual([false, true]);
});

test("the rows are erased from the write-ahead log that a crash left, too", () => {
  const crashed = openWithDeletedRow();
  const files = readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  expect(files.map(({ name }) => name)).toContain("users.sqlite-wal");
  crashed.close();
  for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
  eraseDeletedRows(state);
  expect([isOnDisk("Asha deleted"), isOnDisk("Ravi kept")]).toEqual([false, true]);
});

test("a database that a server has open is left alone, also when the server is idle", () => {
  const idle = openWithDeletedRow();
  try {
    eraseDeletedRows(state);
    expect(isOnDisk("Asha deleted")).toBe(true);
    idle.exec("INSERT INTO users (name) VALUES ('Meera')");
    expect(idle.prepare("SELECT name FROM users").all()).toEqual([{ name: "Ravi kept" }, { name: "Meera" }]);
  } finally {
    idle.close();
  }
});

test("a database that cannot be read is reported", () => {
  writeFileSync(join(folder, "users.sqlite"), "no database at all".repeat(100));
  expect(() => eraseDeletedRows(state)).toThrow("file is not a database");
});
