import type { ReactNode } from "react";
import { Badge, type BadgeKind } from "../design/badge.tsx";
import type { Job } from "./follow-job.ts";

/** The states of a job, in the order in which it may have them. */
export const JOB_STATES = ["pending", "processing", "complete", "failed", "cancelled"] as const;

const KINDS: Readonly<Record<Job["status"], BadgeKind>> = {
  pending: "plain",
  processing: "info",
  complete: "good",
  failed: "bad",
  cancelled: "warn",
};

/** The state of a job. */
export const JobBadge = ({ status }: { readonly status: Job["status"] }): ReactNode => (
  <Badge kind={KINDS[status]}>{status}</Badge>
);

/** Returns whether a job has ended, in whichever state. */
export const hasEnded = ({ status }: Pick<Job, "status">): boolean => status !== "pending" && status !== "processing";
