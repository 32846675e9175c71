/* oxlint-disable typescript/no-unsafe-type-assertion -- the types of a statement's columns are stated by its author */
import type { PoolClient, QueryResult } from "pg";
import type { Sql, SqlValues } from "../sql/sql.ts";
import type { ConnectionState } from "../store.ts";
import { type Attempted, markTransaction, unmarkedTransaction, wasCommitted } from "./commit-marks.ts";
import { type ConnectionPool, openConnectionPool } from "./connection-pool.ts";
import { isAnswer, isTrouble } from "./postgres-failure.ts";
import { numbered } from "./statements.ts";

/** What a connection to the database needs. */
export interface ConnectionSettings {
  /** The address, `postgres://user:password@host:port/database`, with libpq's parameters such as `sslmode`. */
  readonly url: string;
  /** The connections that a node has open at most, for transactions and for queries together; at least two. */
  readonly maxConnections: number;
  readonly onTrouble?: ((error: Error) => void) | undefined;
}

interface TransactionOptions {
  readonly durable: boolean;
  /** Whether it leaves a row in `commit_marks`, by which its outcome is known even after a crash of the server. */
  readonly hasMark?: boolean;
  /** Statements without values that take the transaction's lock; they are sent with the transaction's beginning. */
  readonly lock: string;
  /** The time that one statement may take, in milliseconds, 0 for any; absent: that of requests. */
  readonly statementMs?: number;
}

/** A connection that also runs what is in PostgreSQL's own form. */
export interface PostgresSql extends Sql {
  /** Runs a statement whose values are bound by number (`$1`), or several without values. */
  executeSql(text: string, values?: unknown[]): Promise<Pick<QueryResult, "rows">>;
}

/** Runs what is done on one connection. */
export interface Connections {
  /**
   * Runs a transaction of several statements. It is committed when this resolves, and on disk where it is durable. When
   * this rejects it has been undone, unless the server went away while it was asked to commit and does not come back.
   */
  transaction<Output>(options: TransactionOptions, run: (sql: PostgresSql) => Promise<Output>): Promise<Output>;
  /** Runs queries in one transaction that changes nothing and sees one state of the data. */
  snapshot<Output>(run: (sql: PostgresSql) => Promise<Output>): Promise<Output>;
  /** Queries, each by itself. */
  readonly queries: PostgresSql;
  /** Statements that write, each a transaction by itself. */
  readonly writes: PostgresSql;
  states(): readonly ConnectionState[];
  close(): Promise<void>;
}

/** The time after which a statement counts as hanging, in milliseconds. */
const STATEMENT_MS = 10_000;
const ANSWER_MS = STATEMENT_MS + 2000;
const LOCK_MS = 5000;

/**
 * Opens connections when they are needed. Queries have connections of their own: transactions that wait for one account do
 * not keep them waiting.
 */
export function openConnections({ url, maxConnections, onTrouble }: ConnectionSettings): Connections {
  const queryConnections = Math.max(1, Math.floor(maxConnections / 3));
  const poolOf = (max: number): ConnectionPool => openConnectionPool({ url, max, answerMs: ANSWER_MS, onTrouble });
  const [writing, reading] = [poolOf(Math.max(1, maxConnections - queryConnections)), poolOf(queryConnections)];
  const queries = statementsOn(reading);
  return {
    async transaction({ durable, lock, hasMark = false, statementMs = STATEMENT_MS }, run) {
      // READ COMMITTED: each statement sees what was committed before it, thus all that the holders of the transaction's
      // lock before it have done.
      const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; ${limits(statementMs)}; SET LOCAL synchronous_commit = ${
        durable ? "on" : "off"
      }; ${lock}`;
      let output: Awaited<ReturnType<typeof run>> | undefined;
      try {
        return await writing.use((client) =>
          committed(client, { begin, attempted: hasMark ? markTransaction : unmarkedTransaction }, async (sql) => {
            output = await run(sql);
            return output;
          }),
        );
      } catch (error) {
        if (error instanceof CommitLost && (await wasCommitted(queries, error.attempted))) {
          return output as Awaited<ReturnType<typeof run>>;
        }
        throw error;
      }
    },
    snapshot: (run) =>
      reading.use(async (client) => {
        const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${limits(STATEMENT_MS)}`;
        return await committed(client, { begin, attempted: unmarkedTransaction }, run);
      }),
    queries,
    writes: statementsOn(writing),
    states: () => [
      { use: "transactions", ...writing.state() },
      { use: "queries", ...reading.state() },
    ],
    close: async () => {
      await Promise.all([writing.close(), reading.close()]);
    },
  };
}

/** Runs each statement by itself, on any of the connections. */
const statementsOn = (pool: ConnectionPool): PostgresSql =>
  sqlOf((text, values) => pool.use((client) => client.query(text, values)));

/**
 * Settings of a transaction alone, which poolers of transactions pass on. Every statement is short: compiling one would take
 * longer than running it.
 */
const limits = (statementMs: number): string =>
  `SET LOCAL jit = off; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${LOCK_MS}; SET LOCAL idle_in_transaction_session_timeout = ${ANSWER_MS}`;

/** Reports that the connection broke after the server had been asked to commit, so that nobody knows whether it has. */
class CommitLost extends Error {
  readonly attempted: Attempted;

  constructor(attempted: Attempted, cause: unknown) {
    super("The connection broke during a commit.", { cause });
    this.attempted = attempted;
  }
}

interface Course {
  readonly begin: string;
  /** Returns by what the transaction is found again; undefined where it has changed nothing. */
  readonly attempted: (client: PoolClient) => Promise<Attempted | undefined>;
}

async function committed<Output>(
  client: PoolClient,
  { begin, attempted }: Course,
  run: (sql: PostgresSql) => Promise<Output>,
): Promise<Output> {
  let output: Output;
  let attempt: Attempted | undefined;
  try {
    await client.query(begin);
    output = await run(sqlOf((text, values) => client.query(text, values)));
    attempt = await attempted(client);
  } catch (error) {
    if (!isTrouble(error) || isAnswer(error)) {
      await client.query("ROLLBACK");
    }
    // On a connection that is broken, the server does this by itself.
    throw error;
  }
  try {
    await client.query("COMMIT");
    return output;
  } catch (error) {
    throw isAnswer(error) || attempt === undefined ? error : new CommitLost(attempt, error);
  }
}

function sqlOf(run: (text: string, values?: unknown[]) => Promise<QueryResult>): PostgresSql {
  const query = (statement: string, values: SqlValues | undefined): Promise<QueryResult> => {
    const { text, values: bound } = numbered(statement, values);
    return run(text, [...bound]);
  };
  return {
    get: async <Row>(statement: string, values?: SqlValues) =>
      (await query(statement, values)).rows[0] as Row | undefined,
    all: async <Row>(statement: string, values?: SqlValues) => (await query(statement, values)).rows as readonly Row[],
    run: async (statement, values) => (await query(statement, values)).rowCount ?? 0,
    executeSql: run,
    membersOf: (name) => `SELECT json_array_elements_text(CAST($${name} AS json))`,
  };
}
