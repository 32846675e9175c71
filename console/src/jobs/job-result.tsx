import { type ReactNode, useState } from "react";
import { asProblem, type Problem } from "../api/problem.ts";
import { Button } from "../design/button.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { ResultView } from "../playground/results/result-view.tsx";
import { Warnings } from "../playground/results/warnings.tsx";
import type { Answer } from "../playground/send.ts";
import { useSession } from "../session/session.tsx";
import type { Job } from "./follow-job.ts";
import styles from "./jobs.module.css";
import { readResult } from "./read-result.ts";
import { save } from "./save.ts";
import { workMs } from "./shown-job.ts";

/** The result of a job, read when it is asked for: a result may be there to be read once. */
export function JobResult({ job, onRead }: { readonly job: Job; onRead(): void }): ReactNode {
  const { client } = useSession();
  const [answer, setAnswer] = useState<Answer>();
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const read = (use: (answer: Answer) => void): void => {
    setIsReading(true);
    setProblem(undefined);
    readResult(client, job.job_id)
      .then(use)
      .catch((error: unknown) => {
        setProblem(asProblem(error));
        onRead();
      })
      .finally(() => setIsReading(false));
  };
  if (answer !== undefined) {
    return <ResultView answer={answer} tookMs={workMs(job) ?? 0} />;
  }
  return (
    <>
      <Warnings header={job.warnings.join(", ")} />
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div className={styles["actions"]}>
        <Button kind="primary" isDisabled={isReading} onPress={() => read(setAnswer)}>
          {isReading ? "Reading…" : "Show the result"}
        </Button>
        <Button isDisabled={isReading} onPress={() => read(({ blob, filename }) => save(blob, filename || job.job_id))}>
          Download
        </Button>
      </div>
      <p className={styles["hint"]}>
        A job with <code>retention_seconds=0</code> gives its result once; it is deleted when it has been read.
      </p>
    </>
  );
}
