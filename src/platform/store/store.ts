import type { AccountStore } from "./account-store.ts";
import type { AdmissionStore } from "./admission-store.ts";
import type { AuditStore, Author } from "./audit-store.ts";
import type { CreditStore } from "./credit-store.ts";
import type { HandedRequestStore } from "./handed-request-store.ts";
import type { IdempotencyStore } from "./idempotency-store.ts";
import type { JobPartStore } from "./job-part-store.ts";
import type { JobListener, JobStore } from "./job-store.ts";
import type { KeyStore } from "./key-store.ts";
import type { TemplateStore } from "./template-store.ts";
import type { WebhookStore } from "./webhook-store.ts";

/*
 * The data that the service keeps: accounts, keys, credits, jobs, remembered requests, templates, webhooks and the audit log. Every
 * method is one atomic transaction. Those that credits or a job depend on resolve when the transaction is on disk
 * ("durable"); the others may be lost by a power failure, never by a crash of the process, and losing them loses
 * nothing that was promised.
 *
 * Times are milliseconds of Unix time; `now` is the caller's clock, so that a store needs none. Credits are integers.
 * Every method rejects with Failure `storage_unavailable` when the disk or the database refuses; then nothing happened.
 */

/** What was taken over of processes that are gone: their leases, and the jobs that they had in work. */
export interface TakenOver {
  readonly leases: number;
  readonly jobs: number;
}

/** The connections of one pool, at one moment. */
export interface ConnectionState {
  readonly use: "transactions" | "queries";
  readonly max: number;
  /** The number of connections that are open, and of those the ones that are in use. */
  readonly open: number;
  readonly busy: number;
  /** The number of those who wait for one. */
  readonly waiting: number;
}

export interface Store {
  readonly admission: AdmissionStore;
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly credits: CreditStore;
  readonly jobs: JobStore;
  readonly parts: JobPartStore;
  readonly handed: HandedRequestStore;
  readonly idempotency: IdempotencyStore;
  readonly templates: TemplateStore;
  readonly webhooks: WebhookStore;
  readonly auditLog: AuditStore;
  /** Returns this store; changes that are made with it are its author's in the audit log, and otherwise the service's own. */
  attributedTo(author: Author): Store;
  /**
   * Returns the time by which all processes of the store go, in milliseconds of Unix time; it never runs behind what it
   * was before.
   */
  readonly now: () => number;
  /** Whether other processes than this one and the command line may work with the store at the same time. */
  readonly isShared: boolean;
  /** Returns the connections to a database server, for metrics; there are none to a file. */
  connections(): readonly ConnectionState[];
  /**
   * Tells the listener of the changes of jobs, soon after each was committed, until the watch is disposed of. Changes may go
   * untold: who depends on them looks at the store as well, from time to time. A store that is not shared tells nothing.
   */
  watchJobs(listener: JobListener): Disposable;
  /**
   * Keeps `value` under `name` where nothing is kept yet, and returns what is kept: what all processes have to agree on.
   * Durable.
   */
  agree(fact: { readonly name: string; readonly value: string }): Promise<string>;
  /**
   * Renews the lease of a process on all that it has claimed or will claim: until `now + leaseMs` nobody takes it over.
   * Returns false when the process had no lease, because it is new or because its lease ended and was taken away, with
   * what it had claimed. Not durable.
   */
  renewLease(lease: { readonly instance: string; readonly leaseMs: number; readonly now: number }): Promise<boolean>;
  /**
   * Takes over what processes have claimed that are gone: those whose lease has ended and, for a process that has the data
   * to itself (`isAlone`), all others. Holds of requests that no process works on are released; their remembered requests are forgotten (one whose work
   * had been paid for stays finished, without its result); jobs in work become `pending`, or `failed` with
   * `internal_error` when `maxAttempts` attempts are used up, charged what they owe, the rest of their hold released.
   * Deliveries of webhooks in work are due again. Returns how much was taken over. Durable.
   */
  recover(recovery: {
    readonly instance: string;
    readonly isAlone: boolean;
    readonly maxAttempts: number;
    readonly now: number;
  }): Promise<TakenOver>;
  /**
   * Checks the identities that must hold at any moment: for each account balance = sum of its ledger, held = sum of its
   * open holds; each ended hold has at most one charge, of at most its amount; each unfinished job has an open hold,
   * each finished one an ended hold, charged what the job owed where it has no result; each template has its current
   * version, and the size of all that are kept. Returns the differences found, in words; empty when there are none.
   */
  audit(): Promise<readonly string[]>;
  /**
   * Writes a row as every other transaction does, and reads it back; not durable.
   * @throws Failure `storage_unavailable` when that is not possible now
   */
  probe(): Promise<void>;
  close(): Promise<void>;
}
