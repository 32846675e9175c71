import { COPIED_TABLES, type Copied, type CopiedTable, expectSameFigures, expectSound } from "../sql/copied-tables.ts";
import type { Sql, SqlValues } from "../sql/sql.ts";
import { type Connection, connect, sqlOf } from "../sqlite/database.ts";
import { prepareFile } from "../sqlite/schema.ts";
import { type ConnectionSettings, openConnections } from "./connections.ts";
import { migrate } from "./migrations.ts";

/** The number of rows that are fetched at a time. */
const ROWS = 1000;

/**
 * Copies everything that a PostgreSQL database holds to a new SQLite file, as it is at one moment and while nodes work with
 * it: all tables are read in one transaction that sees one state of the data. It needs no more rights than the service has,
 * and no program of PostgreSQL. The schema is brought up to date first, as a start would do.
 * @throws StartFailure when the copy differs from its source, or the schema is one that this program does not know
 */
export async function saveToSqlite(settings: ConnectionSettings, path: string): Promise<Copied> {
  const connections = openConnections(settings);
  try {
    await migrate(connections);
    prepareFile(path);
    const target = connect(path, { readOnly: false });
    try {
      const copied = await connections.snapshot((source) => copyAll(source, target));
      await expectSound(sqlOf(target));
      return copied;
    } finally {
      target.close();
    }
  } finally {
    await connections.close();
  }
}

async function copyAll(source: Sql, target: Connection): Promise<Copied> {
  target.script("BEGIN");
  const counts: [CopiedTable, number][] = [];
  for (const table of COPIED_TABLES) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- a table refers to those before it
    counts.push([table, await copyTable(source, target, table)]);
  }
  await expectSameFigures(source, sqlOf(target));
  target.script("COMMIT");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every table has been counted
  return Object.fromEntries(counts) as Copied;
}

async function copyTable(source: Sql, target: Connection, table: CopiedTable): Promise<number> {
  // The triggers of the other tables count what is stored.
  const names = target
    .all<{ readonly name: string }>(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`)
    .map(({ name }) => name)
    .filter((name) => !(table === "accounts" && name === "stored_bytes"));
  const insert = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map((name) => `$${name}`).join(", ")})`;
  await source.run(`DECLARE copied NO SCROLL CURSOR FOR SELECT ${names.join(", ")} FROM ${table}`);
  let count = 0;
  for (;;) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    const rows = await source.all<SqlValues>(`FETCH ${ROWS} FROM copied`);
    for (const row of rows) {
      count += target.run(insert, row);
    }
    if (rows.length < ROWS) {
      break;
    }
  }
  await source.run("CLOSE copied");
  return count;
}
