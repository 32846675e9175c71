import { useSyncExternalStore } from "react";
import { asProblem, problemOf } from "../api/problem.ts";
import { followJob, type Job } from "../jobs/follow-job.ts";
import { readResult } from "../jobs/read-result.ts";
import type { Session } from "../session/session.tsx";
import { keepCall, type MadeCall, type Outcome } from "./history.ts";
import { type Answer, postForm } from "./send.ts";

/** How far a call is. */
export type RunState =
  | { readonly kind: "uploading"; readonly share: number }
  | { readonly kind: "working" }
  | {
      readonly kind: "job";
      readonly job: Job | undefined;
      /** When the job is asked for again after a break, in milliseconds since 1970; undefined while it is followed. */
      readonly againAtMs?: number;
    };

/** A call under way. */
export interface Run {
  readonly made: MadeCall;
  readonly state: RunState;
  /** Cancels the call, and the job that it has become. */
  cancel(): void;
}

/* Calls go on when their page is left: they are of this tab, and of the key that made them. */
let runs: readonly (Run & { readonly apiKey: string })[] = [];
let shown: { readonly runs: typeof runs; readonly apiKey: string; readonly own: readonly Run[] } | undefined;
const listeners = new Set<() => void>();

function setRuns(next: typeof runs): void {
  runs = next;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function runsOf(apiKey: string): readonly Run[] {
  if (shown?.runs !== runs || shown.apiKey !== apiKey) {
    shown = { runs, apiKey, own: runs.filter((run) => run.apiKey === apiKey) };
  }
  return shown.own;
}

/** Returns the calls of a key that are under way in this tab, the last one first. */
export const useRuns = (apiKey: string): readonly Run[] => useSyncExternalStore(subscribe, () => runsOf(apiKey));

/**
 * Makes a call, follows the job that it becomes, and keeps it in the history of the tab once it has ended, however it
 * does.
 */
export function startRun({ apiKey, client, endRefused }: Session, made: MadeCall, form: FormData): void {
  const controller = new AbortController();
  const began = performance.now();
  let jobId: string | undefined;
  const cancel = (): void => {
    if (jobId === undefined) {
      controller.abort();
      return;
    }
    // A job that is not cancelled goes on, and so does what is shown of it.
    client.POST("/api/v1/jobs/{id}/cancel", { params: { path: { id: jobId } } }).then(
      () => controller.abort(),
      () => undefined,
    );
  };
  const show = (state: RunState): void =>
    setRuns(runs.map((run) => (run.made.id === made.id ? { ...run, state } : run)));
  const onUpload = (share: number): void => show(share < 1 ? { kind: "uploading", share } : { kind: "working" });
  const follow = async (): Promise<Answer> => {
    const answer = await postForm(made.path, form, { apiKey, signal: controller.signal, onUpload });
    if (answer.status !== 202) {
      return answer;
    }
    const accepted: { readonly job_id: string } = JSON.parse(await answer.blob.text());
    jobId = accepted.job_id;
    return await resultOfJob(accepted.job_id, {
      client,
      signal: controller.signal,
      onChange: (job) => show({ kind: "job", job }),
      onBreak: (job, againInMs) => show({ kind: "job", job, againAtMs: Date.now() + againInMs }),
    });
  };
  const end = (outcome: Outcome): void => {
    keepCall(apiKey, { ...made, outcome, tookMs: performance.now() - began });
    setRuns(runs.filter((run) => run.made.id !== made.id));
  };
  setRuns([{ apiKey, made, state: { kind: "uploading", share: 0 }, cancel }, ...runs]);
  follow().then(
    (answer) => end({ kind: "done", answer }),
    (error: unknown) => {
      if (controller.signal.aborted || isCancelled(error)) {
        end({ kind: "cancelled" });
        return;
      }
      const problem = asProblem(error);
      end({ kind: "failed", problem });
      if (problem.status === 401) {
        endRefused();
      }
    },
  );
}

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

interface Following extends Pick<Session, "client"> {
  readonly signal: AbortSignal;
  onChange(job: Job): void;
  onBreak(last: Job | undefined, againInMs: number): void;
}

/** Follows a job until it has ended and returns its result; throws a `Problem` for one that failed, and an `AbortError` for one that was cancelled. */
async function resultOfJob(id: string, { client, signal, onChange, onBreak }: Following): Promise<Answer> {
  let last: Job | undefined;
  const onJob = (job: Job): void => {
    last = job;
    onChange(job);
  };
  await followJob(id, { client, signal, onJob, onBreak: (_, againInMs) => onBreak(last, againInMs) });
  signal.throwIfAborted();
  if (last?.status === "cancelled") {
    throw new DOMException(last.message, "AbortError");
  }
  if (last?.status === "failed") {
    throw problemOf(400, new Headers(), { detail: last.error?.detail ?? last.message, code: last.error?.code });
  }
  return await readResult(client, id, signal);
}
