import { expect, test } from "vitest";
import { Failure } from "../../../../kernel/failure.ts";
import type { Caller } from "../../../auth/callers.ts";
import { grants } from "../../../auth/scopes.ts";
import { createMetering } from "../../../credits/metering.ts";
import type { Job } from "../../../store/job-store.ts";
import type { KeyScope } from "../../../store/key-store.ts";
import { InvalidRequest } from "../../body/validation.ts";
import type { ResourceAnswer, ServerSentEvent, Services } from "../../resource/resource.ts";
import { jobsInMemory } from "../testing/jobs-in-memory.ts";
import { acceptedBody, jobObject } from "./job-object.ts";
import { jobResources } from "./jobs.ts";

const BASE = "https://pdf.example";
const ID = "job_7k2m9q4x1z8v";
const pending: Job = {
  id: ID,
  accountId: "acc_own",
  keyId: "key_own",
  operation: "pdf-to-image",
  state: "pending",
  message: "12 pages exceed the synchronous limit of 3.",
  filename: "scan.pdf",
  pageCount: 12,
  pagesDone: 0,
  pagesTotal: 0,
  attempts: 0,
  sequence: 1,
  createdAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  startedAt: null,
  completedAt: null,
  expiresAt: null,
  expired: false,
  retentionMs: 3_600_000,
  held: 2,
  charged: 0,
  answer: null,
  error: null,
};

const callerWith = (scopes: readonly KeyScope[], keyId = "key_own", accountId = "acc_own") =>
  ({
    key: { id: keyId },
    account: { id: accountId },
    may: (scope: KeyScope) => grants(scopes, scope),
    // The routes of jobs look at these members of a caller alone.
  }) as unknown as Caller;
const anyJobs = callerWith(["jobs"]);

interface Ask {
  readonly caller?: Caller;
  readonly id?: string;
  readonly query?: Record<string, string>;
  readonly lastEventId?: string;
  readonly signal?: AbortSignal;
}

// The routes of jobs ask the store only for the credits that an account has again after a cancellation.
const store = { accounts: { find: () => Promise.resolve({ balance: 10, held: 3 }) } };

function world(...jobs: readonly Job[]) {
  const memory = jobsInMemory();
  jobs.forEach(memory.add);
  const ask = async (operationId: string, about: Ask = {}): Promise<ResourceAnswer> => {
    const asked = jobResources.find((declared) => declared.operationId === operationId);
    const query = asked?.query?.safeParse(about.query ?? {});
    if (asked === undefined || query?.success === false) {
      throw query?.error ?? new Error(`There is no ${operationId}.`);
    }
    const request = {
      caller: about.caller ?? anyJobs,
      path: { id: about.id ?? ID },
      query: query?.data ?? {},
      body: {},
      baseUrl: BASE,
      origin: undefined,
      preconditions: { ifMatch: undefined, ifNoneMatch: undefined },
      lastEventId: about.lastEventId,
      signal: about.signal ?? new AbortController().signal,
    };
    return await asked.handle(request, {
      jobs: memory.service,
      store,
      metering: createMetering(true),
    } as unknown as Services);
  };
  return { ...memory, ask };
}

const codeOf = (answer: Promise<ResourceAnswer>): Promise<string> =>
  answer.then(
    () => "no failure",
    (thrown: unknown) => (thrown instanceof Failure ? thrown.code : String(thrown)),
  );

test("a job has the members of the contract, absolute links and times in UTC", () => {
  expect(jobObject(pending, BASE)).toEqual({
    job_id: ID,
    status: "pending",
    operation: "pdf-to-image",
    message: "12 pages exceed the synchronous limit of 3.",
    progress: { pages_done: 0, pages_total: 0, percent: 0 },
    attempts: 0,
    created_at: "2026-01-02T03:04:05.006Z",
    started_at: null,
    completed_at: null,
    expires_at: null,
    expired: false,
    warnings: [],
    status_url: `${BASE}/api/v1/jobs/${ID}`,
    result_url: `${BASE}/api/v1/jobs/${ID}/result`,
    error: null,
    credits: { held: 2, charged: 0 },
    metadata: { filename: "scan.pdf", page_count: 12 },
  });
});

test.each([
  { pagesDone: 1, pagesTotal: 3, percent: 33 },
  { pagesDone: 999, pagesTotal: 1000, percent: 99 },
  { pagesDone: 3, pagesTotal: 3, percent: 99 },
  { pagesDone: 4, pagesTotal: 3, percent: 99 },
])("$pagesDone of $pagesTotal pages are $percent percent while the job is in work", ({ percent, ...pages }) => {
  expect(jobObject({ ...pending, state: "processing", ...pages }, BASE)).toMatchObject({ progress: { percent } });
});

