// A thin wrapper around the Durable Object's SQLite: typed rows, transactions and migrations.
import { MIGRATIONS } from "./schema";

type Value = string | number | null;

export class Database {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#migrate();
  }

  /** Every row of the result. The caller gives the row's type, which must match the schema. */
  all<Row extends Record<string, SqlStorageValue>>(query: string, ...values: Value[]): Row[] {
    return this.#storage.sql.exec<Row>(query, ...values).toArray();
  }

  /** The first row, or null. */
  first<Row extends Record<string, SqlStorageValue>>(query: string, ...values: Value[]): Row | null {
    return this.all<Row>(query, ...values)[0] ?? null;
  }

  run(query: string, ...values: Value[]): void {
    this.#storage.sql.exec(query, ...values);
  }

  /** Runs `change` in one transaction, which is rolled back when it throws. */
  transaction<Result>(change: () => Result): Result {
    return this.#storage.transactionSync(change);
  }

  #migrate(): void {
    this.run("CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY)");
    const current =
      this.first<{ version: number | null }>("SELECT MAX(version) AS version FROM migrations")?.version ?? 0;
    for (const [index, statements] of MIGRATIONS.entries()) {
      const version = index + 1;
      if (version <= current) continue;
      this.transaction(() => {
        for (const statement of statements) this.run(statement);
        this.run("INSERT INTO migrations (version) VALUES (?)", version);
      });
    }
  }
}
