import type { ReactNode } from "react";
import { Link } from "wouter";
import { shownTime } from "../design/shown.ts";
import { Table } from "../design/table.tsx";
import type { Job } from "./follow-job.ts";
import { JobBadge } from "./job-badge.tsx";
import styles from "./jobs.module.css";
import { shownCredits, shownPages, shownWork } from "./shown-job.ts";

/** Jobs in a table; the name of each opens it. */
export const JobTable = ({ jobs }: { readonly jobs: readonly Job[] }): ReactNode => (
  <Table
    label="Jobs"
    columns={[
      { id: "job", label: "Job" },
      { id: "operation", label: "Operation" },
      { id: "status", label: "Status" },
      { id: "pages", label: "Pages", align: "end" },
      { id: "credits", label: "Credits", align: "end" },
      { id: "created", label: "Created" },
      { id: "work", label: "Work", align: "end" },
    ]}
    rows={jobs}
    keyOf={({ job_id: id }) => id}
  >
    {(job) => ({
      job: (
        <>
          <Link href={`/jobs/${job.job_id}`}>{job.metadata.filename || job.job_id}</Link>
          <code className={styles["id"]}>{job.job_id}</code>
        </>
      ),
      operation: job.operation,
      status: <JobBadge status={job.status} />,
      pages: shownPages(job),
      credits: shownCredits(job),
      created: shownTime(job.created_at),
      work: shownWork(job),
    })}
  </Table>
);
