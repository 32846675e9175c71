/* oxlint-disable typescript/no-unnecessary-type-parameters, typescript/no-unsafe-type-assertion --
 * the types of a statement's columns are stated by its author: the compiler cannot see them. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Sql, SqlValues } from "../sql/sql.ts";

/** One connection as the schema and the transactions around statements use it: in the calling thread, which waits. */
export interface SqliteSql {
  get<Row>(sql: string, values?: SqlValues): Row | undefined;
  all<Row>(sql: string, values?: SqlValues): readonly Row[];
  /** Reads the rows one by one, in constant memory. */
  each(sql: string): Iterable<unknown>;
  /** Runs a statement; returns the number of rows that were inserted, changed or deleted. */
  run(sql: string, values?: SqlValues): number;
  /** Runs statements that are not kept in compiled form: schema and settings. */
  script(sql: string): void;
}

export interface Connection extends SqliteSql {
  /** Whether a transaction is open; false after an error for which SQLite itself rolled the transaction back. */
  readonly isInTransaction: boolean;
  close(): void;
}

/** The time that a statement waits for another process (the command line) to finish writing, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/** Opens the file; each statement is compiled once per connection. */
export function connect(path: string | URL, { readOnly }: { readonly readOnly: boolean }): Connection {
  const database = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  const statements = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) {
      return known;
    }
    const compiled = database.prepare(sql);
    statements.set(sql, compiled);
    return compiled;
  };
  return {
    get: <Row>(sql: string, values: SqlValues = {}) => statement(sql).get(values) as Row | undefined,
    all: <Row>(sql: string, values: SqlValues = {}) =>
      statement(sql).all(values) as readonly unknown[] as readonly Row[],
    each: (sql) => database.prepare(sql).iterate(),
    run: (sql, values = {}) => Number(statement(sql).run(values).changes),
    script: (sql) => database.exec(sql),
    get isInTransaction() {
      return database.isTransaction;
    },
    close: () => {
      statements.clear();
      database.close();
    },
  };
}

/** Returns the connection as the statements use it; each is done when its promise is made. */
export const sqlOf = (connection: SqliteSql): Sql => ({
  get: async (sql, values) => connection.get(sql, values),
  all: async (sql, values) => connection.all(sql, values),
  run: async (sql, values) => connection.run(sql, values),
  membersOf: (name) => `SELECT value FROM json_each($${name})`,
});
