import { Failure } from "../../../../kernel/failure.ts";
import type { Caller } from "../../../auth/callers.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import type { Job } from "../../../store/job-store.ts";
import { invalidValue } from "../faults.ts";

/*
 * The jobs that a caller may see: those of its account that its key submitted; with the scope `jobs`, all of the
 * account.
 */

/**
 * Returns the job, if it is one of those that the caller may see.
 * @throws Failure `not_found`, the same for every reason
 */
export async function visibleJob(id: string | undefined, caller: Caller, jobs: Jobs): Promise<Job> {
  return (await findVisible(id, caller, jobs)) ?? notFound();
}

export function notFound(): never {
  throw new Failure("not_found", "The account has no such job; GET /api/v1/jobs lists those that it has.");
}

/** Returns a cursor: the last job of its page, in a form that does not invite clients to construct one. */
export const cursorFor = ({ id }: Job): string => Buffer.from(id).toString("base64url");

/**
 * Returns the id in a cursor that `cursorFor` made.
 * @throws InvalidRequest for any other text, and for a job that the caller may not see
 */
export async function jobOfCursor(cursor: string, caller: Caller, jobs: Jobs): Promise<string> {
  const job = await findVisible(Buffer.from(cursor, "base64url").toString(), caller, jobs);
  if (job === undefined) {
    throw invalidValue(["query", "cursor"], "the cursor should be a next_cursor of this list", cursor);
  }
  return job.id;
}

const JOB_ID = /^job_[a-z0-9]{12}$/;

async function findVisible(id: string | undefined, caller: Caller, jobs: Jobs): Promise<Job | undefined> {
  const job = id !== undefined && JOB_ID.test(id) ? await jobs.find(id) : undefined;
  const isVisible = job?.accountId === caller.account.id && (caller.may("jobs") || job.keyId === caller.key.id);
  return isVisible ? job : undefined;
}
