// A thin face over the Durable Object's SQLite: typed rows, one transaction a call, and the schema's migrations.
import { MIGRATIONS } from "./schema";

type Value = string | number | null;

export class Database {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#migrate();
  }

  /** Every row the query gives. The caller names the columns' shape, which is the schema's. */
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

  /** Runs `change` in one transaction: when it throws, none of its writes remain. */
  transaction<Result>(change: () => Result): Result {
    return this.#storage.transactionSync(change);
  }

  #migrate(): void {
    this.run("CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY)");
    const done = this.first<{ version: number | null }>("SELECT MAX(version) AS version FROM migrations")?.version ?? 0;
    for (const [index, statements] of MIGRATIONS.entries()) {
      const version = index + 1;
      if (version <= done) continue;
      this.transaction(() => {
        for (const statement of statements) this.run(statement);
        this.run("INSERT INTO migrations (version) VALUES (?)", version);
      });
    }
  }
}
