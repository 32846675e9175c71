import { expect, test } from "vitest";
import { allPages, as, call, newClient } from "./accounts.ts";
import { readArchive } from "./archive.ts";
import { type Fields, OPERATIONS, PDF_TO_IMAGE, REMOVE_PASSWORD } from "./client.ts";
import { emptyPages, letterPages } from "./documents.ts";
import {
  cancel,
  endlessJob,
  type JobObject,
  jobOf,
  jobPath,
  ONE_AT_A_TIME,
  resultOf,
  submit,
  submitted,
  untilFinal,
  untilJob,
} from "./jobs.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectFault, expectOk, type Reply } from "./reply.ts";
import { sharedService } from "./service.ts";

/* Contract, section 6: when a request becomes a job, how it is answered, and the job object. */

const service = sharedService(ONE_AT_A_TIME, { keepsResults: true });
const plain = fixture("four-colours.pdf");
const locked = fixture("locked-aes-256.pdf");
const RFC_3339_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

const ended = async (submission: Parameters<typeof submitted>[1] = {}): Promise<string> => {
  const id = await submitted(service(), submission);
  await untilFinal(service(), id, submission?.key ?? service().key);
  return id;
};

test.each([
  { path: PDF_TO_IMAGE, fields: { dpi: 72 } },
  { path: REMOVE_PASSWORD, fields: { password: "" } },
])("?async=true makes a job of $path", async ({ path, fields }) => {
  const id = await ended({ path, fields, file: plain });
  expect(await jobOf(service(), id)).toMatchObject({ status: "complete", operation: path.split("/").at(-1) });
  expect(OPERATIONS.map((operation) => operation.path)).toContain(path);
});

test.each(["async", "async=1", "async=yes", "async=ON", "async=t", "async=TRUE", "async=false&async=true"])(
  "?%s makes a job",
  async (query) => {
    expect((await submit(service(), { query })).status).toBe(202);
  },
);

test.each(["", "async=false", "async=0", "async=no", "async=OFF", "async=f"])("?%s is synchronous", async (query) => {
  const reply = expectOk(await submit(service(), { query }));
  expect(reply.headers["content-type"]).toBe("image/png");
});

test.each(["async=maybe", "async=", "async=2"])("?%s is a fault of the query", async (query) => {
  expectFault(await submit(service(), { query }), { type: "bool_parsing", loc: ["query", "async"] });
});

const ask = (file: Buffer, fields: Fields = {}): Promise<Reply> => submit(service(), { file, fields });

test("faults of fields, file and money are reported at once, not by the job", async () => {
  expectFault(await ask(plain, { dpi: 1 }), { loc: ["body", "dpi"] });
  expectFailure(await ask(Buffer.from("no PDF")), 400, "unsupported_file_type");
  expectFailure(await ask(locked), 400, "pdf_encrypted");
  expectFailure(await ask(locked, { password: "wrong" }), 400, "wrong_password");
  expectFailure(await ask(plain, { page_number: 5 }), 400, "page_out_of_range");
});

// The answer

test("202 with the job's members, Location, Retry-After and absolute addresses", async () => {
  const reply = await submit(service(), { file: plain });
  const job = as<Record<string, string>>(reply, 202);
  const address = `${service().baseUrl}/api/v1/jobs/${job["job_id"]}`;
  expect(job).toEqual({
    job_id: expect.stringMatching(/^job_[a-z0-9]{12}$/),
    status: "pending",
    message: expect.stringMatching(/\S/),
    status_url: address,
    result_url: `${address}/result`,
    created_at: expect.stringMatching(RFC_3339_UTC),
    expires_at: null,
  });
  expect(reply.headers["location"]).toBe(address);
  expect(reply.headers["retry-after"]).toBe("2");
  expect(reply.headers["content-type"]).toMatch(/^application\/json/);
  await untilFinal(service(), String(job["job_id"]));
});

