import { z } from "zod";
import { assert } from "../../../../kernel/assert.ts";
import { Failure } from "../../../../kernel/failure.ts";
import { fields } from "../../../../kernel/fields/fields.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import type { Job } from "../../../store/job-store.ts";
import type { KeyScope } from "../../../store/key-store.ts";
import { type Resource, type ResourceAnswer, resource, type Services } from "../../resource/resource.ts";
import { ref } from "../json.ts";
import { pageAndOne, pageOf } from "../paging.ts";
import { eventsOf } from "./job-events.ts";
import { cursorFor, jobOfCursor, notFound, visibleJob } from "./job-lookup.ts";
import { isFinal, JOB_STATES, jobObject, RETRY_AFTER } from "./job-object.ts";

const SCOPES: readonly KeyScope[] = ["jobs", "convert", "pdf", "extract", "ocr", "vision"];
const TAG = "jobs";

const listJobs = resource({
  method: "GET",
  path: "/api/v1/jobs",
  operationId: "list_jobs",
  tag: TAG,
  summary: "List jobs, newest first",
  description: "All jobs of the account; a key without the scope `jobs` sees only those that it submitted.",
  scopes: SCOPES,
  query: z.object({
    status: fields.optionalChoice({ values: JOB_STATES }).describe("Only jobs in this state."),
    operation: fields.optionalText({ maxLength: 100 }).describe("Only jobs of this operation."),
    limit: fields.integer({ min: 1, max: 100, default: 20 }).describe("Jobs per page."),
    cursor: fields.optionalText({ maxLength: 100 }).describe("The `next_cursor` of the previous page."),
  }),
  answers: { 200: { description: "A page of jobs.", schema: ref("JobList") } },
  async handle({ caller, query: { status, operation, limit, cursor }, baseUrl }, { jobs }) {
    const before = cursor === undefined ? undefined : await jobOfCursor(cursor, caller, jobs);
    const found = await jobs.list({
      accountId: caller.account.id,
      keyId: caller.may("jobs") ? undefined : caller.key.id,
      state: status,
      operation,
      limit: pageAndOne(limit),
      before,
    });
    const item = (job: Job): object => jobObject(job, baseUrl);
    return { kind: "json", status: 200, value: pageOf(found, { limit, item, cursor: cursorFor }) };
  },
});

const getJob = resource({
  method: "GET",
  path: "/api/v1/jobs/:id",
  operationId: "get_job",
  tag: TAG,
  summary: "The state of a job",
  scopes: SCOPES,
  query: z.object({
    wait: fields
      .integer({ min: 0, max: 30, default: 0 })
      .describe("Seconds to wait for the end of the job before answering."),
  }),
  answers: {
    200: {
      description: "The job; with `Retry-After` while it has not ended.",
      schema: ref("Job"),
      headers: ["Retry-After"],
    },
  },
  errors: [404],
  async handle({ caller, path, query, baseUrl, signal }, { jobs }) {
    const job = await visibleJob(path["id"], caller, jobs);
    return jobAnswer(await endOf(job, { waitMs: 1000 * query.wait, jobs, signal }), baseUrl);
  },
});

const getJobResult = resource({
  method: "GET",
  path: "/api/v1/jobs/:id/result",
  operationId: "get_job_result",
  tag: TAG,
  summary: "The result of a job",
  description:
    "Answers exactly as the synchronous call would have: its result, or the status and body of its error. A job that " +
    "was cancelled has no result (409); one whose result has been deleted answers 410.",
  scopes: SCOPES,
  answers: {
    200: {
      description: "The result, as the operation describes it.",
      isResult: true,
      headers: ["X-Credits-Charged", "X-Warnings", "Content-Disposition", "X-Image-Count"],
    },
    202: { description: "The job has not ended; `Retry-After` says when to ask again.", schema: ref("Job") },
  },
  // A job that has failed is answered with the status of its failure.
  errors: [400, 402, 404, 409, 410, 422],
  async handle({ caller, path, baseUrl }, { jobs }) {
    const job = await visibleJob(path["id"], caller, jobs);
    switch (job.state) {
      case "pending":
      case "processing":
        return { kind: "json", status: 202, value: jobObject(job, baseUrl), headers: RETRY_AFTER };
      case "complete":
        return resultOf(job, jobs);
      case "failed":
        return errorOf(job);
      case "cancelled":
        throw new Failure("job_cancelled", "The job was cancelled; it has no result.");
    }
  },
});

