import { assert } from "../../../kernel/assert.ts";
import type { Account } from "../account-store.ts";
import type { HoldRequest, Remembered } from "../credit-store.ts";
import { newId } from "../ids.ts";
import type { Claim, Job, NewJob } from "../job-store.ts";
import type { Store } from "../store.ts";
import type { StoredAnswer } from "../stored-answer.ts";

/** An empty store, with a function that removes it. */
export interface OpenedStore {
  readonly store: Store;
  remove(): Promise<void>;
}

/** Noon in UTC on 15 November 2026. */
export const NOW = Date.UTC(2026, 10, 15, 12);
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export const HERE = "inst_here";
export const ELSEWHERE = "inst_elsewhere";

export const newAccount = (store: Store, credits = 100): Promise<Account> =>
  store.accounts.create({ id: newId.account(), name: "Example", credits, by: null, now: NOW });

export const holdOf = (accountId: string, amount: number): HoldRequest => ({
  id: newId.hold(),
  accountId,
  keyId: "key_one",
  operation: "merge",
  amount,
});

/** Holds credits and returns the hold's id. */
export async function held(store: Store, accountId: string, amount: number, instance = HERE): Promise<string> {
  const hold = holdOf(accountId, amount);
  const result = await store.credits.hold({ ...hold, instance, now: NOW });
  assert(result.kind === "held", "the account has enough");
  return hold.id;
}

export const newJob = (accountId: string, changes: Partial<NewJob> = {}): NewJob => ({
  id: newId.job(),
  workClass: "pdf",
  hold: holdOf(accountId, 10),
  message: "12 pages.",
  filename: "letter.pdf",
  pageCount: 12,
  retentionMs: 60 * MINUTE,
  maxPending: 100,
  now: NOW,
  ...changes,
});

export async function submitted(store: Store, job: NewJob): Promise<Job> {
  const result = await store.jobs.submit(job);
  assert(result.kind === "submitted", "the job was submitted");
  return result.job;
}

export async function claimed(store: Store, instance = HERE): Promise<Job> {
  const job = await store.jobs.claim({ instance, workClass: "pdf", now: NOW });
  assert(job !== undefined, "a job is pending");
  return job;
}

export const claimOf = (job: Job, instance = HERE): Claim => ({ jobId: job.id, instance, attempt: job.attempts });

export const fileAnswer = (name: string): StoredAnswer => ({
  status: 200,
  headers: { "content-type": "application/pdf" },
  body: { kind: "file", name, sizeBytes: 1234 },
});

export const jsonAnswer: StoredAnswer = {
  status: 200,
  headers: {},
  body: { kind: "json", value: { text: "é", n: [1] } },
};

export const completeWith = (answer: StoredAnswer, charge = 10) =>
  ({ kind: "complete", answer, charge, pages: 12, expiresAt: NOW + 60 * MINUTE }) as const;

export const failedWith = {
  kind: "failed",
  error: { code: "invalid_pdf", status: 400, detail: "Not a PDF." },
} as const;

/** Returns the beginning of a request by an instance; its Idempotency-Key is `key`. */
export const beginning = (
  accountId: string,
  idempotencyKey: string,
  changes: { now?: number; instance?: string; fingerprint?: string } = {},
) => ({
  accountId,
  idempotencyKey,
  fingerprint: "f1",
  instance: HERE,
  now: NOW,
  keepMs: DAY,
  ...changes,
});

export const remembered = (
  accountId: string,
  idempotencyKey: string,
  answer: StoredAnswer,
  fileExpiresAt: number | null = null,
): Remembered => ({ accountId, idempotencyKey, instance: HERE, answer, fileExpiresAt });

export async function available(store: Store, accountId: string): Promise<number> {
  const account = await store.accounts.find(accountId);
  assert(account !== undefined, "the account exists");
  return account.balance - account.held;
}
