import { escapeLiteral } from "pg";
import { assert } from "../../../kernel/assert.ts";
import type { SqlValue, SqlValues } from "../sql/sql.ts";

/** A statement with numbered parameters, and their values in that order. */
export interface NumberedStatement {
  readonly text: string;
  readonly values: readonly (string | number | Buffer)[];
}

/**
 * Returns a statement whose values are bound by name (`$id`) with numbered ones (`$1`). Each is cast to the type of its
 * value, since PostgreSQL would take `$now + 1000` for a sum of 32-bit integers; an absent value is written as NULL, which
 * has any type.
 */
export function numbered(statement: string, values: SqlValues = {}): NumberedStatement {
  const bound: (string | number | Buffer)[] = [];
  const places = new Map<string, string>();
  const placeOf = (name: string): string => {
    const value = values[name];
    assert(value !== undefined, `the statement's value $${name} is given`);
    if (value === null) {
      return "NULL";
    }
    bound.push(boundAs(value));
    return `$${bound.length}::${typeOf(value)}`;
  };
  const text = statement.replace(/\$([a-zA-Z]\w*)/g, (_, name: string) => {
    const place = places.get(name) ?? placeOf(name);
    places.set(name, place);
    return place;
  });
  return { text, values: bound };
}

function boundAs(value: NonNullable<SqlValue>): string | number | Buffer {
  if (value instanceof Uint8Array) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  return typeof value === "string" ? storable(value) : value;
}

/** PostgreSQL has no texts with U+0000, and none is ever stored: what is looked for by one is not found. */
const storable = (text: string): string => text.replaceAll("\0", "\uFFFD");

/** Returns the text as a statement without bound values has it: quoted, and whatever it contains. */
export const literal = (text: string): string => escapeLiteral(storable(text));

function typeOf(value: NonNullable<SqlValue>): "text" | "bigint" | "bytea" {
  if (typeof value === "string") {
    return "text";
  }
  return typeof value === "number" ? "bigint" : "bytea";
}