const followJob = resource({
  method: "GET",
  path: "/api/v1/jobs/:id/events",
  operationId: "follow_job",
  tag: TAG,
  summary: "Follow a job",
  description:
    "Server-Sent Events, each with the job as its data: `state` at the start and when the state changes, `progress` " +
    "when more pages are done, `done` when the job has ended. `Last-Event-ID` resumes; 204 when there are no more " +
    "events, which stops an `EventSource` from connecting again.",
  scopes: SCOPES,
  answers: {
    200: {
      description: "The events; the stream ends with the job.",
      content: { "text/event-stream": { schema: { type: "string" } } },
    },
    204: { description: "The job has ended, and `Last-Event-ID` names its last event." },
  },
  errors: [404],
  async handle({ caller, path, baseUrl, lastEventId, signal }, { jobs }) {
    const job = await visibleJob(path["id"], caller, jobs);
    const events = eventsOf(job, { jobs, baseUrl, lastEventId, signal });
    return events === undefined ? { kind: "nothing" } : { kind: "events", events };
  },
});

const deleteJob = resource({
  method: "DELETE",
  path: "/api/v1/jobs/:id",
  operationId: "delete_job",
  tag: TAG,
  summary: "Cancel a job, or delete its result",
  description: "Cancels a job that has not ended. If the job has ended, its result is deleted; the record stays.",
  scopes: SCOPES,
  answers: {
    200: { description: "The cancelled job.", schema: ref("Job") },
    204: { description: "The job had ended; its result has been deleted." },
  },
  errors: [404],
  async handle({ caller, path, baseUrl }, services) {
    const { jobs } = services;
    const { id } = await visibleJob(path["id"], caller, jobs);
    const cancelled = (await jobs.cancel(id)) ?? notFound();
    if (cancelled.kind === "cancelled") {
      return cancelledAnswer(cancelled.job, baseUrl, services);
    }
    await jobs.discard(id);
    return { kind: "nothing" };
  },
});

const cancelJob = resource({
  method: "POST",
  path: "/api/v1/jobs/:id/cancel",
  operationId: "cancel_job",
  tag: TAG,
  summary: "Cancel a job",
  description: "The credits held for it are given back.",
  scopes: SCOPES,
  answers: { 200: { description: "The cancelled job.", schema: ref("Job") } },
  errors: [404, 409],
  async handle({ caller, path, baseUrl }, services) {
    const { id } = await visibleJob(path["id"], caller, services.jobs);
    const cancelled = (await services.jobs.cancel(id)) ?? notFound();
    if (cancelled.kind === "final") {
      throw new Failure("job_not_cancellable", `The job has already ended: it is ${cancelled.job.state}.`);
    }
    return cancelledAnswer(cancelled.job, baseUrl, services);
  },
});

/** The resources of asynchronous jobs (contract §6). */
export const jobResources: readonly Resource[] = [listJobs, getJob, getJobResult, followJob, deleteJob, cancelJob];

function jobAnswer(job: Job, baseUrl: string): ResourceAnswer {
  const answer = { kind: "json", status: 200, value: jobObject(job, baseUrl) } as const;
  return isFinal(job) ? answer : { ...answer, headers: RETRY_AFTER };
}

/** Returns the answer to a cancellation, with the credits that the account has again. */
async function cancelledAnswer(
  job: Job,
  baseUrl: string,
  { store, metering }: Pick<Services, "store" | "metering">,
): Promise<ResourceAnswer> {
  const account = await store.accounts.find(job.accountId);
  assert(account !== undefined, "a job's account exists");
  const creditsRemaining = metering.creditsOf(account);
  return { kind: "json", status: 200, value: jobObject(job, baseUrl), creditsRemaining };
}

/** Returns the job at its end, or as it is when the time is over or its reader has gone. */
async function endOf(
  first: Job,
  { waitMs, jobs, signal }: { readonly waitMs: number; readonly jobs: Jobs; readonly signal: AbortSignal },
): Promise<Job> {
  const start = performance.now();
  let job = first;
  while (!isFinal(job) && !signal.aborted) {
    const maxMs = Math.ceil(start + waitMs - performance.now());
    if (maxMs <= 0) {
      break;
    }
    job = (await jobs.waitForChange(job.id, { after: job.sequence, maxMs, signal })) ?? notFound();
  }
  return job;
}

async function resultOf(job: Job, jobs: Jobs): Promise<ResourceAnswer> {
  const download = job.expired ? undefined : await jobs.download(job);
  if (download === undefined) {
    throw new Failure("result_expired", "The result has been deleted.");
  }
  return { kind: "kept", answer: download.answer, ended: (isWhole) => download.end(isWhole) };
}

/** Returns the error that the synchronous call would have been answered with. */
function errorOf({ id, error }: Job): ResourceAnswer {
  if (error === null) {
    throw new Error(`The failed job ${id} has no error.`);
  }
  const { status, code, detail, members } = error;
  const headers = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-credits-charged": "0",
    // Answers with these two statuses always say when to try again (contract §4).
    ...((status === 429 || status === 503) && RETRY_AFTER),
  };
  return {
    kind: "kept",
    answer: { status, headers, body: { kind: "problem", code, members: { detail, code, ...members } } },
  };
}
