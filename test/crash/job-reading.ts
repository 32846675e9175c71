import { type Answered, type Connection, jsonOf, sha256 } from "./connection.ts";
import type { Journal } from "./journal.ts";

/**
 * Asks for a job and its result, and checks both against what is known of it. Returns false when the connection was
 * cut.
 */
export async function readJob(connection: Connection, id: string, journal: Journal): Promise<boolean> {
  const job = journal.jobOf(id);
  const read = { method: "GET", key: job.account.key } as const;
  const answer = await connection.send({ ...read, path: `/api/v1/jobs/${id}` });
  if (answer.kind === "cut") {
    return false;
  }
  if (answer.status !== 200) {
    journal.surprise(job.account, `${id} was answered`, answer);
    return true;
  }
  journal.count("job read");
  journal.sawState(id, String(jsonOf(answer)["status"]));
  const result = await connection.send({ ...read, path: `/api/v1/jobs/${id}/result` });
  if (result.kind === "cut") {
    return false;
  }
  checkResult(id, result, journal);
  return true;
}

function checkResult(id: string, result: Answered, journal: Journal): void {
  const job = journal.jobOf(id);
  const isRight =
    result.status === 200
      ? sha256(result.body) === job.resultSha256
      : result.status === 202 ||
        (result.status === 409 && job.wasCancelAsked) ||
        (result.status === 410 && job.wasDeletionAsked) ||
        (result.status === 500 && job.finalState === "failed");
  if (!isRight || (job.finalState === "complete" && result.status !== 200 && result.status !== 410)) {
    journal.surprise(job.account, `The result of ${id}, seen ${job.finalState ?? "unfinished"}, was answered`, result);
  }
  if (result.status === 200) {
    journal.sawState(id, "complete");
  }
}

/**
 * Returns whether a job has ended without a result, or its result has been deleted: a repetition of its request is then
 * no replay. Returns "cut" when the connection was cut.
 */
export async function hasNoResult(connection: Connection, id: string, key: string): Promise<boolean | "cut"> {
  const read = await connection.send({ method: "GET", key, path: `/api/v1/jobs/${id}` });
  const result = await connection.send({ method: "GET", key, path: `/api/v1/jobs/${id}/result` });
  if (read.kind === "cut" || result.kind === "cut") {
    return "cut";
  }
  return read.status === 200 && result.status !== 200 && result.status !== 202;
}

/** Ends a job, or deletes its result. Returns false when the connection was cut. */
export async function cancelJob(
  connection: Connection,
  id: string,
  { journal, deletes }: { journal: Journal; deletes: boolean },
): Promise<boolean> {
  const job = journal.jobOf(id);
  job.wasCancelAsked = true;
  job.wasDeletionAsked ||= deletes;
  const answer = await connection.send({
    method: deletes ? "DELETE" : "POST",
    path: deletes ? `/api/v1/jobs/${id}` : `/api/v1/jobs/${id}/cancel`,
    key: job.account.key,
  });
  if (answer.kind === "cut") {
    return false;
  }
  if (answer.status === 200) {
    journal.count("job cancelled");
    journal.sawState(id, "cancelled");
  } else if (answer.status !== (deletes ? 204 : 409)) {
    journal.surprise(job.account, `Cancelling ${id} was answered`, answer);
  }
  return true;
}
