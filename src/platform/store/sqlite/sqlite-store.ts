import { systemClock } from "../../../kernel/timing/clock.ts";
import { audit } from "../sql/accounts/audit.ts";
import { assembleStore } from "../sql/assemble-store.ts";
import { readProbe } from "../sql/probe.ts";
import type { Sql } from "../sql/sql.ts";
import type { Store } from "../store.ts";
import { type Connection, connect, sqlOf } from "./database.ts";
import { openedFile } from "./opened-file.ts";
import { type Migrated, prepareFile } from "./schema.ts";
import { asStoreError, isDamage } from "./sqlite-failure.ts";
import { startRestartingTarget } from "./writing/restarting-target.ts";
import { startThreadTarget, type ThreadTarget } from "./writing/thread-target.ts";
import { startCheckpoints } from "./writing/wal-checkpoints.ts";
import { type BatchTarget, batchWriter, inlineWriter, type OnMilestone, type Writer } from "./writing/writer.ts";

export interface SqliteStoreOptions {
  /**
   * The path of the file, which is made when it is missing; its directory exists. Two files next to it, `-wal` and
   * `-shm`, belong to it.
   */
  readonly path: string;
  /**
   * "thread": for the service; writes are collected and committed together by a separate thread. "inline": each write
   * is committed by the calling thread, which it blocks meanwhile.
   */
  readonly writer: "thread" | "inline";
  readonly onMilestone?: OnMilestone | undefined;
  /** Called when a file of an older version has been brought up to date. */
  readonly onMigrated?: ((versions: Migrated) => void) | undefined;
  /** Called when the thread has died or could not be started again, and why; it is started again all the same. */
  readonly onTrouble?: ((error: Error) => void) | undefined;
  /**
   * Called once when the file or its log has been removed or replaced while it is open, or is damaged ("thread" only), and
   * how: whatever is written from then on would be lost, and only a process that opens the file again can go on.
   */
  readonly onLost?: ((reason: string) => void) | undefined;
}

/** The interval at which the file is looked at, in milliseconds. */
const LOOK_MS = 2000;

/**
 * Opens the store in one SQLite file (write-ahead log). Other processes may open it at the same time.
 * @throws Failure `storage_unavailable`
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { path, writer: kind, onMilestone } = options;
  try {
    const migrated = prepareFile(path);
    if (migrated !== undefined) {
      options.onMigrated?.(migrated);
    }
    if (kind === "inline") {
      return storeOf(path, inlineWriter(path, onMilestone), connect(path, { readOnly: true }));
    }
    const reader = connect(path, { readOnly: true });
    try {
      const threads = await startThreads(path, { ...options, reader });
      const store = storeOf(path, batchWriter(threads, onMilestone), reader, {
        checkpoints: startCheckpoints(path),
        onReadError: (error) => threads.examine(error),
      });
      return { ...store, probe: () => threads.lookForLoss().then(() => store.probe()) };
    } catch (error) {
      reader.close();
      throw error;
    }
  } catch (error) {
    throw asStoreError(error);
  }
}

/** The thread that writes, and what watches the file. */
interface Threads extends BatchTarget {
  /** Looks whether the file is still the one that was opened. */
  lookForLoss(): Promise<void>;
  /** Looks whether an error means that the file is damaged. */
  examine(error: unknown): void;
}

/** Starts the thread that writes, and its successors as long as the file is the one that was opened. */
async function startThreads(
  path: string,
  { onTrouble, onLost, reader }: SqliteStoreOptions & { readonly reader: Connection },
): Promise<Threads> {
  const files = [openedFile(path)];
  let loss: string | undefined;
  const lose = (reason: string | undefined): void => {
    if (loss === undefined && reason !== undefined) {
      loss = reason;
      onLost?.(reason);
    }
  };
  const lookForLoss = async (): Promise<void> => {
    for (const file of files) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- three files
      lose(await file.loss());
    }
  };
  const loseDamaged = ({ message }: Error): void => lose(`${path} is damaged: ${message}`);
  const start = async (): Promise<ThreadTarget> => {
    // A thread that finds no file would make an empty one.
    await lookForLoss();
    if (loss !== undefined) {
      throw new Error(loss);
    }
    return startThreadTarget(path);
  };
  const target = await startRestartingTarget({ start, onTrouble });
  // The log and its index stay as long as a connection is open that has read.
  await readProbe(sqlOf(reader));
  files.push(...["-wal", "-shm"].map((ending) => openedFile(path + ending)));
  const timer = setInterval(() => void lookForLoss(), LOOK_MS).unref();
  return {
    lookForLoss,
    examine: (error) => isDamage(error) && loseDamaged(error),
    async run(calls) {
      if (loss !== undefined) {
        throw new Error(loss);
      }
      const replies = await target.run(calls);
      for (const reply of replies) {
        if (reply.kind === "failed" && reply.isDamage) {
          loseDamaged(reply.error);
        }
      }
      return replies;
    },
    close: () => {
      clearInterval(timer);
      return target.close();
    },
  };
}

interface Watching {
  readonly checkpoints?: { close(): Promise<void> };
  /** Called with the error of each read that fails. */
  readonly onReadError?: (error: unknown) => void;
}

/**
 * Assembles the store. Whatever the writer has confirmed can be read with `reader`: a batch is committed before it is
 * answered.
 */
function storeOf(path: string, { write, close }: Writer, reader: Connection, watching: Watching = {}): Store {
  const { checkpoints, onReadError } = watching;
  const reading = sqlOf(reader);
  const readOn = async <Output>(sql: Sql, query: (sql: Sql) => Promise<Output>): Promise<Output> => {
    try {
      return await query(sql);
    } catch (error) {
      onReadError?.(error);
      throw asStoreError(error);
    }
  };
  let closed: Promise<void> | undefined;
  return assembleStore({
    now: systemClock.now,
    isShared: false,
    connections: () => [],
    watchJobs: () => ({ [Symbol.dispose]: () => {} }),
    write,
    read: (query) => readOn(reading, query),
    audit: () => auditFile(path),
    // The writer is closed last: the connection that is closed last checkpoints.
    close: () =>
      (closed ??= close(async () => {
        await checkpoints?.close();
        reader.close();
      })),
  });
}

/** Audits in one read transaction, over a connection of its own: other reads go on seeing what is written meanwhile. */
async function auditFile(path: string): Promise<readonly string[]> {
  const connection = connect(path, { readOnly: true });
  try {
    connection.script("BEGIN");
    return await audit(sqlOf(connection));
  } catch (error) {
    throw asStoreError(error);
  } finally {
    connection.close();
  }
}
