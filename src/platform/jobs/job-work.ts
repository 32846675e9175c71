import { assert } from "../../kernel/assert.ts";
import { Failure } from "../../kernel/failure.ts";
import { observed } from "../../kernel/observation.ts";
import { sleep, systemClock } from "../../kernel/timing/clock.ts";
import { withRetries } from "../../kernel/timing/retry-policy.ts";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { Outcome, RunnableOperation } from "../../operations/operation.ts";
import { storageTrouble } from "../blobs/storage-trouble.ts";
import { resultTooDear } from "../credits/charge.ts";
import { amountDue } from "../credits/payment-terms.ts";
import { answerOf, costOf, execute } from "../execution/execution.ts";
import { workPagesOf } from "../execution/inspection.ts";
import { keepAnswer } from "../execution/kept-answers.ts";
import { engineTimeMs } from "../execution/time-bounds.ts";
import type { Claim, Job } from "../store/job-store.ts";
import type { StoredAnswer } from "../store/stored-answer.ts";
import { RunInterrupted } from "./interruption.ts";
import type { JobChanges } from "./job-changes.ts";
import { type JobCheckpoints, openJobCheckpoints } from "./job-checkpoints.ts";
import type { JobDeps } from "./job-deps.ts";
import { type KeptRequest, readRequest } from "./kept-request.ts";
import { SharedPages } from "./sharing/shared-pages.ts";
import { untilStored } from "./waiting.ts";

export interface JobOrder {
  readonly job: Job;
  readonly claim: Claim;
  /** Aborted when the job is no longer to be worked on; the job's own time limit is added here. */
  readonly signal: AbortSignal;
  readonly deps: JobDeps;
  readonly changes: JobChanges;
  readonly progress: (pagesDone: number, pagesTotal: number) => void;
  readonly onStorageTrouble: (error: Failure) => void;
  /** Called with the credits that are owed for what the work has produced so far, once the store has recorded them. */
  readonly onOwed: (credits: number) => void;
}

export interface KeptResult {
  readonly answer: StoredAnswer;
  readonly charge: number;
  /** The number of pages of the result, when the input has none. */
  readonly pages: number | undefined;
}

/**
 * Does the work of a job and keeps its result.
 * @throws what the operation throws; the reason of `signal`; Failure `document_too_complex` after the time limit,
 * `insufficient_credits` when the account cannot pay for the result
 */
export async function workOn(order: JobOrder): Promise<KeptResult> {
  const { job, deps } = order;
  using limit = timeLimit(deps.timeoutMs);
  const signal = AbortSignal.any([order.signal, limit.signal]);
  try {
    const operation = deps.operations.find(({ name }) => name === job.operation);
    assert(operation !== undefined, "a job's operation is one of the service's");
    await using input = deps.tasks.create();
    const request = await untilAdmitted(order, signal, () =>
      readRequest(job.id, operation, { inputs: deps.inputs, directory: input.inputs }),
    );
    const facts = {
      job: job.id,
      operation: job.operation,
      attempt: job.attempts,
      waited_ms: (job.startedAt ?? job.createdAt) - job.createdAt,
      traceparent: request.traceparent,
    };
    return await observed("job", facts, () =>
      untilAdmitted(order, signal, () => attempt(operation, request, { order, signal, limit })),
    );
  } catch (error) {
    // The reason for which the work was stopped goes before whatever stopping it broke.
    signal.throwIfAborted();
    throw error;
  }
}

interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
  /** Ends the time limit, since the work is done and can no longer take too long. */
  end(): void;
}

// The longest wait that a timer of Node can have.
const MAX_TIMER_MS = 2 ** 31 - 1;

function timeLimit(timeoutMs: number): TimeLimit {
  const controller = new AbortController();
  const message = `The work took longer than ${timeoutMs / 1000} s, the limit for a job.`;
  const abort = (): void => controller.abort(new Failure("document_too_complex", message));
  const timer = setTimeout(abort, Math.min(timeoutMs, MAX_TIMER_MS));
  const end = (): void => clearTimeout(timer);
  return { signal: controller.signal, end, [Symbol.dispose]: end };
}

const MAX_POOL_WAIT_SECONDS = 30;

// A person has to make room on a full disk.
const DISK_WAIT_SECONDS = 5;