test("addresses are those that the client used", async () => {
  const reply = await submit(service(), { headers: { host: "pdf.example:8443" } });
  expect(as<JobObject>(reply, 202).status_url).toMatch(/^http:\/\/pdf\.example:8443\/api\/v1\/jobs\/job_/);
  const forged = await submit(service(), {
    headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
  });
  expect(as<JobObject>(forged, 202).status_url).toMatch(/^http:\/\/127\.0\.0\.1:/);
});

// The job object

test("a complete job has every member", async () => {
  const id = await ended({ file: { content: plain, filename: "four.pdf" }, fields: allPages(4) });
  const job = await jobOf(service(), id);
  expect(job).toEqual({
    job_id: id,
    status: "complete",
    operation: "pdf-to-image",
    message: expect.stringMatching(/\S/),
    progress: { pages_done: 4, pages_total: 4, percent: 100 },
    attempts: 1,
    created_at: expect.stringMatching(RFC_3339_UTC),
    started_at: expect.stringMatching(RFC_3339_UTC),
    completed_at: expect.stringMatching(RFC_3339_UTC),
    expires_at: expect.stringMatching(RFC_3339_UTC),
    expired: false,
    warnings: [],
    status_url: `${service().baseUrl}/api/v1/jobs/${id}`,
    result_url: `${service().baseUrl}/api/v1/jobs/${id}/result`,
    error: null,
    credits: { held: 0, charged: 1 },
    metadata: { filename: "four.pdf", page_count: 4 },
  });
  const [created, started, completed, expires] = [job.created_at, job.started_at, job.completed_at, job.expires_at].map(
    (time) => Date.parse(String(time)),
  );
  expect(Number(started)).toBeGreaterThanOrEqual(Number(created));
  expect(Number(completed)).toBeGreaterThanOrEqual(Number(started));
  expect(Number(expires) - Number(completed)).toBe(3_600_000);
});

test("a pending job and one in work", async () => {
  const { key } = await newClient(service(), 10);
  const working = await endlessJob(service(), { key });
  const waiting = await submitted(service(), { key, file: emptyPages(11), fields: allPages(11) });
  const reply = await call(service(), "GET", jobPath(working), { key });
  expect(as<JobObject>(reply)).toMatchObject({
    status: "processing",
    attempts: 1,
    started_at: expect.stringMatching(RFC_3339_UTC),
    completed_at: null,
    expires_at: null,
    expired: false,
    warnings: [],
    error: null,
    credits: { held: 1, charged: 0 },
  });
  expect(reply.headers["retry-after"]).toBe("2");
  expect(await jobOf(service(), waiting, key)).toMatchObject({
    status: "pending",
    attempts: 0,
    started_at: null,
    completed_at: null,
    expires_at: null,
    credits: { held: 2, charged: 0 },
    progress: { pages_done: 0, percent: 0 },
  });
  for (const id of [working, waiting]) {
    const result = await resultOf(service(), id, key);
    expect(as<JobObject>(result, 202).job_id).toBe(id);
    expect(result.headers["retry-after"]).toBe("2");
  }
  await cancel(service(), waiting, key);
  await cancel(service(), working, key);
});

test("a final job's answer has no Retry-After", async () => {
  const id = await ended();
  expect((await call(service(), "GET", jobPath(id))).headers).not.toHaveProperty("retry-after");
});

test("progress goes up to the number of pages", async () => {
  const count = 15;
  const id = await submitted(service(), { file: letterPages(count), fields: allPages(count, 150) });
  const seen: number[] = [];
  const final = await untilJob(service(), id, {
    is: ({ progress, status }) => {
      seen.push(progress.pages_done);
      expect(progress.pages_done).toBeLessThanOrEqual(count);
      return status === "complete";
    },
  });
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(final.progress).toEqual({ pages_done: count, pages_total: count, percent: 100 });
  expect(readArchive(expectOk(await resultOf(service(), id)).body)).toHaveLength(count);
});
