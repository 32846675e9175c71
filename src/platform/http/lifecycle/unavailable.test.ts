import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Failure } from "../../../kernel/failure.ts";
import { expectProblem } from "../testing/expectations.ts";
import { eventually, KEY, pdf, post, servicesPerTest, type TestService, uploadOf } from "../testing/service.ts";

/* Operations whose requirements are missing altogether (contract §2, step 9), and the treatment of test keys. */

const start = servicesPerTest();

const lack = new Failure("engine_unavailable", "No provider is configured.");

async function ask(service: TestService, path: string, value?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${service.url}/api/v1/${path}`, {
    method: value === undefined ? "GET" : "POST",
    headers: { "x-api-key": KEY, ...(value && { "content-type": "application/json" }) },
    body: value === undefined ? null : JSON.stringify(value),
  });
  return (await response.json()) as Record<string, unknown>;
}

/** Makes a key and returns the headers that send a request with it. */
async function withKey(service: TestService, wanted: object): Promise<{ readonly headers: Record<string, string> }> {
  const { key } = await ask(service, "keys", { name: "made", ...wanted });
  return { headers: { "x-api-key": String(key) } };
}

test.for(["", "?async=true"])(
  "a missing requirement of an operation is reported with 503 (%s): nothing is held, no job is made, nothing is run",
  async (query) => {
    const service = await start();
    let runs = 0;
    service.behave(async () => {
      runs += 1;
      return "done";
    });
    service.lack(lack);
    const refused = await post(service, undefined, { path: `/api/v1/pdf/test${query}` });
    expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(refused.headers.get("x-credits-remaining")).toBe("1000000");
    await expectProblem(refused, 503, "engine_unavailable");
    expect(await ask(service, "jobs")).toMatchObject({ items: [] });
    expect(await ask(service, "account")).toMatchObject({ held: 0, available: 1_000_000 });
    expect(await ask(service, "account/usage")).toMatchObject({
      items: [{ requests: 0, credits: 0, errors: 1, server_errors: 1 }],
    });
    expect(await readdir(join(service.dataDirectory, "jobs"))).toEqual([]);
    expect(runs).toBe(0);
  },
);

test("it is reported after what is wrong with the file, and before the account's credits are looked at", async () => {
  const service = await start();
  service.lack(lack);
  await expectProblem(await post(service, uploadOf(pdf({ invalid: true }))), 400, "invalid_pdf");
  await expectProblem(await post(service, uploadOf(pdf({ pages: 51 }))), 400, "too_many_pages");
  await expectProblem(await post(service, uploadOf(pdf(), { size: "10" })), 422, "validation_error");
  const { account_id } = await ask(service, "accounts", { name: "poor", credits: 0 });
  const poor = await withKey(service, { account_id });
  await expectProblem(await post(service, undefined, poor), 503, "engine_unavailable");
  service.lack(undefined);
  await expectProblem(await post(service, undefined, poor), 402, "insufficient_credits");
});

test("operations that take content report it too, and an estimate does as the operation would", async () => {
  const service = await start();
  service.lack(lack);
  const json = { headers: { "content-type": "application/json" } };
  const content = await post(service, '{"text":"A"}', { ...json, path: "/api/v1/convert/test-text" });
  await expectProblem(content, 503, "engine_unavailable");
  const estimate = { path: "/api/v1/estimate" };
  const ofContent = await post(service, '{"text":"A","operation":"test-text"}', { ...json, ...estimate });
  await expectProblem(ofContent, 503, "engine_unavailable");
  const ofFile = await post(service, uploadOf(pdf(), { operation: "test" }), estimate);
  expect(ofFile.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  await expectProblem(ofFile, 503, "engine_unavailable");
});

test("a request that is sent again with its Idempotency-Key is done once what it needs is there", async () => {
  const service = await start();
  const once = { headers: { "idempotency-key": "once" } };
  service.lack(lack);
  await expectProblem(await post(service, undefined, once), 503, "engine_unavailable");
  service.lack(undefined);
  const done = await post(service, undefined, once);
  expect([done.status, done.headers.get("idempotency-replayed")]).toEqual([200, null]);
});

test("a test key is not refused, and its work knows whose it is, at once and as a job", async () => {
  const service = await start();
  service.behave(async (_files, { isTest }) => ({ isTest }));
  const live = await post(service);
  expect(await live.json()).toMatchObject({ isTest: false });
  const tester = await withKey(service, { mode: "test" });
  service.lack(lack);

  const atOnce = await post(service, undefined, tester);
  expect([atOnce.status, await atOnce.json()]).toEqual([200, expect.objectContaining({ isTest: true })]);

  const accepted = await post(service, undefined, { ...tester, path: "/api/v1/pdf/test?async=true" });
  const { job_id: id } = (await accepted.json()) as { job_id: string };
  await eventually(async () => (await ask(service, `jobs/${id}?wait=10`))["status"] === "complete");
  expect(await ask(service, `jobs/${id}/result`)).toMatchObject({ isTest: true });

  const estimate = await post(service, uploadOf(pdf(), { operation: "test" }), { ...tester, path: "/api/v1/estimate" });
  expect([estimate.status, await estimate.json()]).toEqual([200, expect.objectContaining({ credits: 0 })]);
});
