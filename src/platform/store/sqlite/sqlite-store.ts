import type { Store } from "../store.ts";
import { findAccount, ledgerOf, listAccounts } from "./accounts/accounts.ts";
import { audit } from "./accounts/audit.ts";
import { findKey, listKeys, lookUpKey } from "./accounts/keys.ts";
import { usageOf } from "./accounts/usage.ts";
import { type Connection, connect, type Sql } from "./database.ts";
import { countJobs } from "./jobs/job-counts.ts";
import { findJob, listJobs, unfinishedJobs } from "./jobs/jobs.ts";
import { knownFiles } from "./jobs/sweeping.ts";
import { openedFile } from "./opened-file.ts";
import { readProbe } from "./probe.ts";
import { type Migrated, prepareFile } from "./schema.ts";
import { asStoreError, isDamage, storageUnavailable } from "./storage-failure.ts";
import { findTemplate, listTemplates, listVersions } from "./templates.ts";
import { countDeliveries, nextDueAt } from "./webhooks/webhook-deliveries.ts";
import { findDelivery, findEndpoint } from "./webhooks/webhook-rows.ts";
import { listDeliveries, listWebhooks } from "./webhooks/webhooks.ts";
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
      return storeOf(inlineWriter(path, onMilestone), connect(path, { readOnly: true }));
    }
    const reader = connect(path, { readOnly: true });
    try {
      const threads = await startThreads(path, { ...options, reader });
      const store = storeOf(batchWriter(threads, onMilestone), reader, {
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
  readProbe(reader);
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
function storeOf({ write, close }: Writer, reader: Connection, { checkpoints, onReadError }: Watching = {}): Store {
  const read = async <Output>(query: (sql: Sql) => Output): Promise<Output> => {
    try {
      return query(reader);
    } catch (error) {
      onReadError?.(error);
      throw asStoreError(error);
    }
  };
  let closed: Promise<void> | undefined;
  return {
    accounts: {
      create: (account) => write("createAccount", account),
      find: (id) => read((sql) => findAccount(sql, id)),
      list: (page) => read((sql) => listAccounts(sql, page)),
      change: (change) => write("changeAccount", change),
      adjust: (adjustment) => write("adjustAccount", adjustment),
      ledger: (page) => read((sql) => ledgerOf(sql, page)),
      openFirst: (first) => write("openFirstAccount", first),
      usage: (query) => read((sql) => usageOf(sql, query)),
    },
    keys: {
      lookUp: (hash) => read((sql) => lookUpKey(sql, hash)),
      create: (key) => write("createKey", key),
      find: (id) => read((sql) => findKey(sql, id)),
      list: (page) => read((sql) => listKeys(sql, page)),
      revoke: (revocation) => write("revokeKey", revocation),
      rotate: (rotation) => write("rotateKey", rotation),
      configure: (key) => write("configureKey", key),
      touch: (uses) => write("touchKeys", uses),
    },
    credits: {
      hold: (hold) => write("hold", hold),
      raise: (raise) => write("raise", raise),
      settle: (settlement) => write("settle", settlement),
      release: (release) => write("release", release),
    },
    jobs: {
      submit: (job) => write("submit", job),
      claim: (claim) => write("claim", claim),
      progress: (progress) => write("progress", progress),
      owe: (owed) => write("owe", owed),
      raise: (raise) => write("raiseJob", raise),
      finish: (finish) => write("finishJob", finish),
      giveBack: (claim) => write("giveBack", claim),
      cancel: (cancel) => write("cancel", cancel),
      find: (id) => read((sql) => findJob(sql, id)),
      list: (page) => read((sql) => listJobs(sql, page)),
      discardResult: (discard) => write("discardResult", discard),
      unfinished: (ids) => read((sql) => unfinishedJobs(sql, ids)),
      counts: () => read(countJobs),
      sweep: (limits) => write("sweep", limits),
      knownFiles: (names) => read((sql) => knownFiles(sql, names)),
    },
    idempotency: {
      begin: (request) => write("begin", request),
      finish: (remembered) => write("finishRequest", remembered),
      abandon: (request) => write("abandon", request),
      keepPart: (part) => write("keepPart", part),
      forgetParts: (request) => write("forgetParts", request),
    },
    templates: {
      create: (template) => write("createTemplate", template),
      find: (wanted) => read((sql) => findTemplate(sql, wanted)),
      list: (page) => read((sql) => listTemplates(sql, page)),
      change: (change) => write("changeTemplate", change),
      remove: (removal) => write("removeTemplate", removal),
      versions: (page) => read((sql) => listVersions(sql, page)),
    },
    webhooks: {
      create: (endpoint) => write("createWebhook", endpoint),
      find: (wanted) => read((sql) => findEndpoint(sql, wanted)),
      list: (page) => read((sql) => listWebhooks(sql, page)),
      change: (change) => write("changeWebhook", change),
      remove: (removal) => write("removeWebhook", removal),
      rotate: (rotation) => write("rotateWebhook", rotation),
      accountSecrets: (wanted) => write("accountWebhookSecrets", wanted),
      rotateAccountSecret: (rotation) => write("rotateAccountWebhookSecret", rotation),
      test: (test) => write("testWebhook", test),
      deliveries: (page) => read((sql) => listDeliveries(sql, page)),
      findDelivery: (wanted) => read((sql) => findDelivery(sql, wanted)),
      redeliver: (wanted) => write("redeliver", wanted),
      claim: (claim) => write("claimDelivery", claim),
      finishAttempt: (finish) => write("finishAttempt", finish),
      giveBack: (claim) => write("giveBackDelivery", claim),
      nextDueAt: () => read(nextDueAt),
      counts: () => read(countDeliveries),
      notice: (limits) => write("notice", limits),
    },
    recover: (recovery) => write("recover", recovery),
    audit: () => read(audit),
    probe: async () => {
      const written = await write("probe", undefined);
      if ((await read(readProbe)) < written) {
        throw storageUnavailable(new Error("What was written is not there to be read."));
      }
    },
    // The writer is closed last: the connection that is closed last checkpoints.
    close: () =>
      (closed ??= close(async () => {
        await checkpoints?.close();
        reader.close();
      })),
  };
}
