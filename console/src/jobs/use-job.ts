import { useCallback, useEffect, useState } from "react";
import { asProblem, type Problem } from "../api/problem.ts";
import { useSession } from "../session/session.tsx";
import { followJob, type Job } from "./follow-job.ts";

interface FollowedJob {
  readonly job: Job | undefined;
  /** Why the job cannot be shown or followed. */
  readonly problem: Problem | undefined;
  /** Whether the stream has broken off and is to be tried again. */
  readonly isBroken: boolean;
  /** Looks again, after something was done with the job. */
  reload(): void;
}

/** Follows a job while it is shown. */
export function useJob(id: string): FollowedJob {
  const { client } = useSession();
  const [state, setState] = useState<Omit<FollowedJob, "reload">>({
    job: undefined,
    problem: undefined,
    isBroken: false,
  });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    followJob(id, {
      client,
      signal,
      onJob: (job) => signal.aborted || setState({ job, problem: undefined, isBroken: false }),
      onBreak: (problem) => setState(({ job }) => ({ job, problem, isBroken: true })),
    }).catch((error: unknown) => {
      if (!signal.aborted) {
        setState(({ job }) => ({ job, problem: asProblem(error), isBroken: false }));
      }
    });
    return () => controller.abort();
  }, [client, id, turn]);
  return { ...state, reload: useCallback(() => setTurn((known) => known + 1), []) };
}
