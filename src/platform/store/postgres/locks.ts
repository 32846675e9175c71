import type { InputOf, TransactionName } from "../sql/transactions.ts";
import { literal } from "./statements.ts";

/*
 * The transactions are written for a database that runs one after the other. PostgreSQL runs them at the same time, so
 * each takes a lock, which lasts until it ends, before its first statement. Nearly all concern one account and keep the
 * others out of it; the few that concern all accounts keep every other transaction out, for as long as they run.
 *
 * These are advisory locks of the transaction's level (https://www.postgresql.org/docs/15/explicit-locking.html), which
 * also work behind a pooler of transactions. Row locks would not do: what a transaction finds missing has no row.
 */

type Lock<Input> =
  /** The transaction is one statement, or each of its statements holds by itself. */
  | "none"
  /** Nothing else may run. */
  | "all"
  /** One at a time of its kind. */
  | "job claims"
  | "delivery claims"
  | "part claims"
  | "handed claims"
  /** The statement that takes the lock of an account. */
  | ((input: Input) => string);

/** The first key of each kind of lock, which is one that nothing else in the database is likely to use. */
export const ALL_LOCK = 0x7175_6972;
export const ACCOUNT_LOCK = ALL_LOCK + 1;
const CLAIMS = ALL_LOCK + 2;
const MIGRATION = ALL_LOCK + 3;

const TAKE = `pg_advisory_xact_lock(${ACCOUNT_LOCK}, hashtext(account_id))`;

const ofAccount = ({ accountId }: { readonly accountId: string }): string =>
  `SELECT pg_advisory_xact_lock(${ACCOUNT_LOCK}, hashtext(${literal(accountId)}))`;
const ofHold = ({ holdId }: { readonly holdId: string }): string =>
  `SELECT ${TAKE} FROM holds WHERE id = ${literal(holdId)}`;
const ofJob = ({ jobId }: { readonly jobId: string }): string =>
  `SELECT ${TAKE} FROM jobs WHERE id = ${literal(jobId)}`;
const ofPart = ({ partId }: { readonly partId: string }): string =>
  `SELECT ${TAKE} FROM job_parts WHERE id = ${literal(partId)}`;
const ofDelivery = ({ id }: { readonly id: string }): string =>
  `SELECT ${TAKE} FROM webhook_deliveries WHERE id = ${literal(id)}`;

const LOCKS: { readonly [Name in TransactionName]: Lock<InputOf<Name>> } = {
  countRequest: "none",
  // Its statement takes the lock of the account.
  admitRequest: "none",
  leave: "none",
  createAccount: "all",
  changeAccount: ({ id }) => ofAccount({ accountId: id }),
  adjustAccount: ofAccount,
  openFirstAccount: "all",
  // The secret of a key is one that no other account's key may have.
  createKey: "all",
  revokeKey: "all",
  rotateKey: "all",
  configureKey: "all",
  touchKeys: "none",
  hold: ofAccount,
  raise: ofHold,
  settle: ofHold,
  release: ofHold,
  countFailure: "none",
  begin: ofAccount,
  finishRequest: (remembered) => ofAccount({ accountId: remembered?.accountId ?? "" }),
  abandon: ofAccount,
  keepPart: ofAccount,
  forgetParts: "none",
  submit: ({ hold }) => ofAccount(hold),
  claim: "job claims",
  progress: "none",
  owe: ofJob,
  raiseJob: ofJob,
  finishJob: ofJob,
  // Unlike the others it writes to the row before the queue.
  giveBack: ofJob,
  cancel: ofJob,
  discardResult: ofJob,
  handRequest: "none",
  claimHanded: "handed claims",
  oweHanded: "none",
  finishHanded: "none",
  giveBackHanded: "none",
  withdrawHanded: "none",
  offerParts: ofJob,
  takePart: "part claims",
  claimPart: "part claims",
  reportPart: ofPart,
  finishPart: "none",
  giveBackPart: "none",
  createTemplate: ofAccount,
  changeTemplate: ofAccount,
  removeTemplate: ofAccount,
  createWebhook: ofAccount,
  changeWebhook: ofAccount,
  removeWebhook: ofAccount,
  rotateWebhook: ofAccount,
  accountWebhookSecrets: ofAccount,
  rotateAccountWebhookSecret: ofAccount,
  testWebhook: ofAccount,
  redeliver: ofAccount,
  claimDelivery: "delivery claims",
  finishAttempt: ofDelivery,
  giveBackDelivery: "none",
  recordSettings: "all",
  notice: "all",
  sweep: "all",
  agree: "none",
  renewLease: "none",
  recover: "all",
  probe: "none",
};

/**
 * Returns the statements that take the lock of a transaction; each ends once nobody else has what it takes. They bind no
 * values, so that they are sent together with the transaction's beginning: a lock is not held over another round trip.
 */
export function lockOf<Name extends TransactionName>(name: Name, input: InputOf<Name>): string {
  const lock: Lock<InputOf<Name>> = LOCKS[name];
  if (lock === "all") {
    return EVERYTHING_LOCK;
  }
  // Taken before the account's: a transaction that waits for this one holds nothing that others wait for.
  const notAll = `SELECT pg_advisory_xact_lock_shared(${ALL_LOCK}, 0)`;
  if (typeof lock === "function") {
    return `${notAll}; ${lock(input)}`;
  }
  const kind = CLAIM_KINDS.indexOf(lock);
  return kind < 0 ? notAll : `${notAll}; SELECT pg_advisory_xact_lock(${CLAIMS}, ${kind})`;
}

const CLAIM_KINDS: readonly unknown[] = ["job claims", "delivery claims", "part claims", "handed claims"];

/** Keeps every transaction of other nodes out until the transaction ends. */
export const EVERYTHING_LOCK = `SELECT pg_advisory_xact_lock(${ALL_LOCK}, 0)`;

/** Keeps other nodes from migrating until the transaction ends. */
export const MIGRATION_LOCK = `SELECT pg_advisory_xact_lock(${MIGRATION}, 0)`;
