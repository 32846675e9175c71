import { useCallback, useEffect, useState } from "react";
import { asProblem, type Problem } from "../api/problem.ts";
import { useSession } from "../session/session.tsx";
import { followJob, type Job } from "./follow-job.ts";

interface FollowedJob {
  readonly job: Job | undefined;
  /** Why the job cannot be shown or followed. */
  readonly problem: Problem | undefined;
  /** When the stream is tried again that has broken off, in milliseconds since 1970; undefined while there is one. */
  readonly againAtMs: number | undefined;
  /** Looks again, after something was done with the job. */
  reload(): void;
}

/** Follows a job while it is shown. */
export function useJob(id: string): FollowedJob {
  const { client } = useSession();
  const [state, setState] = useState<Omit<FollowedJob, "reload">>({
    job: undefined,
    problem: undefined,
    againAtMs: undefined,
  });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    followJob(id, {
      client,
      signal,
      onJob: (job) => signal.aborted || setState({ job, problem: undefined, againAtMs: undefined }),
      onBreak: (problem, againInMs) => setState(({ job }) => ({ job, problem, againAtMs: Date.now() + againInMs })),
    }).catch((error: unknown) => {
      if (!signal.aborted) {
        setState(({ job }) => ({ job, problem: asProblem(error), againAtMs: undefined }));
      }
    });
    return () => controller.abort();
  }, [client, id, turn]);
  return { ...state, reload: useCallback(() => setTurn((known) => known + 1), []) };
}
