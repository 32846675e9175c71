import { warningItems } from "../../../execution/warnings.ts";
import type { Job, JobState } from "../../../store/job-store.ts";
import type { JsonObject } from "../../openapi/json.ts";
import { count, objectSchema, timeOf, timeOrNull } from "../json.ts";
import { pageSchema } from "../paging.ts";

/** The header that says how soon a client may ask again for a job that has not ended (contract §4). */
export const RETRY_AFTER = { "retry-after": "2" } as const;

/** Returns whether the job has ended. */
export const isFinal = ({ state }: Pick<Job, "state">): boolean => state !== "pending" && state !== "processing";

/** Returns a job as clients see it (contract §6). */
export const jobObject = (job: Job, baseUrl: string): object => ({
  job_id: job.id,
  status: job.state,
  operation: job.operation,
  message: job.message,
  progress: {
    // An operation that does not report its pages has done them all when it is done.
    pages_done: job.state === "complete" ? job.pagesTotal : job.pagesDone,
    pages_total: job.pagesTotal,
    percent: percentOf(job),
  },
  attempts: job.attempts,
  created_at: timeOf(job.createdAt),
  started_at: timeOrNull(job.startedAt),
  completed_at: timeOrNull(job.completedAt),
  expires_at: timeOrNull(job.expiresAt),
  expired: job.expired,
  ...urlsOf(job, baseUrl),
  warnings: warningItems(job.answer?.headers["x-warnings"]),
  error: job.error && { status: job.error.status, code: job.error.code, detail: job.error.detail },
  credits: { held: job.held, charged: job.charged },
  metadata: { filename: job.filename, page_count: job.pageCount },
});

/** Returns the answer to a request that became a job: 202 with these headers and this body. */
export function acceptedBody(
  job: Job,
  baseUrl: string,
): { readonly headers: Readonly<Record<string, string>>; readonly value: object } {
  const urls = urlsOf(job, baseUrl);
  return {
    headers: { location: urls.status_url, ...RETRY_AFTER },
    value: {
      job_id: job.id,
      status: job.state,
      message: job.message,
      ...urls,
      created_at: timeOf(job.createdAt),
      expires_at: timeOrNull(job.expiresAt),
    },
  };
}

function urlsOf({ id }: Job, baseUrl: string): { readonly status_url: string; readonly result_url: string } {
  const status = `${baseUrl}/api/v1/jobs/${id}`;
  return { status_url: status, result_url: `${status}/result` };
}

/**
 * Returns the job's progress in percent. 100 means that the result is there: all pages may be done while the result is
 * still being written.
 */
function percentOf({ state, pagesDone, pagesTotal }: Job): number {
  if (state === "complete") {
    return 100;
  }
  return pagesTotal > 0 ? Math.max(0, Math.min(99, Math.floor((100 * pagesDone) / pagesTotal))) : 0;
}

export const JOB_STATES = [
  "pending",
  "processing",
  "complete",
  "failed",
  "cancelled",
] as const satisfies readonly JobState[];

const STRING: JsonObject = { type: "string" };
const URL_TEXT: JsonObject = { type: "string", format: "uri" };
const STATUS: JsonObject = { type: "string", enum: JOB_STATES };
const TIME: JsonObject = { type: "string", format: "date-time" };
const TIME_OR_NULL: JsonObject = { type: ["string", "null"], format: "date-time" };

/** Returns the schema of an object within another, whose members are all required. */
const members = (properties: JsonObject): JsonObject => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});

const IDENTITY: JsonObject = {
  job_id: { type: "string", pattern: "^job_[a-z0-9]{12}$" },
  status: STATUS,
  message: { ...STRING, description: "A sentence that says why it is a job, how far it is or how it ended." },
  status_url: URL_TEXT,
  result_url: URL_TEXT,
  created_at: TIME,
  expires_at: { ...TIME_OR_NULL, description: "Time at which the result is deleted; null before the job has ended." },
};

/** The schemas of jobs for the API description, by name. */
export const jobSchemas: JsonObject = {
  ...objectSchema("JobAccepted", IDENTITY),
  ...objectSchema("Job", {
    ...IDENTITY,
    operation: STRING,
    progress: members({
      pages_done: count("Pages done."),
      pages_total: count("Pages to do; 0 while the number is unknown."),
      percent: { ...count("100 only when the job is complete."), maximum: 100 },
    }),
    attempts: count("How many times work on the job has begun."),
    started_at: TIME_OR_NULL,
    completed_at: { ...TIME_OR_NULL, description: "Time at which the job ended, in whichever state." },
    expired: { type: "boolean", description: "Whether the result has been deleted." },
    warnings: {
      type: "array",
      items: STRING,
      description: "The items of X-Warnings with which the result is answered, while there is one.",
    },
    error: {
      anyOf: [
        members({
          status: {
            type: "integer",
            description: "HTTP status that the synchronous call would have been answered with.",
          },
          code: STRING,
          detail: { description: "What failed: a text, or for status 422 a list." },
        }),
        { type: "null" },
      ],
    },
    credits: members({
      held: count("Credits set aside while the job has not ended."),
      charged: count("Credits charged for the job."),
    }),
    metadata: members({
      filename: { ...STRING, description: "Name of the file that was sent, or else of the result." },
      page_count: count("Pages of the document; of a document that is made, 0 until the job is complete."),
    }),
  }),
  ...pageSchema("JobList", "Job"),
};
