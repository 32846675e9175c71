import type { ReactNode } from "react";
import { Facts } from "../design/facts.tsx";
import { shownNumber, shownTime } from "../design/shown.ts";
import type { Job } from "./follow-job.ts";
import { shownCredits, shownPages, shownWork } from "./shown-job.ts";

/** What is known of a job. */
export const JobFacts = ({ job }: { readonly job: Job }): ReactNode => (
  <Facts
    facts={[
      ["Operation", job.operation],
      ["File", job.metadata.filename || "–"],
      ["Pages of the document", job.metadata.page_count === 0 ? "–" : shownNumber(job.metadata.page_count)],
      ["Pages done", shownPages(job)],
      ["Credits", shownCredits(job)],
      ["Attempts", shownNumber(job.attempts)],
      ["Created", shownTime(job.created_at)],
      ["Started", shownTime(job.started_at)],
      ["Ended", shownTime(job.completed_at)],
      ["Work", shownWork(job)],
      ["Result kept until", job.expired ? "deleted" : shownTime(job.expires_at)],
    ]}
  />
);