test("a complete job is at 100 percent, also when nothing was counted; a failed one never is", () => {
  expect(jobObject({ ...pending, state: "complete" }, BASE)).toMatchObject({ progress: { percent: 100 } });
  const failed = { ...pending, state: "failed", pagesDone: 3, pagesTotal: 3 } as const;
  expect(jobObject(failed, BASE)).toMatchObject({ progress: { percent: 99 } });
});

test("the 202 of a submission names the job, its links and when to ask", () => {
  expect(acceptedBody(pending, BASE)).toEqual({
    headers: { location: `${BASE}/api/v1/jobs/${ID}`, "retry-after": "2" },
    value: {
      job_id: ID,
      status: "pending",
      message: "12 pages exceed the synchronous limit of 3.",
      status_url: `${BASE}/api/v1/jobs/${ID}`,
      result_url: `${BASE}/api/v1/jobs/${ID}/result`,
      created_at: "2026-01-02T03:04:05.006Z",
      expires_at: null,
    },
  });
});

test("Retry-After is there only while a job has not ended", async () => {
  const { ask, change } = world(pending);
  expect(await ask("get_job")).toMatchObject({ status: 200, headers: { "retry-after": "2" } });
  change(ID, { state: "complete" });
  expect(await ask("get_job")).not.toHaveProperty("headers");
});

test("wait answers at the end of the job and not at a change before", async () => {
  const { ask, change, nextWait } = world(pending);
  const waiting = nextWait();
  const answer = ask("get_job", { query: { wait: "30" } });
  await waiting;
  const waitingAgain = nextWait();
  change(ID, { state: "processing" });
  await waitingAgain;
  change(ID, { state: "complete" });
  expect(await answer).toMatchObject({ status: 200, value: { status: "complete" } });
});

test("wait ends with its time, and when the client has gone", async () => {
  const { ask, nextWait } = world(pending);
  expect(await ask("get_job", { query: { wait: "1" } })).toMatchObject({ value: { status: "pending" } });
  const client = new AbortController();
  const waiting = nextWait();
  const answer = ask("get_job", { query: { wait: "30" }, signal: client.signal });
  await waiting;
  client.abort();
  expect(await answer).toMatchObject({ value: { status: "pending" } });
});

test.each(["31", "-1", "1.5", "soon"])("wait=%s is refused", async (wait) => {
  await expect(world(pending).ask("get_job", { query: { wait } })).rejects.toThrow(/Input should be/);
});

const PER_JOB = ["get_job", "get_job_result", "follow_job", "delete_job", "cancel_job"];

test.each(PER_JOB)("%s: foreign, unknown and malformed ids cannot be distinguished", async (operationId) => {
  const { ask } = world(pending);
  const refusals = [
    { caller: callerWith(["*"], "key_own", "acc_other") },
    { caller: callerWith(["pdf", "convert"], "key_other") },
    { caller: callerWith(["admin", "ocr"], "key_other", "acc_other") },
    { id: "job_000000000000" },
    { id: "job_0" },
    { id: "../jobs" },
  ];
  for (const refusal of refusals) {
    await expect(ask(operationId, refusal)).rejects.toThrow(
      new Failure("not_found", "The account has no such job; GET /api/v1/jobs lists those that it has."),
    );
    expect(await codeOf(ask(operationId, refusal))).toBe("not_found");
  }
  expect(await ask("get_job")).toMatchObject({ value: { status: "pending" } });
});

test.each([callerWith(["pdf"]), callerWith(["jobs"], "key_other"), callerWith(["*"], "key_other")])(
  "a key sees what it submitted, and with the scope jobs what the account has (%#)",
  async (caller) => {
    const { ask } = world(pending);
    expect(await ask("get_job", { caller })).toMatchObject({ value: { job_id: ID } });
    expect(await ask("list_jobs", { caller })).toMatchObject({ value: { items: [{ job_id: ID }] } });
    expect(await ask("cancel_job", { caller })).toMatchObject({ value: { status: "cancelled" } });
  },
);

test("the result is the answer that was kept, and reading it whole is reported to the job service", async () => {
  const { ask, answer, read } = world({ ...pending, state: "complete" });
  const kept = { status: 200, headers: { "x-warnings": "pages_clipped" }, body: { kind: "json", value: {} } } as const;
  answer(ID, kept);
  const result = await ask("get_job_result");
  expect(result).toMatchObject({ kind: "kept", answer: kept });
  expect(read).toEqual([]);
  await (result.kind === "kept" && result.ended?.(true));
  expect(read).toEqual([ID]);
});

