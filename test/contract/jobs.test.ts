import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { as, call, newClient } from "../api/accounts.ts";
import {
  cancel,
  endlessJob,
  type JobObject,
  jobOf,
  jobPath,
  ONE_AT_A_TIME,
  submitted,
  untilFinal,
} from "../api/jobs.ts";
import { errorBody, json, type Reply } from "../api/reply.ts";
import { sharedService } from "../api/service.ts";
import { sampled } from "../running/sampling.ts";
import { ask } from "./requests.ts";

/* The states of jobs (contract, section 6): what each endpoint answers in each state, and what the job then says. */

const service = sharedService({ ...ONE_AT_A_TIME, QUIRE_RATE_LIMIT: "1000000" }, { keepsResults: true });
const TEMPLATE = "fails-at-work";
let key = "";

beforeAll(async () => {
  key = (await newClient(service(), 1000)).key;
  const value = { slug: TEMPLATE, content: "<p>{{> not-there}}" };
  as(await call(service(), "POST", "/api/v1/templates", { key, value }), 201);
});

async function completed(): Promise<string> {
  const id = await submitted(service(), { key });
  await untilFinal(service(), id, key);
  return id;
}

/** Makes a job that is in work until the test ends. */
async function working(): Promise<string> {
  const id = await endlessJob(service(), { key });
  onTestFinished(async () => {
    await cancel(service(), id, key);
  });
  return id;
}

const STATES = {
  async pending() {
    await working();
    const id = await submitted(service(), { key });
    onTestFinished(async () => {
      await cancel(service(), id, key);
    });
    return id;
  },
  processing: working,
  complete: completed,
  async deleted() {
    const id = await completed();
    await call(service(), "DELETE", jobPath(id), { key });
    return id;
  },
  async failed() {
    const fields = { template_slug: TEMPLATE, variables: "{}" };
    const accepted = await ask(service(), "/api/v1/pdf/from-template", { key, fields, query: "async=true" });
    const { job_id: id } = as<JobObject>(accepted, 202);
    await untilFinal(service(), id, key);
    return id;
  },
  async cancelled() {
    const id = await endlessJob(service(), { key });
    as(await cancel(service(), id, key));
    return id;
  },
} as const;
type State = keyof typeof STATES;

interface Row {
  readonly state: State;
  readonly ask: string;
  /** The status, and the code of an error or the state that the job has in the answer. */
  readonly answer: readonly [status: number, code?: string];
}

const row = (state: State, asked: string, ...answer: Row["answer"]): Row => ({ state, ask: asked, answer });

const ROWS: readonly Row[] = [
  ...(["pending", "processing"] as const).flatMap((state) => [
    row(state, "GET", 200, state),
    row(state, "GET /result", 202, state),
    row(state, "POST /cancel", 200, "cancelled"),
    row(state, "DELETE", 200, "cancelled"),
  ]),
  row("complete", "GET", 200, "complete"),
  row("complete", "GET /result", 200),
  row("complete", "HEAD /result", 200),
  row("complete", "POST /cancel", 409, "job_not_cancellable"),
  row("complete", "DELETE", 204),
  row("deleted", "GET", 200, "complete"),
  row("deleted", "GET /result", 410, "result_expired"),
  row("deleted", "POST /cancel", 409, "job_not_cancellable"),
  row("deleted", "DELETE", 204),
  row("failed", "GET", 200, "failed"),
  row("failed", "GET /result", 400, "template_error"),
  row("failed", "POST /cancel", 409, "job_not_cancellable"),
  row("failed", "DELETE", 204),
  row("cancelled", "GET", 200, "cancelled"),
  row("cancelled", "GET /result", 409, "job_cancelled"),
  row("cancelled", "POST /cancel", 409, "job_not_cancellable"),
  row("cancelled", "DELETE", 204),
];

/** Returns the code of an error or the state of a job; undefined of another body. */
function saidBy(reply: Reply): string | undefined {
  if (reply.body.length === 0 || !String(reply.headers["content-type"]).startsWith("application/json")) {
    return undefined;
  }
  return reply.status >= 400 ? errorBody(reply).code : (json(reply) as JobObject).status;
}

test.each(sampled(ROWS, 13))("a job that is $state: $ask is $answer", async ({ state, ask: asked, answer }) => {
  const id = await STATES[state]();
  const [method = "", suffix = ""] = asked.split(" ");
  const reply = await call(service(), method, jobPath(id, suffix), { key });
  expect([reply.status, saidBy(reply)]).toEqual([answer[0], answer[1]]);
  const isUnfinished = answer[1] === "pending" || answer[1] === "processing";
  expect(reply.headers["retry-after"] !== undefined).toBe(isUnfinished);
  expect(Number(reply.headers["x-credits-charged"] ?? 0)).toBe(state === "complete" && suffix === "/result" ? 1 : 0);
});

/** What the record of a job says once it is in a state. */
const RECORDS: readonly (readonly [state: State, record: object])[] = [
  ["pending", { attempts: 0, started_at: null, completed_at: null, expires_at: null, expired: false, error: null }],
  ["processing", { attempts: 1, completed_at: null, expires_at: null, expired: false, error: null }],
  ["complete", { attempts: 1, expired: false, error: null, credits: { held: 0, charged: 1 } }],
  ["deleted", { expired: true, error: null, credits: { held: 0, charged: 1 } }],
  ["failed", { error: { status: 400, code: "template_error" }, credits: { held: 0, charged: 0 } }],
  ["cancelled", { error: null, credits: { held: 0, charged: 0 } }],
];

describe.each(sampled(RECORDS, 6))("the record of a job that is %s", (state, record) => {
  test("has its times, its attempts and its credits", async () => {
    const id = await STATES[state]();
    const job = await jobOf(service(), id, key);
    expect(job).toMatchObject({ job_id: id, status: state === "deleted" ? "complete" : state, ...record });
    const isFinal = !["pending", "processing"].includes(state);
    expect(job.completed_at !== null).toBe(isFinal);
    expect(isFinal || job.credits.held > 0).toBe(true);
  });
});
