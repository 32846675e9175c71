import { assert } from "../../src/kernel/assert.ts";
import { Failure } from "../../src/kernel/failure.ts";
import { newId } from "../../src/platform/store/ids.ts";
import { openPostgresStore } from "../../src/platform/store/postgres/postgres-store.ts";
import type { Store } from "../../src/platform/store/store.ts";

/*
 * A process that works with a PostgreSQL store until it is killed: `store-client.ts URL ACCOUNT`. What the store has
 * confirmed is written to standard output, a line each, before the next step.
 */

const [, , url = "", accountId = ""] = process.argv;
const instance = newId.instance();
const LANES = 6;

/** What has been confirmed. */
export type Confirmed =
  | { readonly kind: "settled" | "released"; readonly holdId: string; readonly charge: number }
  | { readonly kind: "submitted" | "cancelled"; readonly jobId: string }
  | { readonly kind: "finished"; readonly jobId: string; readonly charge: number };

/** Jobs that may be cancelled. */
const waiting: string[] = [];

const confirm = (confirmed: Confirmed): void => void process.stdout.write(`${JSON.stringify(confirmed)}\n`);

const store = await opened();
await Promise.all(Array.from({ length: LANES }, () => work(store)));

/** Opens the store; a server that has just been killed comes back. */
async function opened(): Promise<Store> {
  for (;;) {
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop
      return await openPostgresStore({ url, maxConnections: 8 });
    } catch (error) {
      if (!(error instanceof Failure)) {
        throw error;
      }
    }
  }
}

async function work(with_: Store): Promise<void> {
  const steps = [request, request, request, submission, jobWork, cancellation];
  for (;;) {
    const step = steps[Math.floor(Math.random() * steps.length)];
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop
      await step?.(with_);
    } catch (error) {
      if (!(error instanceof Failure && error.code === "storage_unavailable")) {
        throw error;
      }
    }
  }
}

async function request({ credits, now }: Pick<Store, "credits" | "now">): Promise<void> {
  const holdId = newId.hold();
  const hold = { id: holdId, accountId, keyId: "key_crash", operation: "merge", amount: 3, instance, now: now() };
  const held = await credits.hold(hold);
  assert(held.kind === "held", "the account has enough");
  if (Math.random() < 0.7) {
    const charge = Math.floor(Math.random() * 4);
    await credits.settle({ holdId, charge, pages: 1, now: now() });
    confirm({ kind: "settled", holdId, charge });
  } else {
    await credits.release({ holdId, now: now() });
    confirm({ kind: "released", holdId, charge: 0 });
  }
}

async function submission({ jobs, now }: Store): Promise<void> {
  const jobId = newId.job();
  const hold = { id: newId.hold(), accountId, keyId: "key_crash", operation: "merge", amount: 5 };
  const job = {
    id: jobId,
    hold,
    workClass: "pdf",
    message: "",
    filename: "a.pdf",
    pageCount: 1,
    retentionMs: 60_000,
  } as const;
  const submitted = await jobs.submit({ ...job, maxPending: 1_000_000, now: now() });
  assert(submitted.kind === "submitted", "there is room for the job");
  confirm({ kind: "submitted", jobId });
  waiting.push(jobId);
}

async function jobWork({ jobs, now }: Store): Promise<void> {
  const job = await jobs.claim({ instance, workClass: "pdf", now: now() });
  if (job === undefined) {
    return;
  }
  const answer = { status: 200, headers: {}, body: { kind: "json", value: { job: job.id } } } as const;
  const outcome = { kind: "complete", answer, charge: 2, pages: 1, expiresAt: now() + 60_000 } as const;
  const claim = { jobId: job.id, instance, attempt: job.attempts };
  if ((await jobs.finish({ ...claim, outcome, message: "", now: now() })) !== undefined) {
    confirm({ kind: "finished", jobId: job.id, charge: 2 });
  }
}

async function cancellation({ jobs, now }: Store): Promise<void> {
  const jobId = waiting.pop();
  if (jobId !== undefined && (await jobs.cancel({ jobId, now: now() })).kind === "cancelled") {
    confirm({ kind: "cancelled", jobId });
  }
}
