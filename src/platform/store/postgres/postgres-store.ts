import { occurred } from "../../../kernel/observation.ts";
import type { Author } from "../audit-store.ts";
import { audit } from "../sql/accounts/audit.ts";
import { assembleStore } from "../sql/assemble-store.ts";
import { callOf, type InputOf, isFleeting, type OutputOf, runCall, type TransactionName } from "../sql/transactions.ts";
import type { Store } from "../store.ts";
import { admitRequest } from "./admission.ts";
import { forgetMarks } from "./commit-marks.ts";
import { type ConnectionSettings, type Connections, openConnections, type PostgresSql } from "./connections.ts";
import { type DatabaseClock, openDatabaseClock } from "./database-clock.ts";
import { lockOf } from "./locks.ts";
import { type Migrated, migrate } from "./migrations.ts";
import { JobNotifications } from "./notifications.ts";
import { asStoreError, isPassing } from "./postgres-failure.ts";
import { auditQueue } from "./queue/agreement.ts";
import { openJobQueues, type PostgresJobQueues } from "./queue/postgres-job-queue.ts";

export interface PostgresStoreOptions extends ConnectionSettings {
  /** Called when a schema of an older version has been brought up to date. */
  readonly onMigrated?: ((versions: Migrated) => void) | undefined;
}

/** The transactions that are one statement here. */
const STATEMENTS: {
  readonly [Name in TransactionName]?: (sql: PostgresSql, input: InputOf<Name>) => Promise<OutputOf<Name>>;
} = { admitRequest };

/** How often a transaction is run that the server undid in favour of another. */
const MAX_RUNS = 5;

/**
 * Opens the store in a PostgreSQL database, which any number of nodes may share.
 * @throws Failure `storage_unavailable`; StartFailure when the schema is one that this program cannot work with
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const connections = openConnections(options);
  const notifications = new JobNotifications(options);
  const write = <Name extends TransactionName>(
    name: Name,
    input: InputOf<Name>,
    author?: Author,
  ): Promise<OutputOf<Name>> => {
    const statement = STATEMENTS[name];
    if (statement !== undefined) {
      return failing(() => repeated(() => statement(connections.writes, input)));
    }
    const call = callOf(name, input, author);
    const lock = lockOf(name, input);
    const run = (): Promise<OutputOf<Name>> =>
      connections.transaction({ durable: !isFleeting(call), hasMark: !isFleeting(call), lock }, async (sql) => {
        if (name === "sweep") {
          await forgetMarks(sql);
        }
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the transaction of this name returns it
        return (await runCall({ ...sql, jobQueue: queues.within(sql) }, call)) as OutputOf<Name>;
      });
    return failing(() => repeated(run));
  };
  let closed: Promise<void> | undefined;
  let queues: PostgresJobQueues;
  let clock: DatabaseClock;
  try {
    ({ queues, clock } = await failing(() => prepared(connections, options)));
  } catch (error) {
    await connections.close();
    throw error;
  }
  return assembleStore({
    now: clock.now,
    isShared: true,
    connections: () => connections.states(),
    watchJobs: (listener) => notifications.watch(listener),
    write,
    read: (query) => failing(() => query(connections.queries)),
    audit: () =>
      failing(() => connections.snapshot(async (sql) => [...(await audit(sql)), ...(await auditQueue(sql))])),
    close: () => {
      clock.close();
      notifications.close();
      return (closed ??= queues.close().then(() => connections.close()));
    },
  });
}

/** Brings the schema up to date, and opens what a store needs beside its connections. */
async function prepared(connections: Connections, { onMigrated }: PostgresStoreOptions) {
  const migrated = await migrate(connections);
  if (migrated !== undefined) {
    onMigrated?.(migrated);
  }
  const clock = await openDatabaseClock(connections.queries);
  try {
    return { clock, queues: await openJobQueues(connections.queries) };
  } catch (error) {
    clock.close();
    throw error;
  }
}

/** Runs something, and turns trouble with the database into a Failure. */
async function failing<Output>(run: () => Promise<Output>): Promise<Output> {
  try {
    return await run();
  } catch (error) {
    throw asStoreError(error);
  }
}

/** Runs a transaction again when the server undid it in favour of another. */
async function repeated<Output>(run: () => Promise<Output>): Promise<Output> {
  for (let runs = 1; ; runs += 1) {
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop
      return await run();
    } catch (error) {
      if (!isPassing(error) || runs === MAX_RUNS) {
        throw error;
      }
      occurred({ kind: "retry", of: "database" });
    }
  }
}
