// Looks into the SQLite database of a Durable Object.
import { runInDurableObject } from "cloudflare:test";

/** The rows of all tables that have one of these texts, in any case. Each is `table: JSON`. */
export function rowsWith(stub: DurableObjectStub, texts: readonly string[]): Promise<string[]> {
  return runInDurableObject(stub, (_, { storage: { sql } }) => {
    const tables = sql.exec<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").toArray();
    const rows = tables.flatMap(({ name }) =>
      sql
        .exec(`SELECT * FROM "${name}"`)
        .toArray()
        .map((row) => `${name}: ${JSON.stringify(row)}`),
    );
    return rows.filter((row) => texts.some((text) => row.toLowerCase().includes(text.toLowerCase())));
  });
}
