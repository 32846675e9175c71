/* oxlint-disable typescript/no-unsafe-type-assertion -- the types of a statement's columns are stated by its author */
import { DatabaseError, Pool, type PoolClient, type QueryResult, types } from "pg";
import { places as numbersTo, Semaphore } from "../../../kernel/timing/semaphore.ts";
import type { Sql, SqlValues } from "../sql/sql.ts";
import { numbered } from "./statements.ts";

/** What a connection to the database needs. */
export interface ConnectionSettings {
  /** The address, `postgres://user:password@host:port/database`, with libpq's parameters such as `sslmode`. */
  readonly url: string;
  /** The connections that a node has open at most, for transactions and for queries together; at least two. */
  readonly maxConnections: number;
  readonly onTrouble?: ((error: Error) => void) | undefined;
}

export interface TransactionOptions {
  readonly durable: boolean;
  /** A statement without values that takes the transaction's lock; it is sent with the transaction's beginning. */
  readonly lock: string;
}

/** Runs what is done on one connection. */
export interface Connections {
  /**
   * Runs a transaction of several statements. It is committed when this resolves, and on disk where it is durable;
   * otherwise it has been undone.
   */
  transaction<Output>(options: TransactionOptions, run: (sql: Sql) => Promise<Output>): Promise<Output>;
  /** Runs queries in one transaction that changes nothing and sees one state of the data. */
  snapshot<Output>(run: (sql: Sql) => Promise<Output>): Promise<Output>;
  /** Each statement by itself. */
  readonly queries: Sql;
  close(): Promise<void>;
}

/** The time after which a connection counts as refused, and a statement as hanging, in milliseconds. */
const CONNECT_MS = 5000;
const STATEMENT_MS = 10_000;
/** An answer that never comes, because the way to the server is cut, is no longer waited for. */
const ANSWER_MS = STATEMENT_MS + 2000;
const LOCK_MS = 5000;
/** The time for which one may wait for a connection that others use. */
const WAIT_MS = 15_000;

/**
 * Opens connections when they are needed. Queries have connections of their own: transactions that wait for one account do
 * not keep them waiting.
 */
export function openConnections({ url, maxConnections, onTrouble }: ConnectionSettings): Connections {
  const poolOf = (max: number): Turned => {
    const pool = new Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: "quire",
      types: { getTypeParser },
    });
    // A connection that nobody uses was cut; the next use opens another.
    pool.on("error", (error) => onTrouble?.(error));
    // One that is in use: its next statement fails, and without a listener this event would end the process.
    pool.on("connect", (client) => client.on("error", () => undefined));
    return { pool, places: new Semaphore({ permits: numbersTo(max) }) };
  };
  const queryConnections = Math.max(1, Math.floor(maxConnections / 3));
  const writing = poolOf(Math.max(1, maxConnections - queryConnections));
  const reading = poolOf(queryConnections);
  return {
    transaction: ({ durable, lock }, run) =>
      // Settings of the transaction alone, which poolers of transactions pass on. READ COMMITTED: each statement sees what
      // was committed before it, thus all that the holders of its lock before it have done.
      within(
        writing,
        `BEGIN ISOLATION LEVEL READ COMMITTED; ${LIMITS}; SET LOCAL synchronous_commit = ${durable ? "on" : "off"}; ${lock}`,
        run,
      ),
    snapshot: (run) => within(reading, `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${LIMITS}`, run),
    queries: sqlOf({ query: (text: string, values: unknown[]) => queried(reading, text, values) }),
    close: async () => {
      await Promise.all([writing.pool.end(), reading.pool.end()]);
    },
  };
}

/** Every statement here is short: compiling one would take longer than running it. */
const LIMITS = `SET LOCAL jit = off; SET LOCAL statement_timeout = ${STATEMENT_MS}; SET LOCAL lock_timeout = ${LOCK_MS}; SET LOCAL idle_in_transaction_session_timeout = ${ANSWER_MS}`;

/** A pool whose connections are waited for in turn. */
interface Turned {
  readonly pool: Pool;
  readonly places: Semaphore<number>;
}

async function within<Output>(
  { pool, places }: Turned,
  begin: string,
  run: (sql: Sql) => Promise<Output>,
): Promise<Output> {
  using _place = await places.acquire({ signal: AbortSignal.timeout(WAIT_MS) });
  const client = await connected({ pool, places });
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const output = await run(sqlOf(client));
    await client.query("COMMIT");
    return output;
  } catch (error) {
    broken = await rolledBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Takes a connection; when there is none to be had, those who wait learn it too, rather than one after the other. */
async function connected({ pool, places }: Turned): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    places.refuseWaiting(error);
    throw error;
  }
}

/** Undoes a transaction; returns the error of a connection that can no longer be used, on which the server undoes it. */
async function rolledBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query("ROLLBACK");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Runs a query on any connection. */
async function queried(turned: Turned, text: string, values: unknown[]): Promise<QueryResult> {
  using _place = await turned.places.acquire({ signal: AbortSignal.timeout(WAIT_MS) });
  const client = await connected(turned);
  let broken: Error | undefined;
  try {
    return await client.query(text, values);
  } catch (error) {
    // A statement that the server refused leaves its connection as it was.
    broken = error instanceof DatabaseError || !(error instanceof Error) ? undefined : error;
    throw error;
  } finally {
    client.release(broken);
  }
}

function sqlOf(connection: { query(text: string, values: unknown[]): Promise<QueryResult> }): Sql {
  const query = (statement: string, values: SqlValues | undefined): Promise<QueryResult> => {
    const { text, values: bound } = numbered(statement, values);
    return connection.query(text, [...bound]);
  };
  return {
    get: async <Row>(statement: string, values?: SqlValues) =>
      (await query(statement, values)).rows[0] as Row | undefined,
    all: async <Row>(statement: string, values?: SqlValues) => (await query(statement, values)).rows as readonly Row[],
    run: async (statement, values) => (await query(statement, values)).rowCount ?? 0,
    membersOf: (name) => `SELECT json_array_elements_text(CAST($${name} AS json))`,
  };
}

/** Sums and counts, which come as 64-bit integers and decimals, lie within JavaScript's integers here. */
function getTypeParser(oid: number, format?: "text" | "binary"): unknown {
  const isNumber = oid === types.builtins.INT8 || oid === types.builtins.NUMERIC;
  return isNumber ? Number : types.getTypeParser(oid, format as "text");
}