/** Starts again while the engines or the disk have no place left: a job has time, and has been accepted. */
function untilAdmitted<T>(order: JobOrder, signal: AbortSignal, attemptOnce: () => Promise<T>): Promise<T> {
  return withRetries(attemptOnce, (error) => sleep(systemClock, secondsUntilRetry(error, order) * 1000, signal));
}

/**
 * Returns how many seconds to wait before the work is tried again.
 * @throws `error` when trying again would not help
 */
function secondsUntilRetry(error: unknown, { onStorageTrouble }: JobOrder): number {
  const trouble = storageTrouble(error);
  if (trouble !== undefined) {
    onStorageTrouble(trouble);
    return DISK_WAIT_SECONDS;
  }
  if (error instanceof Failure && error.code === "queue_full") {
    const { retryAfterSeconds } = error.facts;
    return Math.min(typeof retryAfterSeconds === "number" ? retryAfterSeconds : 1, MAX_POOL_WAIT_SECONDS);
  }
  throw error;
}

async function attempt(
  operation: RunnableOperation,
  request: KeptRequest,
  { order, signal, limit }: { readonly order: JobOrder; readonly signal: AbortSignal; readonly limit: TimeLimit },
): Promise<KeptResult> {
  const { job, deps } = order;
  const { isTest, files, parameters, warnings } = request;
  await using task = deps.tasks.create();
  await using checkpoints = await openJobCheckpoints({ ...order, ...deps, signal });
  const outcome = await execute(
    {
      operation,
      files,
      parameters,
      isTest,
      checkpoints,
      sharing: sharingFor(operation, { order, signal, checkpoints, workspace: task.workspace }),
      acceptedAt: job.createdAt,
      workspace: task.workspace,
      signal,
      engineTime: new TimeBudget(
        engineTimeMs(operation, { limitMs: deps.engineTimeMs, workPages: workPagesOf(files) }),
      ),
      isBackground: true,
      tenant: job.accountId,
      progress: (pagesDone, pagesTotal) => order.progress(pagesDone, pagesTotal),
    },
    deps.execution,
  );
  signal.throwIfAborted();
  limit.end();
  const charge = dueFor(operation, outcome, { job, request });
  await raiseTo(charge, order);
  const answer = answerOf(outcome, warnings, charge);
  const kept = await untilStored(() => keepAnswer(answer, deps.results), {
    signal: order.signal,
    onTrouble: (error) => order.onStorageTrouble(error),
  });
  return { answer: kept, charge, pages: outcome.pages };
}

interface SharingNeeds {
  readonly order: JobOrder;
  readonly signal: AbortSignal;
  readonly checkpoints: JobCheckpoints;
  readonly workspace: string;
}

/** Returns the sharing of the job's pages; undefined where no other process could do any. */
function sharingFor(
  { workClass }: Pick<RunnableOperation, "workClass">,
  { order, signal, checkpoints, workspace }: SharingNeeds,
): SharedPages | undefined {
  const { claim, deps, changes, progress, onStorageTrouble } = order;
  const { store, sharesBlobs, pageResults: results } = deps;
  return store.isShared && sharesBlobs
    ? new SharedPages({
        claim,
        workClass,
        parts: store.parts,
        changes,
        results,
        checkpoints,
        workspace,
        signal,
        now: () => deps.now(),
        progress,
        onStorageTrouble,
      })
    : undefined;
}

/** Returns what is charged for the work: no more than is held, unless its quote was a minimum. */
function dueFor(
  operation: RunnableOperation,
  outcome: Outcome,
  { job, request: { terms } }: { readonly job: Job; readonly request: Pick<KeptRequest, "terms"> },
): number {
  const cost = costOf(operation, outcome, job.held);
  return operation.isQuoteMinimum === true && terms !== undefined ? amountDue(terms, cost) : Math.min(job.held, cost);
}

/**
 * Raises the job's hold to `amount` credits.
 * @throws Failure `insufficient_credits`; RunInterrupted when the claim is no longer held
 */
async function raiseTo(amount: number, { job, claim, signal, deps, onStorageTrouble }: JobOrder): Promise<void> {
  if (amount <= job.held) {
    return;
  }
  const raised = await untilStored(() => deps.store.jobs.raise({ ...claim, amount, now: deps.now() }), {
    signal,
    onTrouble: onStorageTrouble,
  });
  if (raised === undefined) {
    throw new RunInterrupted("cancelled");
  }
  if (raised.kind === "short") {
    throw resultTooDear(amount, raised.available);
  }
}
