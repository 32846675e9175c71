import { assert } from "../../../kernel/assert.ts";
import type { Sql } from "./sql.ts";

/** Writes the row of probes; returns its number, which is one that no earlier probe had. */
export async function writeProbe(sql: Sql, _input: undefined): Promise<number> {
  const row = await sql.get<{ readonly number: number }>("UPDATE probes SET number = number + 1 RETURNING number");
  assert(row !== undefined, "the row of probes is made with its table");
  return row.number;
}

/** Reads the number of the last probe. */
export async function readProbe(sql: Sql): Promise<number> {
  return (await sql.get<{ readonly number: number }>("SELECT number FROM probes"))?.number ?? 0;
}