test("an unfinished job's result is 202 with the job", async () => {
  for (const state of ["pending", "processing"] as const) {
    const { ask } = world({ ...pending, state });
    const expected = { kind: "json", status: 202, headers: { "retry-after": "2" }, value: { job_id: ID } };
    expect(await ask("get_job_result")).toMatchObject(expected);
  }
});

test("a failed job's result is the status and the body of its error, also after its deletion", async () => {
  const error = { code: "wrong_password", status: 400, detail: "The password is not correct." } as const;
  const { ask } = world({ ...pending, state: "failed", error });
  const expected = {
    kind: "kept",
    answer: {
      status: 400,
      headers: { "content-type": "application/json", "x-credits-charged": "0" },
      body: { kind: "problem", code: "wrong_password", members: { detail: error.detail, code: error.code } },
    },
  };
  expect(await ask("get_job_result")).toMatchObject(expected);
  expect(await ask("get_job")).toMatchObject({ value: { error } });
  await ask("delete_job");
  expect(await ask("get_job_result")).toMatchObject(expected);
});

test("a failure of 503 says when to try again", async () => {
  const error = { code: "engine_unavailable", status: 503, detail: "The engine is missing." } as const;
  const { ask } = world({ ...pending, state: "failed", error });
  expect(await ask("get_job_result")).toMatchObject({ answer: { headers: { "retry-after": "2" } } });
});

test("there is no result of a job that was cancelled, or whose result is gone", async () => {
  expect(await codeOf(world({ ...pending, state: "cancelled" }).ask("get_job_result"))).toBe("job_cancelled");
  const expired = world({ ...pending, state: "complete", expired: true });
  expired.answer(ID, { status: 200, headers: {}, body: { kind: "none" } });
  expect(await codeOf(expired.ask("get_job_result"))).toBe("result_expired");
  expect(await codeOf(world({ ...pending, state: "complete" }).ask("get_job_result"))).toBe("result_expired");
});

test("DELETE cancels what has not ended, and deletes the result of what has", async () => {
  const { ask, answer, change } = world(pending);
  expect(await ask("delete_job")).toMatchObject({ kind: "json", status: 200, value: { status: "cancelled" } });
  expect(await ask("delete_job")).toEqual({ kind: "nothing" });
  change(ID, { state: "complete", expired: false });
  answer(ID, { status: 200, headers: {}, body: { kind: "none" } });
  expect(await ask("delete_job")).toEqual({ kind: "nothing" });
  expect(await ask("get_job")).toMatchObject({ value: { status: "complete", expired: true } });
});

test("what has ended cannot be cancelled", async () => {
  for (const state of ["complete", "failed", "cancelled"] as const) {
    expect(await codeOf(world({ ...pending, state }).ask("cancel_job"))).toBe("job_not_cancellable");
  }
});

const idOf = (index: number) => `job_${String(index).padStart(12, "0")}`;

test("pages of the list join without gap or repetition, newest first", async () => {
  const { ask } = world(...Array.from({ length: 5 }, (_, index) => ({ ...pending, id: idOf(index) })));
  const pages: unknown[] = [];
  let cursor: string | null = null;
  do {
    const answer = await ask("list_jobs", { query: { limit: "2", ...(cursor !== null && { cursor }) } });
    const { items, next_cursor } = (answer as unknown as { value: { items: object[]; next_cursor: string | null } })
      .value;
    pages.push(items.map((item) => "job_id" in item && item.job_id));
    cursor = next_cursor;
  } while (cursor !== null);
  expect(pages).toEqual([[idOf(4), idOf(3)], [idOf(2), idOf(1)], [idOf(0)]]);
});

test("a list that fits its page exactly has no next one", async () => {
  const { ask } = world(pending);
  expect(await ask("list_jobs", { query: { limit: "1" } })).toMatchObject({ value: { next_cursor: null } });
});

test("the list of a key without the scope jobs has none that others submitted", async () => {
  const { ask } = world(pending, { ...pending, id: idOf(1), keyId: "key_other" });
  const listed = await ask("list_jobs", { caller: callerWith(["pdf"], "key_other") });
  expect(listed).toMatchObject({ value: { items: [{ job_id: idOf(1) }], next_cursor: null } });
  expect(await ask("list_jobs", { caller: callerWith(["pdf"], "key_third") })).toMatchObject({ value: { items: [] } });
});

