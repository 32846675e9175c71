import { useCallback, useRef, useState } from "react";
import { asProblem, type Problem, problemOf } from "../api/problem.ts";
import { followJob, type Job } from "../jobs/follow-job.ts";
import { readResult } from "../jobs/read-result.ts";
import type { Session } from "../session/session.tsx";
import { type Answer, postForm } from "./send.ts";

/** How far a call is. */
export type RunState =
  | { readonly kind: "idle" }
  | { readonly kind: "uploading"; readonly share: number }
  | { readonly kind: "working" }
  | {
      readonly kind: "job";
      readonly job: Job | undefined;
      /** When the job is asked for again after a break, in milliseconds since 1970; undefined while it is followed. */
      readonly againAtMs?: number;
    };

/** How a call ended. */
export type Outcome =
  | { readonly kind: "done"; readonly answer: Answer }
  | { readonly kind: "failed"; readonly problem: Problem }
  | { readonly kind: "cancelled" };

interface Call {
  readonly path: string;
  readonly form: FormData;
  /** Called once, however the call ends. */
  onEnd(outcome: Outcome, tookMs: number): void;
}

/** Makes calls of operations one after the other, follows the jobs that they become, and cancels what is under way. */
export function useRun({ apiKey, client, endRefused }: Session): {
  readonly state: RunState;
  start(call: Call): void;
  cancel(): void;
} {
  const [state, setState] = useState<RunState>({ kind: "idle" });
  const current = useRef<{ readonly controller: AbortController; jobId?: string }>(undefined);

  const start = useCallback(
    ({ path, form, onEnd }: Call) => {
      current.current?.controller.abort();
      const controller = new AbortController();
      const run: { readonly controller: AbortController; jobId?: string } = { controller };
      current.current = run;
      const began = performance.now();
      const show = (next: RunState): void => {
        if (current.current === run) {
          setState(next);
        }
      };
      const follow = async (): Promise<Answer> => {
        show({ kind: "uploading", share: 0 });
        const onUpload = (share: number): void => show(share < 1 ? { kind: "uploading", share } : { kind: "working" });
        const answer = await postForm(path, form, { apiKey, signal: controller.signal, onUpload });
        if (answer.status !== 202) {
          return answer;
        }
        const accepted: { readonly job_id: string } = JSON.parse(await answer.blob.text());
        run.jobId = accepted.job_id;
        return await resultOfJob(accepted.job_id, {
          client,
          signal: controller.signal,
          onChange: (job) => show({ kind: "job", job }),
          onBreak: (job, againInMs) => show({ kind: "job", job, againAtMs: Date.now() + againInMs }),
        });
      };
      const end = (outcome: Outcome): void => {
        show({ kind: "idle" });
        onEnd(outcome, performance.now() - began);
      };
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
    },
    [apiKey, client, endRefused],
  );
  const cancel = useCallback(() => {
    const { controller, jobId } = current.current ?? {};
    if (jobId === undefined) {
      controller?.abort();
      return;
    }
    // A job that is not cancelled goes on, and so does what is shown of it.
    client.POST("/api/v1/jobs/{id}/cancel", { params: { path: { id: jobId } } }).then(
      () => controller?.abort(),
      () => undefined,
    );
  }, [client]);
  return { state, start, cancel };
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
