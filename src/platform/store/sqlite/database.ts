/* oxlint-disable typescript/no-unnecessary-type-parameters, typescript/no-unsafe-type-assertion --
 * the types of a statement's columns are stated by its author: the compiler cannot see them. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

type Values = Readonly<Record<string, SQLInputValue>>;

/**
 * One connection, as the statements use it. Values are bound by name (`$id` is `id`); rows have the type that the
 * caller names, which the column list of its statement has to match: tables are STRICT, so a column has the type it
 * declares.
 */
export interface Sql {
  get<Row>(sql: string, values?: Values): Row | undefined;
  all<Row>(sql: string, values?: Values): readonly Row[];
  /** Runs a statement; returns the number of rows that were inserted, changed or deleted. */
  run(sql: string, values?: Values): number;
  /** Runs statements that are not kept in compiled form: schema and settings. */
  script(sql: string): void;
}

export interface Connection extends Sql {
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
    get: <Row>(sql: string, values: Values = {}) => statement(sql).get(values) as Row | undefined,
    all: <Row>(sql: string, values: Values = {}) => statement(sql).all(values) as readonly unknown[] as readonly Row[],
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

/** Parses a column of JSON, for which the schema guarantees what was written there. */
export function fromJson<Type>(text: string): Type {
  return JSON.parse(text) as Type;
}
