/* oxlint-disable typescript/no-unnecessary-type-parameters, typescript/no-unsafe-type-assertion --
 * the types of a statement's columns are stated by its author: the compiler cannot see them. */

/** A value that a statement is given: a text, an integer or a float, bytes, or nothing. */
export type SqlValue = string | number | Uint8Array | null;

export type SqlValues = Readonly<Record<string, SqlValue>>;

/**
 * One connection, as the statements of this folder use it: in the SQL that SQLite and PostgreSQL have in common. Values
 * are bound by name (`$id` is `id`); rows have the type that the caller names, which the column list of its statement has
 * to match. Booleans are the integers 0 and 1, and integers lie within JavaScript's.
 */
export interface Sql {
  get<Row>(sql: string, values?: SqlValues): Promise<Row | undefined>;
  all<Row>(sql: string, values?: SqlValues): Promise<readonly Row[]>;
  /** Runs a statement; resolves to the number of rows that were inserted, changed or deleted. */
  run(sql: string, values?: SqlValues): Promise<number>;
  /** Returns the query of the members of a JSON array of texts, which the value of this name holds. */
  membersOf(name: string): string;
}

/** Parses a column of JSON, for which the schema guarantees what was written there. */
export function fromJson<Type>(text: string): Type {
  return JSON.parse(text) as Type;
}
