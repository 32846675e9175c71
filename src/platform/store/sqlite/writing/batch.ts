import { type Call, isDurable, runCall } from "../../sql/transactions.ts";
import { type Connection, connect, sqlOf } from "../database.ts";
import { isDamage, isStorageError } from "../sqlite-failure.ts";
import { sqliteJobQueue } from "../sqlite-job-queue.ts";

/** The outcome of a call. Errors cross from the writer's thread as plain values: a clone loses their members. */
export type Reply =
  | { readonly kind: "done"; readonly output: unknown }
  | { readonly kind: "failed"; readonly isStorage: boolean; readonly isDamage: boolean; readonly error: Error };

/** Writes batches over its connection. */
export interface BatchWriter {
  /** Runs the calls in one transaction; the replies hold once this resolves. One batch is run at a time. A call that throws is undone alone. */
  run(calls: readonly Call[]): Promise<readonly Reply[]>;
  close(): void;
}

/**
 * The length of the log, in pages of 4 KiB, at which the writer checkpoints. Before that wal-checkpoint-thread.ts has
 * carried the log over; the command line has no such thread.
 */
const LONG_LOG_PAGES = 16_384;

export const openBatchWriter = (path: string): BatchWriter => batchWriterOn(connect(path, { readOnly: false }));

/**
 * Creates a batch writer on a connection, which it configures for long write-ahead logs.
 * @internal Exported for its tests alone.
 */
export function batchWriterOn(connection: Connection): BatchWriter {
  connection.script(`PRAGMA wal_autocheckpoint = ${LONG_LOG_PAGES}`);
  let synchronous: "FULL" | "NORMAL" | undefined;
  const synchronize = (mode: "FULL" | "NORMAL"): void => {
    if (mode !== synchronous) {
      connection.script(`PRAGMA synchronous = ${mode}`);
      synchronous = mode;
    }
  };
  return {
    async run(calls) {
      try {
        // A commit with FULL syncs the whole write-ahead log, and with it the batches before that were not durable.
        synchronize(calls.some(isDurable) ? "FULL" : "NORMAL");
        return await runBatch(connection, calls);
      } catch (error) {
        rollBack(connection);
        return calls.map(() => failed(error));
      }
    },
    close() {
      // Closing the last connection checkpoints, but another process may be reading, so a checkpoint is requested.
      connection.script("PRAGMA wal_checkpoint(PASSIVE)");
      connection.close();
    },
  };
}

async function runBatch(connection: Connection, calls: readonly Call[]): Promise<readonly Reply[]> {
  connection.run("BEGIN IMMEDIATE");
  const replies: Reply[] = [];
  for (const call of calls) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- a connection runs one call after the other
    replies.push(await runInSavepoint(connection, call));
  }
  connection.run("COMMIT");
  return replies;
}

async function runInSavepoint(connection: Connection, call: Call): Promise<Reply> {
  connection.run("SAVEPOINT call");
  try {
    const sql = sqlOf(connection);
    const output = await runCall({ ...sql, jobQueue: sqliteJobQueue(sql) }, call);
    connection.run("RELEASE call");
    return { kind: "done", output };
  } catch (error) {
    if (!connection.isInTransaction) {
      // A full or failing disk made SQLite roll everything back: the calls before this one are undone as well.
      throw error;
    }
    connection.run("ROLLBACK TO call");
    connection.run("RELEASE call");
    return failed(error);
  }
}

function rollBack(connection: Connection): void {
  if (connection.isInTransaction) {
    connection.run("ROLLBACK");
  }
}

const failed = (error: unknown): Reply => ({
  kind: "failed",
  isStorage: isStorageError(error),
  isDamage: isDamage(error),
  error: error instanceof Error ? error : new Error(String(error)),
});
