import { beforeAll, describe, expect, test } from "vitest";
import { as, call, chargedBy, grant, newClient } from "../api/accounts.ts";
import { emptyPages } from "../api/documents.ts";
import { type JobObject, submitted, untilFinal } from "../api/jobs.ts";
import { expectFailure, faults, type Reply } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { sampled } from "../running/sampling.ts";
import { CONTENT_PARAMETERS, FILE_PARAMETERS } from "./parameters.ts";
import { ask, type Change } from "./requests.ts";

/*
 * Idempotency-Key (contract, section 5) on every POST that there is: the same request is answered as before, another one
 * is refused, and what makes a request another one.
 */

const service = commonService({ keepsResults: true });
const isReplay = (reply: Reply): boolean => reply.headers["idempotency-replayed"] === "true";
const ids = { account: "", key: "", endpoint: "", delivery: "", job: "", failedJob: "" };
const ENDPOINT = { url: "https://192.0.2.1/hook", events: ["job.complete"] };
const unique = (): string => `a-${crypto.randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  const made = await newClient(service(), 5);
  Object.assign(ids, { account: made.accountId, key: made.keyId });
  ids.endpoint = as<{ endpoint_id: string }>(
    await call(service(), "POST", "/api/v1/webhooks", { value: ENDPOINT }),
    201,
  ).endpoint_id;
  await call(service(), "POST", "/api/v1/templates", { value: { slug: "idempotent", content: "<p>x" } });
  ids.job = await submitted(service(), { file: emptyPages(1) });
  await untilFinal(service(), ids.job);
});

/** Every POST of a resource, with the bodies of two requests that both succeed. */
const RESOURCES: readonly (readonly [path: string, one: () => object | undefined, other: () => object | undefined])[] =
  [
    ["templates", () => ({ slug: unique(), content: "<p>x" }), () => ({ slug: unique(), content: "<p>y" })],
    ["templates/idempotent/preview", () => ({ variables: {} }), () => ({ variables: { a: 1 } })],
    ["webhooks", () => ENDPOINT, () => ({ ...ENDPOINT, description: "other" })],
    ["webhooks/{endpoint}/rotate", () => ({ grace_seconds: 60 }), () => ({ grace_seconds: 61 })],
    ["webhooks/secret/rotate", () => ({ grace_seconds: 60 }), () => ({ grace_seconds: 61 })],
    ["keys", () => ({ name: "one" }), () => ({ name: "other" })],
    ["keys/{key}/rotate", () => ({ grace_seconds: 60 }), () => ({ grace_seconds: 61 })],
    ["accounts", () => ({ name: "one", credits: 1 }), () => ({ name: "one", credits: 2 })],
    ["accounts/{account}/credits", () => ({ amount: 1, reason: "r" }), () => ({ amount: 2, reason: "r" })],
  ];

const pathOf = (path: string): string =>
  `/api/v1/${path.replace(/\{(\w+)\}/, (_, name: string) => ids[name as keyof typeof ids])}`;

describe.each(sampled(RESOURCES, 5))("POST %s", (path, one, other) => {
  const post = (name: string, value: object | undefined): Promise<Reply> =>
    call(service(), "POST", pathOf(path), { value, headers: { "idempotency-key": name } });

  test("the same again is answered the same and done once, another body is refused", async () => {
    const [name, body] = [crypto.randomUUID(), one()];
    const [first, again] = [await post(name, body), await post(name, body)];
    expect(first.status, first.body.toString().slice(0, 300)).toBeLessThan(300);
    expect([isReplay(first), isReplay(again), again.status]).toEqual([false, true, first.status]);
    expect(again.body.equals(first.body)).toBe(true);
    const refused = await post(name, other());
    expectFailure(refused, 422, "idempotency_mismatch");
    expect(faults(refused)[0]?.loc).toEqual(["header", "Idempotency-Key"]);
    expect(isReplay(await post(crypto.randomUUID(), body))).toBe(false);
  });

  test.each(["two words", "", "é", "x".repeat(256)])("an Idempotency-Key %j is refused", async (name) => {
    const headers = { "idempotency-key": Buffer.from(name).toString("latin1") };
    const reply = await call(service(), "POST", pathOf(path), { value: one(), headers });
    expectFailure(reply, 422, "validation_error");
    expect(faults(reply)[0]?.loc).toEqual(["header", "Idempotency-Key"]);
  });
});

test("a cancellation that is repeated is answered as before", async () => {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const cancel = (): Promise<Reply> => call(service(), "POST", `/api/v1/jobs/${ids.job}/cancel`, { headers });
  expectFailure(await cancel(), 409, "job_not_cancellable");
  const again = await cancel();
  expectFailure(again, 409, "job_not_cancellable");
  expect(isReplay(again)).toBe(false);
});

const PATHS = [...Object.keys(FILE_PARAMETERS), ...Object.keys(CONTENT_PARAMETERS)].filter(
  (path) => !path.endsWith("/vision"),
);
const SHORT = (path: string): Change["fields"] => (path.includes("/ocr/") ? { dpi: "72" } : {});

describe.each(sampled(PATHS, 12))("%s", (path) => {
  const post = (name: string, change: Change = {}): Promise<Reply> =>
    ask(service(), path, {
      ...change,
      fields: { ...SHORT(path), ...change.fields },
      headers: { "idempotency-key": name },
    });

  test("faults of parameters are not kept: the key is free for the right request", async () => {
    const name = crypto.randomUUID();
    expectFailure(await post(name, { fields: { webhook_url: "nonsense" } }), 422, "validation_error");
    const right = await post(name);
    expect([right.status, isReplay(right)]).toEqual([200, false]);
  });

  test.skipIf(!(path in FILE_PARAMETERS))("400 of a document is kept, and free", async () => {
    const [name, file] = [crypto.randomUUID(), Buffer.from("no document")];
    const [first, again] = [await post(name, { file }), await post(name, { file })];
    expectFailure(again, 400, "unsupported_file_type");
    expect([isReplay(first), isReplay(again), again.headers["x-credits-charged"]]).toEqual([false, true, "0"]);
    expect(again.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
    expectFailure(await post(name), 422, "idempotency_mismatch");
  });

  test.skipIf(path.endsWith("/simple"))("402 is not kept: a retry is a real one", async () => {
    const { key, accountId } = await newClient(service(), 0);
    const name = crypto.randomUUID();
    expectFailure(await post(name, { key }), 402, "insufficient_credits");
    expect((await grant(service(), accountId, 5)).status).toBe(200);
    const paid = await post(name, { key });
    expect([paid.status, isReplay(paid)]).toEqual([200, false]);
  });

  test("a job that is submitted again is the same job, until its result is deleted", async () => {
    const { key } = await newClient(service(), 20);
    const name = crypto.randomUUID();
    const submit = (): Promise<Reply> => post(name, { key, query: "async=true" });
    const first = as<JobObject>(await submit(), 202);
    await untilFinal(service(), first.job_id, key);
    const again = await submit();
    expect([as<JobObject>(again, 202).job_id, isReplay(again)]).toEqual([first.job_id, true]);
    expect((await call(service(), "DELETE", `/api/v1/jobs/${first.job_id}`, { key })).status).toBe(204);
    const third = as<JobObject>(await submit(), 202);
    expect(third.job_id).not.toBe(first.job_id);
    expect((await untilFinal(service(), third.job_id, key)).credits).toEqual({ held: 0, charged: 0 });
  });
});

describe("the same Idempotency-Key for another", () => {
  const WATERMARK = "/api/v1/pdf/watermark";
  const OTHERS: readonly (readonly [what: string, path: string, change: Change])[] = [
    ["path", "/api/v1/pdf/split", {}],
    ["value of a field", WATERMARK, { fields: { text: "Other" } }],
    ["query", WATERMARK, { query: "async=true" }],
    ["file", WATERMARK, { file: emptyPages(2) }],
  ];

  test.each(OTHERS)("%s is refused", async (_, path, change) => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    expect((await ask(service(), WATERMARK, { headers })).status).toBe(200);
    expectFailure(await ask(service(), path, { ...change, headers }), 422, "idempotency_mismatch");
  });

  const SAME: readonly (readonly [what: string, fields: Change["fields"]])[] = [
    ["an integer in another spelling", { font_size: "048.0" }],
    ["a number in another spelling", { opacity: "3e-1" }],
    ["a choice in capital letters", { position: "DIAGONAL" }],
    ["a flag in another word", { fit: "off" }],
  ];

  test.each(SAME)("spelling is not: %s", async (_, fields = {}) => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const plain = { font_size: "48", opacity: "0.3", position: "diagonal", fit: "false" };
    expect((await ask(service(), WATERMARK, { headers, fields: plain })).status).toBe(200);
    const again = await ask(service(), WATERMARK, { headers, fields: { ...plain, ...fields } });
    expect([again.status, isReplay(again), chargedBy(again)]).toEqual([200, true, 0]);
  });
});
