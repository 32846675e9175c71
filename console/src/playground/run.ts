import { useCallback, useRef, useState } from "react";
import { bodyOf } from "../api/client.ts";
import { addressOf } from "../api/base.ts";
import { asProblem, type Problem, problemOf } from "../api/problem.ts";
import type { components } from "../api/schema.d.ts";
import type { Session } from "../session/session.tsx";
import { type Answer, answerOf, postForm } from "./send.ts";

type Job = components["schemas"]["Job"];

/** How far a call is. */
export type RunState =
  | { readonly kind: "idle" }
  | { readonly kind: "uploading"; readonly share: number }
  | { readonly kind: "working" }
  | { readonly kind: "job"; readonly job: Job };

/** How a call ended. */
export type Outcome =
  | { readonly kind: "done"; readonly answer: Answer }
  | { readonly kind: "failed"; readonly problem: Problem }
  | { readonly kind: "cancelled" };

const POLL_MS = 1000;

interface Call {
  readonly path: string;
  readonly form: FormData;
  /** Called once, however the call ends. */
  onEnd(outcome: Outcome, tookMs: number): void;
}

/** Makes calls of operations one after the other, follows the jobs that they become, and cancels what is under way. */
export function useRun({ apiKey, client }: Session): {
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
          apiKey,
          client,
          signal: controller.signal,
          onChange: (job) => show({ kind: "job", job }),
        });
      };
      const end = (outcome: Outcome): void => {
        show({ kind: "idle" });
        onEnd(outcome, performance.now() - began);
      };
      follow().then(
        (answer) => end({ kind: "done", answer }),
        (error: unknown) =>
          end(controller.signal.aborted ? { kind: "cancelled" } : { kind: "failed", problem: asProblem(error) }),
      );
    },
    [apiKey, client],
  );
  const cancel = useCallback(() => {
    const { controller, jobId } = current.current ?? {};
    if (jobId !== undefined) {
      void client.POST("/api/v1/jobs/{id}/cancel", { params: { path: { id: jobId } } }).catch(() => undefined);
    }
    controller?.abort();
  }, [client]);
  return { state, start, cancel };
}

interface Following extends Pick<Session, "apiKey" | "client"> {
  readonly signal: AbortSignal;
  onChange(job: Job): void;
}

/** Waits for a job to end and returns its result; throws a `Problem` for one that failed or was cancelled. */
async function resultOfJob(id: string, { apiKey, client, signal, onChange }: Following): Promise<Answer> {
  for (;;) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one look after the other
    const job = bodyOf(await client.GET("/api/v1/jobs/{id}", { params: { path: { id } }, signal }));
    onChange(job);
    if (job.status === "complete") {
      break;
    }
    if (job.status === "failed" || job.status === "cancelled") {
      throw problemOf(400, new Headers(), {
        detail: job.error?.detail ?? job.message,
        code: job.error?.code ?? `job_${job.status}`,
      });
    }
    // oxlint-disable-next-line eslint/no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
  }
  const response = await fetch(addressOf(`/api/v1/jobs/${id}/result`), { headers: { "X-API-Key": apiKey }, signal });
  if (!response.ok) {
    throw problemOf(response.status, response.headers, await response.json().catch(() => undefined));
  }
  return answerOf(response.status, response.headers, await response.blob());
}
