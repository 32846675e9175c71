import type { ReactNode } from "react";
import { Link } from "wouter";
import { problemOf } from "../api/problem.ts";
import { ProblemNotice } from "../design/notice.tsx";
import { Card, Empty, Loading, Page } from "../design/page.tsx";
import { useSession } from "../session/session.tsx";
import { BrokenConnection } from "./broken-connection.tsx";
import { JobActions } from "./job-actions.tsx";
import { JobBadge } from "./job-badge.tsx";
import { JobDeliveries } from "./job-deliveries.tsx";
import { JobFacts } from "./job-facts.tsx";
import { JobProgress } from "./job-progress.tsx";
import { JobResult } from "./job-result.tsx";
import styles from "./jobs.module.css";
import { useJob } from "./use-job.ts";

/** One job: how far it is while it goes on, and its result, its error and its warnings when it has ended. */
export function JobPage({ id }: { readonly id: string }): ReactNode {
  const { may } = useSession();
  const { job, problem, againAtMs, reload } = useJob(id);
  return (
    <Page
      title={job?.metadata.filename || "Job"}
      about={<code>{id}</code>}
      actions={
        <>
          <Link href="/jobs" className={styles["back"]}>
            All jobs
          </Link>
          {job !== undefined && <JobActions job={job} onDone={reload} />}
        </>
      }
    >
      {againAtMs !== undefined && <BrokenConnection againAtMs={againAtMs} />}
      {problem !== undefined && againAtMs === undefined && <ProblemNotice problem={problem} onRetry={reload} />}
      {job === undefined ? (
        problem === undefined && (
          <Card>
            <Loading lines={8} />
          </Card>
        )
      ) : (
        <>
          <Card title="State" actions={<JobBadge status={job.status} />}>
            <p role="status">{job.message}</p>
            <JobProgress job={job} />
            <JobFacts job={job} />
          </Card>
          {job.error !== null && <ProblemNotice problem={problemOf(job.error.status, new Headers(), job.error)} />}
          {job.status === "complete" && (
            <Card title="Result">{job.expired ? <Deleted /> : <JobResult job={job} onRead={reload} />}</Card>
          )}
          {may("account") && <JobDeliveries job={job} />}
        </>
      )}
    </Page>
  );
}

const Deleted = (): ReactNode => (
  <Empty title="The result has been deleted">
    <p>
      Its time was over, it was read for the only time, or somebody deleted it. The record of the job stays 30 days.
    </p>
  </Empty>
);
