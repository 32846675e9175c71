import { DATABASE_ID_FACT } from "../../blobs/database-id.ts";
import { StartFailure } from "../../start-failure.ts";
import { audit } from "../sql/accounts/audit.ts";
import { COPIED_TABLES, type Copied, type CopiedTable, expectSameFigures, expectSound } from "../sql/copied-tables.ts";
import type { Sql } from "../sql/sql.ts";
import { type SqliteSql, sqlOf } from "../sqlite/database.ts";
import { type ConnectionSettings, openConnections } from "./connections.ts";
import { EVERYTHING_LOCK } from "./locks.ts";
import { migrate } from "./migrations.ts";
import { ADD_MISSING, auditQueue } from "./queue/agreement.ts";

/** The number of rows that are sent at a time, and the size of their JSON from which no more are added. */
const ROWS = 1000;
const BATCH_CHARACTERS = 8 << 20;

/**
 * Copies everything that a SQLite store holds to an empty PostgreSQL database, in one transaction: all of it is there, with
 * the same numbers of rows, balances and credits held, or nothing is. `source` must not be written to meanwhile.
 * @throws StartFailure when the database holds accounts already, or when what was copied differs from the source
 */
export async function fillFromSqlite(source: SqliteSql, settings: ConnectionSettings): Promise<Copied> {
  const connections = openConnections(settings);
  try {
    await migrate(connections);
    return await connections.transaction({ durable: true, lock: EVERYTHING_LOCK, statementMs: 0 }, async (sql) => {
      if ((await sql.get("SELECT 1 FROM accounts LIMIT 1")) !== undefined) {
        throw new StartFailure(
          "The PostgreSQL database is in use already: it has accounts. Migrate into an empty one.",
        );
      }
      const counts: [CopiedTable, number][] = [];
      for (const table of COPIED_TABLES) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- a table refers to those before it
        counts.push([table, await copyTable(source, sql, table)]);
      }
      await sql.run(ADD_MISSING);
      await copyDatabaseId(source, sql);
      await expectSameFigures(sqlOf(source), sql);
      await expectSound(sql, async () => [...(await audit(sql)), ...(await auditQueue(sql))]);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every table has been counted
      return Object.fromEntries(counts) as Copied;
    });
  } finally {
    await connections.close();
  }
}

interface Column {
  readonly name: string;
  readonly isIdentity: number;
  readonly isBytes: number;
}

async function copyTable(source: SqliteSql, sql: Sql, table: CopiedTable): Promise<number> {
  const columns = await sql.all<Column>(
    `SELECT column_name AS name, CASE WHEN is_identity = 'YES' THEN 1 ELSE 0 END AS "isIdentity",
       CASE WHEN data_type = 'bytea' THEN 1 ELSE 0 END AS "isBytes"
     FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $table AND is_generated = 'NEVER'`,
    { table },
  );
  // The triggers of the other tables count what is stored.
  const copied = columns.filter(({ name }) => !(table === "accounts" && name === "stored_bytes"));
  const names = copied.map(({ name }) => name).join(", ");
  const read = copied
    .map(({ name, isBytes }) => (isBytes === 1 ? `'\\x' || hex(${name}) AS ${name}` : name))
    .join(", ");
  const insert = `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${names} FROM json_populate_recordset(NULL::${table}, CAST($rows AS json))`;
  let count = 0;
  for (const rows of batches(source.each(`SELECT ${read} FROM ${table}`))) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    count += await sql.run(insert, { rows });
  }
  const identity = columns.find(({ isIdentity }) => isIdentity === 1)?.name;
  if (identity !== undefined && count > 0) {
    await sql.all(`SELECT setval(pg_get_serial_sequence('${table}', '${identity}'), max(${identity})) FROM ${table}`);
  }
  return count;
}

/** Gives the copy the id of its source, so that it finds the files of an S3 store that the source has used. */
async function copyDatabaseId(source: SqliteSql, sql: Sql): Promise<void> {
  const kept = source.get<{ readonly value: string }>(
    `SELECT value FROM agreed_facts WHERE name = '${DATABASE_ID_FACT}'`,
  );
  if (kept !== undefined) {
    await sql.run(
      `INSERT INTO agreed_facts (name, value) VALUES ($name, $value)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      { name: DATABASE_ID_FACT, value: kept.value },
    );
  }
}

/** Groups rows into JSON arrays. */
function* batches(rows: Iterable<unknown>): Generator<string> {
  let texts: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    texts.push(text);
    characters += text.length;
    if (texts.length === ROWS || characters > BATCH_CHARACTERS) {
      yield `[${texts.join(",")}]`;
      texts = [];
      characters = 0;
    }
  }
  if (texts.length > 0) {
    yield `[${texts.join(",")}]`;
  }
}
