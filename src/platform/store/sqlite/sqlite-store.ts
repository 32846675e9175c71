import type { Store } from "../store.ts";
import { findAccount, ledgerOf, listAccounts } from "./accounts/accounts.ts";
import { audit } from "./accounts/audit.ts";
import { findKey, listKeys, lookUpKey } from "./accounts/keys.ts";
import { usageOf } from "./accounts/usage.ts";
import { type Connection, connect, type Sql } from "./database.ts";
import { countJobs } from "./jobs/job-claims.ts";
import { findJob, listJobs, unfinishedJobs } from "./jobs/jobs.ts";
import { knownFiles } from "./jobs/sweeping.ts";
import { prepareFile } from "./schema.ts";
import { asStoreError } from "./storage-failure.ts";
import { findTemplate, listTemplates, listVersions } from "./templates.ts";
import { countDeliveries, nextDueAt } from "./webhooks/webhook-deliveries.ts";
import { findDelivery, findEndpoint } from "./webhooks/webhook-rows.ts";
import { listDeliveries, listWebhooks } from "./webhooks/webhooks.ts";
import { startThreadTarget } from "./writing/thread-target.ts";
import { startCheckpoints } from "./writing/wal-checkpoints.ts";
import { batchWriter, inlineWriter, type OnMilestone, type Writer } from "./writing/writer.ts";

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
}

/**
 * Opens the store in one SQLite file (write-ahead log). Other processes may open it at the same time.
 * @throws Failure `storage_unavailable`
 */
export async function openSqliteStore({ path, writer: kind, onMilestone }: SqliteStoreOptions): Promise<Store> {
  try {
    prepareFile(path);
    if (kind === "inline") {
      return storeOf(inlineWriter(path, onMilestone), connect(path, { readOnly: true }));
    }
    const writer = batchWriter(await startThreadTarget(path), onMilestone);
    return storeOf(writer, connect(path, { readOnly: true }), startCheckpoints(path));
  } catch (error) {
    throw asStoreError(error);
  }
}

/**
 * Assembles the store. Whatever the writer has confirmed can be read with `reader`: a batch is committed before it is
 * answered.
 */
function storeOf({ write, close }: Writer, reader: Connection, checkpoints?: { close(): Promise<void> }): Store {
  const read = async <Output>(query: (sql: Sql) => Output): Promise<Output> => {
    try {
      return query(reader);
    } catch (error) {
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
      settle: (settlement) => write("settle", settlement),
      release: (release) => write("release", release),
    },
    jobs: {
      submit: (job) => write("submit", job),
      claim: (claim) => write("claim", claim),
      progress: (progress) => write("progress", progress),
      owe: (owed) => write("owe", owed),
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
    // The writer is closed last: the connection that is closed last checkpoints.
    close: () =>
      (closed ??= close(async () => {
        await checkpoints?.close();
        reader.close();
      })),
  };
}
