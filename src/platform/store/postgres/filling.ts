import { DATABASE_ID_FACT } from "../../blobs/database-id.ts";
import { StartFailure } from "../../start-failure.ts";
import { audit } from "../sql/accounts/audit.ts";
import type { Sql } from "../sql/sql.ts";
import type { SqliteSql } from "../sqlite/database.ts";
import { type ConnectionSettings, openConnections } from "./connections.ts";
import { EVERYTHING_LOCK } from "./locks.ts";
import { migrate } from "./migrations.ts";
import { ADD_MISSING, auditQueue } from "./queue/agreement.ts";

/** The tables, those that others refer to first. What counts for a minute, and leases, are left behind. */
const TABLES = [
  "accounts",
  "keys",
  "secrets",
  "holds",
  "ledger",
  "usage",
  "remembered_requests",
  "jobs",
  "templates",
  "template_versions",
  "webhook_endpoints",
  "webhook_deliveries",
  "request_parts",
  "audit_log",
] as const;
type Table = (typeof TABLES)[number];

/** The number of rows that are sent at a time, and the size of their JSON from which no more are added. */
const ROWS = 1000;
const BATCH_CHARACTERS = 8 << 20;

/** What was copied: the rows of each table. */
export type Copied = Readonly<Record<Table, number>>;

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
      const counts: [Table, number][] = [];
      for (const table of TABLES) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- a table refers to those before it
        counts.push([table, await copyTable(source, sql, table)]);
      }
      await sql.run(ADD_MISSING);
      await copyDatabaseId(source, sql);
      await expectEqual(source, sql);
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

async function copyTable(source: SqliteSql, sql: Sql, table: Table): Promise<number> {
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

/** Figures that both must give alike, in SQL that both understand. */
const FIGURES: readonly string[] = [
  ...TABLES.map((table) => `SELECT 'rows of ${table}' AS what, count(*) AS figure FROM ${table}`),
  "SELECT 'sum of balances' AS what, coalesce(sum(balance), 0) AS figure FROM accounts",
  "SELECT 'credits held' AS what, coalesce(sum(held), 0) AS figure FROM accounts",
  "SELECT 'stored bytes' AS what, coalesce(sum(stored_bytes), 0) AS figure FROM accounts",
  "SELECT 'sum of the ledger' AS what, coalesce(sum(amount), 0) AS figure FROM ledger",
  "SELECT 'jobs that have not ended' AS what, count(*) AS figure FROM jobs WHERE completed_at IS NULL",
];

async function expectEqual(source: SqliteSql, sql: Sql): Promise<void> {
  for (const statement of FIGURES) {
    const expected = source.get<{ readonly what: string; readonly figure: number }>(statement);
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    const found = await sql.get<{ readonly figure: number }>(statement);
    if (expected?.figure !== found?.figure) {
      throw new StartFailure(
        `The copy differs from its source and was undone: ${expected?.what} is ${found?.figure}, and not ${expected?.figure}.`,
      );
    }
  }
  const differences = [...(await audit(sql)), ...(await auditQueue(sql))];
  if (differences.length > 0) {
    throw new StartFailure(`The copy is not sound and was undone: ${differences[0]}.`);
  }
}
