import { expect } from "vitest";
import { as, call } from "./accounts.ts";
import { PDF_TO_IMAGE, type Upload, upload } from "./client.ts";
import { emptyPages, slowPage } from "./documents.ts";
import type { Reply } from "./reply.ts";
import type { Service } from "./service.ts";

/* What tests of jobs share. */

/** The job object of the contract, section 6. */
export interface JobObject {
  readonly job_id: string;
  readonly status: "pending" | "processing" | "complete" | "failed" | "cancelled";
  readonly operation: string;
  readonly message: string;
  readonly progress: { readonly pages_done: number; readonly pages_total: number; readonly percent: number };
  readonly attempts: number;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly completed_at: string | null;
  readonly expires_at: string | null;
  readonly expired: boolean;
  readonly status_url: string;
  readonly result_url: string;
  readonly warnings: readonly string[];
  readonly error: { readonly status: number; readonly code: string; readonly detail: unknown } | null;
  readonly credits: { readonly held: number; readonly charged: number };
  readonly metadata: { readonly filename: string; readonly page_count: number };
}

export const isFinal = ({ status }: Pick<JobObject, "status">): boolean =>
  status === "complete" || status === "failed" || status === "cancelled";

export type Submission = Omit<Upload, "path"> & { readonly path?: string; readonly query?: string };

/** POSTs a form with `async=true`: a page in 72 dpi unless something else is given. */
export const submit = (
  service: Service,
  { path = PDF_TO_IMAGE, query = "async=true", ...rest }: Submission = {},
): Promise<Reply> => upload(service, { path: `${path}?${query}`, file: emptyPages(1), fields: { dpi: 72 }, ...rest });

/** Submits a job and returns its id. */
export async function submitted(service: Service, submission: Submission = {}): Promise<string> {
  return as<JobObject>(await submit(service, submission), 202).job_id;
}

export const jobPath = (id: string, rest = ""): string => `/api/v1/jobs/${id}${rest}`;

export async function jobOf(service: Service, id: string, key: string = service.key): Promise<JobObject> {
  return as(await call(service, "GET", jobPath(id), { key }));
}

export const resultOf = (service: Service, id: string, key: string = service.key): Promise<Reply> =>
  call(service, "GET", jobPath(id, "/result"), { key });

export const cancel = (service: Service, id: string, key: string = service.key): Promise<Reply> =>
  call(service, "POST", jobPath(id, "/cancel"), { key });

/** Waits for a state of the job by long polls, and returns the job as it is then. */
export async function untilJob(
  service: Service,
  id: string,
  { key = service.key, is }: { readonly key?: string; readonly is: (job: JobObject) => boolean },
): Promise<JobObject> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const job = as<JobObject>(await call(service, "GET", jobPath(id, "?wait=1"), { key }));
    if (is(job)) {
      return job;
    }
    expect(isFinal(job), `the job has ended: ${JSON.stringify(job)}`).toBe(false);
    if (Date.now() > deadline) {
      throw new Error(`The job is not as awaited: ${JSON.stringify(job)}`);
    }
  }
}

export const untilFinal = (service: Service, id: string, key: string = service.key): Promise<JobObject> =>
  untilJob(service, id, { key, is: isFinal });

/** Submits a job that does not end by itself within any test, and waits until a worker has it. */
export async function endlessJob(service: Service, submission: Submission = {}): Promise<string> {
  const id = await submitted(service, { file: slowPage(), ...submission });
  await untilJob(service, id, { key: submission.key ?? service.key, is: ({ status }) => status === "processing" });
  return id;
}

/** Settings for one job at a time, with a second worker that is always free for synchronous requests. */
export const ONE_AT_A_TIME = { QUIRE_JOB_CONCURRENCY: "1", QUIRE_WORKERS: "2" } as const;
