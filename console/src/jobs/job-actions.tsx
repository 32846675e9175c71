import type { ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { Confirm } from "../design/confirm.tsx";
import { useSession } from "../session/session.tsx";
import type { Job } from "./follow-job.ts";
import { hasEnded } from "./job-badge.tsx";

/** What can be done with a job: it is cancelled while it goes on, and its result deleted when it has ended. */
export function JobActions({ job, onDone }: { readonly job: Job; onDone(): void }): ReactNode {
  const { client } = useSession();
  const params = { path: { id: job.job_id } };
  if (!hasEnded(job)) {
    return (
      <Confirm
        title="Cancel the job?"
        trigger={<Button kind="danger">Cancel the job</Button>}
        action="Cancel the job"
        keep="Let it go on"
        onConfirm={async () => {
          await client.POST("/api/v1/jobs/{id}/cancel", { params });
          onDone();
        }}
      >
        <p>The work on {job.metadata.filename || job.job_id} ends, and what is held for it is given back.</p>
      </Confirm>
    );
  }
  if (job.status !== "complete" || job.expired) {
    return null;
  }
  return (
    <Confirm
      title="Delete the result?"
      trigger={<Button kind="danger">Delete the result</Button>}
      action="Delete the result"
      onConfirm={async () => {
        await client.DELETE("/api/v1/jobs/{id}", { params });
        onDone();
      }}
    >
      <p>
        The result of {job.metadata.filename || job.job_id} is deleted at once and cannot be had again. The record of
        the job stays.
      </p>
    </Confirm>
  );
}
