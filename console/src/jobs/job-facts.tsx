import type { ReactNode } from "react";
import { Facts } from "../design/facts.tsx";
import { shownNumber, shownTime } from "../design/shown.ts";
import type { Job } from "./follow-job.ts";
import { shownCredits, shownPages, shownWork } from "./shown-job.ts";

/** What is known of a job. */
export const JobFacts = ({ job }: { readonly job: Job }): ReactNode => (
  <Facts
    facts={[
      { label: "Operation", value: job.operation },
      { label: "File", value: job.metadata.filename || "–" },
      {
        label: "Pages of the document",
        value: job.metadata.page_count === 0 ? "–" : shownNumber(job.metadata.page_count),
      },
      { label: "Pages done", value: shownPages(job) },
      { label: "Credits", value: shownCredits(job) },
      { label: "Attempts", value: shownNumber(job.attempts) },
      { label: "Created", value: shownTime(job.created_at) },
      { label: "Started", value: shownTime(job.started_at) },
      { label: "Ended", value: shownTime(job.completed_at) },
      { label: "Work", value: shownWork(job) },
      { label: "Result kept until", value: job.expired ? "deleted" : shownTime(job.expires_at) },
    ]}
  />
);