test("the list can be narrowed to a state and to an operation", async () => {
  const { ask } = world(
    { ...pending, id: idOf(1), state: "complete" },
    { ...pending, id: idOf(2), operation: "merge" },
    { ...pending, id: idOf(3), accountId: "acc_other" },
  );
  const idsOf = async (query: Record<string, string>) => {
    const answer = await ask("list_jobs", { query });
    return (answer as unknown as { value: { items: { job_id: string }[] } }).value.items.map(({ job_id }) => job_id);
  };
  expect(await idsOf({})).toEqual([idOf(2), idOf(1)]);
  expect(await idsOf({ status: "complete" })).toEqual([idOf(1)]);
  expect(await idsOf({ operation: "merge" })).toEqual([idOf(2)]);
  expect(await idsOf({ operation: "unheard-of" })).toEqual([]);
  await expect(idsOf({ status: "done" })).rejects.toThrow(/Input should be 'pending'/);
  for (const limit of ["0", "101", "many"]) {
    await expect(idsOf({ limit })).rejects.toThrow(/Input should be/);
  }
});

test("a cursor that is not ours, or is of a job out of sight, is refused at its place", async () => {
  const { ask } = world({ ...pending, accountId: "acc_other" });
  for (const cursor of [
    "x",
    "%00",
    Buffer.from(ID).toString("base64url"),
    Buffer.from("key_1").toString("base64url"),
  ]) {
    const refusal = await ask("list_jobs", { query: { cursor } }).catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(InvalidRequest);
    expect(refusal).toMatchObject({ items: [{ type: "value_error", loc: ["query", "cursor"] }] });
  }
});

async function followed(answer: ResourceAnswer, each?: (event: ServerSentEvent) => void): Promise<string[]> {
  const reported: string[] = [];
  for await (const event of answer.kind === "events" ? answer.events : []) {
    reported.push(`${event.id} ${event.event} ${"status" in event.data ? String(event.data.status) : ""}`);
    each?.(event);
  }
  return reported;
}

test("events show the present state, then each change, and end with the job", async () => {
  const { ask, change } = world(pending);
  const changes = [
    { state: "processing" },
    { pagesTotal: 2, pagesDone: 1 },
    // This change is not visible in events.
    { message: "Half is done." },
    { pagesDone: 2 },
    { state: "complete" },
  ] as const;
  const rest = changes.values();
  const answer = await ask("follow_job");
  const reported = await followed(answer, () => {
    const next = rest.next();
    if (!next.done) {
      change(ID, next.value);
      if ("message" in next.value) {
        change(ID, rest.next().value ?? {});
      }
    }
  });
  expect(reported).toEqual([
    "1 state pending",
    "2 state processing",
    "3 progress processing",
    "5 progress processing",
    "6 done complete",
  ]);
});

test("Last-Event-ID: what was seen is not sent again", async () => {
  const processing = { ...pending, state: "processing", sequence: 7 } as const;
  const { ask, change, nextWait } = world(processing);
  const waiting = nextWait();
  const resumed = followed(await ask("follow_job", { lastEventId: "7" }));
  await waiting;
  change(ID, { state: "failed" });
  expect(await resumed).toEqual(["8 done failed"]);
});

test.each(["3", "nonsense", "99"])("Last-Event-ID %s: the present state is sent first", async (lastEventId) => {
  const { ask, change } = world({ ...pending, sequence: 7 });
  const answer = await ask("follow_job", { lastEventId });
  const reported = await followed(answer, ({ event }) => event === "state" && change(ID, { state: "cancelled" }));
  expect(reported).toEqual(["7 state pending", "8 done cancelled"]);
});

test("the end of a job is sent once: a client that has seen it is asked to come no more", async () => {
  const { ask } = world({ ...pending, state: "complete", sequence: 9 });
  expect(await followed(await ask("follow_job"))).toEqual(["9 done complete"]);
  expect(await followed(await ask("follow_job", { lastEventId: "8" }))).toEqual(["9 done complete"]);
  expect(await ask("follow_job", { lastEventId: "9" })).toEqual({ kind: "nothing" });
});

test("events end when the client has gone", async () => {
  const { ask, nextWait } = world(pending);
  const client = new AbortController();
  const waiting = nextWait();
  const reported = followed(await ask("follow_job", { signal: client.signal }));
  await waiting;
  client.abort();
  expect(await reported).toEqual(["1 state pending"]);
});
