import { observed } from "../../../kernel/observation.ts";
import type { Author } from "../audit-store.ts";
import { storageUnavailable } from "../storage-failure.ts";
import type { Store } from "../store.ts";
import { findAccount, ledgerOf, listAccounts } from "./accounts/accounts.ts";
import { findKey, listKeys, lookUpKey } from "./accounts/keys.ts";
import { usageOf } from "./accounts/usage.ts";
import { listAudit } from "./audit/audit-log.ts";
import { findHanded, heldRequests, waitingClasses } from "./jobs/handed-requests.ts";
import { heldClaims, pendingClasses } from "./jobs/job-claims.ts";
import { countJobs, paceOf } from "./jobs/job-counts.ts";
import { heldParts, listParts, offeredClasses } from "./jobs/job-parts.ts";
import { findJob, listJobs, unfinishedJobs } from "./jobs/jobs.ts";
import { knownFiles } from "./jobs/sweeping.ts";
import { readProbe } from "./probe.ts";
import type { Sql } from "./sql.ts";
import { findTemplate, listTemplates, listVersions } from "./templates.ts";
import type { InputOf, OutputOf, TransactionName } from "./transactions.ts";
import { countDeliveries, nextDueAt } from "./webhooks/webhook-deliveries.ts";
import { findDelivery, findEndpoint } from "./webhooks/webhook-rows.ts";
import { listDeliveries, listWebhooks } from "./webhooks/webhooks.ts";

/** What a database has to offer for a store. */
export interface Database extends Pick<Store, "audit" | "close" | "now" | "isShared" | "watchJobs" | "connections"> {
  /** Runs a transaction; resolves once it is committed, and on disk where it is durable. */
  readonly write: <Name extends TransactionName>(
    name: Name,
    input: InputOf<Name>,
    author?: Author,
  ) => Promise<OutputOf<Name>>;
  /** Runs a query, which sees all that `write` has confirmed. */
  readonly read: <Output>(query: (sql: Sql) => Promise<Output>) => Promise<Output>;
}

/** Assembles a store of the transactions and the queries of this folder, on one database. */
export function assembleStore(database: Database): Store {
  const { audit, close, now, isShared, watchJobs, connections } = database;
  const write: Database["write"] = (name, input) =>
    observed("store", { transaction: name }, () => database.write(name, input));
  const read: Database["read"] = (query) => observed("store", { transaction: "read" }, () => database.read(query));
  return {
    attributedTo: (author) =>
      assembleStore({ ...database, write: (name, input) => database.write(name, input, author) }),
    auditLog: {
      list: (page) => read((sql) => listAudit(sql, page)),
      recordSettings: (settings) => write("recordSettings", settings),
    },
    admission: {
      count: (window) => write("countRequest", window),
      admit: (admission) => write("admitRequest", admission),
      leave: (ended) => write("leave", ended),
    },
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
      countFailure: (call) => write("countFailure", call),
    },
    jobs: {
      submit: (job) => write("submit", job),
      claim: (claim) => write("claim", claim),
      pendingClasses: (classes) => read((sql) => pendingClasses(sql, classes)),
      heldClaims: (claims) => read((sql) => heldClaims(sql, claims)),
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
      pace: (pace) => read((sql) => paceOf(sql, pace)),
      sweep: (limits) => write("sweep", limits),
      knownFiles: (names) => read((sql) => knownFiles(sql, names)),
    },
    parts: {
      offer: (offer) => write("offerParts", offer),
      take: (claim) => write("takePart", claim),
      claim: (claim) => write("claimPart", claim),
      offeredClasses: (wanted) => read((sql) => offeredClasses(sql, wanted)),
      held: (claims) => read((sql) => heldParts(sql, claims)),
      report: (report) => write("reportPart", report),
      finish: (claim) => write("finishPart", claim),
      giveBack: (claim) => write("giveBackPart", claim),
      list: (jobId) => read((sql) => listParts(sql, jobId)),
    },
    handed: {
      hand: (request) => write("handRequest", request),
      claim: (claim) => write("claimHanded", claim),
      waitingClasses: (classes) => read((sql) => waitingClasses(sql, classes)),
      held: (claims) => read((sql) => heldRequests(sql, claims)),
      owe: (debt) => write("oweHanded", debt),
      finish: (end) => write("finishHanded", end),
      giveBack: (claim) => write("giveBackHanded", claim),
      find: (id) => read((sql) => findHanded(sql, id)),
      withdraw: (id) => write("withdrawHanded", { id }),
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
    now,
    isShared,
    watchJobs,
    connections,
    agree: (fact) => write("agree", fact),
    renewLease: (lease) => write("renewLease", lease),
    recover: (recovery) => write("recover", recovery),
    audit,
    probe: async () => {
      const written = await write("probe", undefined);
      if ((await read(readProbe)) < written) {
        throw storageUnavailable(new Error("What was written is not there to be read."));
      }
    },
    close,
  };
}
