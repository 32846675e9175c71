import type { ReactNode } from "react";
import { Label, ProgressBar } from "react-aria-components";
import type { Job } from "./follow-job.ts";
import { hasEnded } from "./job-badge.tsx";
import styles from "./jobs.module.css";
import { shownPages } from "./shown-job.ts";

/** How far a job is that has not ended. */
export function JobProgress({ job }: { readonly job: Job }): ReactNode {
  const { percent, pages_total: total } = job.progress;
  if (hasEnded(job)) {
    return null;
  }
  return (
    <ProgressBar {...(total > 0 ? { value: percent } : { isIndeterminate: true })} className={styles["progress"]!}>
      <Label>{total > 0 ? `${shownPages(job)} pages, ${percent} %` : "The number of pages is not known yet"}</Label>
      <progress aria-hidden="true" max={100} value={total > 0 ? percent : undefined} />
    </ProgressBar>
  );
}
