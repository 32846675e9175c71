import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { as, call, newClient, newKey } from "./accounts.ts";
import { cancel, endlessJob, jobOf, submit, submitted } from "./jobs.ts";
import { expectFailure, expectOk, warnings } from "./reply.ts";
import { onOneDirectory, sharedService, withService } from "./service.ts";
import {
  ALLOWED,
  accountSecret,
  type Delivery,
  deliveriesAt,
  endpointOf,
  newEndpoint,
  receiver,
  untilReceived,
  WEBHOOKS,
} from "./webhooks.ts";

/* Contract, section 6, webhooks: what is sent, to whom, and how it is signed. */

const service = sharedService({ ...ALLOWED, QUIRE_JOB_CONCURRENCY: "2" }, { keepsResults: true });

const verify = (secret: string, { text, headers }: { readonly text: string; readonly headers: object }): unknown =>
  new Webhook(secret).verify(text, { ...headers });

test("a request's webhook_url is notified of the end of its job, with the job as it is read, signed for the account", async () => {
  const { key } = await newClient(service(), 10);
  const there = await receiver();
  const id = await submitted(service(), { key, fields: { dpi: 72, webhook_url: there.url } });
  const [received] = await untilReceived(there, 1);
  expect(received?.headers).toMatchObject({
    "content-type": "application/json",
    "user-agent": expect.stringMatching(/^Quire\/\d/),
    "webhook-id": expect.stringMatching(/^msg_[a-z0-9]{24}$/),
  });
  expect(received?.body.type).toBe("job.complete");
  const job = await jobOf(service(), id, key);
  expect(received?.body.data).toEqual(job);
  expect(job.status_url).toBe(`${service().baseUrl}/api/v1/jobs/${id}`);
  expect(received && verify(await accountSecret(service(), key), received)).toEqual(received?.body);
  await expect
    .poll(() => deliveriesAt(service(), key, `/deliveries?job_id=${id}`))
    .toMatchObject([
      {
        delivery_id: received?.headers["webhook-id"],
        endpoint_id: null,
        url: there.url,
        event: "job.complete",
        job_id: id,
        status: "delivered",
        reason: null,
        next_attempt_at: null,
        attempts: [{ status: 204, error: null }],
      },
    ]);
});

test("the URL may stand in the query; JSON has it as a member", async () => {
  const { key } = await newClient(service(), 100);
  const there = await receiver();
  await submitted(service(), { key, query: `async=true&webhook_url=${encodeURIComponent(there.url)}` });
  const value = { text: "Dear reader", webhook_url: there.url };
  as(await call(service(), "POST", "/api/v1/convert/text-to-pdf?async=true", { key, value }), 202);
  const received = await untilReceived(there, 2);
  expect(received.map(({ body }) => body.data.operation).toSorted()).toEqual(["pdf-to-image", "text-to-pdf"]);
});

test("on a request that is answered at once it has no meaning, which is reported", async () => {
  const { key } = await newClient(service(), 10);
  const there = await receiver();
  const reply = await submit(service(), { key, query: "", fields: { dpi: 72, webhook_url: there.url } });
  expect(warnings(expectOk(reply))).toEqual(["webhook_unused"]);
  expect(await deliveriesAt(service(), key, "/deliveries")).toEqual([]);
});

test.each([
  ["ftp://example.com/", "url_parsing"],
  ["/relative", "url_parsing"],
  ["https://user:password@example.com/", "url_parsing"],
  [`https://example.com/${"x".repeat(2048)}`, "url_parsing"],
  ["http://10.0.0.1/", "value_error"],
  ["http://[::1]/", "value_error"],
  ["http://169.254.169.254/latest/", "value_error"],
  ["http://0x7f.1.1.1/", "value_error"],
  ["http://[::ffff:10.0.0.1]/", "value_error"],
])("%s is refused at once", async (url, type) => {
  const { key } = await newClient(service(), 10);
  for (const [reply, where] of [
    [await submit(service(), { key, fields: { webhook_url: url } }), ["body", "webhook_url"]],
    [
      await submit(service(), { key, query: `async=true&webhook_url=${encodeURIComponent(url)}` }),
      ["query", "webhook_url"],
    ],
    [await call(service(), "POST", WEBHOOKS, { key, value: { url } }), ["body", "url"]],
  ] as const) {
    expect(as<{ readonly detail: unknown }>(reply, 422).detail).toMatchObject([{ type, loc: where }]);
  }
});

test.each(["on", "off"])(
  "without allowed hosts, and with outbound requests %s, more URLs are refused at once",
  async (outbound) => {
    await withService({ QUIRE_OUTBOUND: outbound }, async (strict) => {
      const refused = ["http://127.0.0.1/", "http://localhost/", "https://db.internal/", "https://example.com:22/"];
      for (const url of outbound === "on" ? refused : ["https://example.com/"]) {
        const reply = as<{ readonly detail: unknown }>(await call(strict, "POST", WEBHOOKS, { value: { url } }), 422);
        expect(reply.detail).toMatchObject([{ type: "value_error", loc: ["body", "url"], input: url }]);
      }
    });
  },
);

test("an endpoint is notified of what it subscribes to: completed, failed and cancelled jobs alike", async () => {
  const { key } = await newClient(service(), 100);
  const [all, some] = [await receiver(), await receiver()];
  const { secret } = await newEndpoint(service(), key, { url: all.url });
  await newEndpoint(service(), key, { url: some.url, events: ["job.failed"] });
  const complete = await submitted(service(), { key });
  await untilReceived(all, 1);
  const value = { html: "<p>a</p>", wait_for_selector: "#never", timeout_ms: 1000 };
  const html = await call(service(), "POST", "/api/v1/convert/html-to-pdf?async=true", { key, value });
  const failed = as<{ readonly job_id: string }>(html, 202).job_id;
  await untilReceived(all, 2);
  const cancelled = await endlessJob(service(), { key });
  await cancel(service(), cancelled, key);
  const received = await untilReceived(all, 3);
  expect(received.map(({ body }) => [body.type, body.data.job_id, body.data.status])).toEqual([
    ["job.complete", complete, "complete"],
    ["job.failed", failed, "failed"],
    ["job.cancelled", cancelled, "cancelled"],
  ]);
  expect(received[1]?.body.data.error).toMatchObject({ status: 400 });
  for (const one of received) {
    expect(verify(secret, one)).toEqual(one.body);
  }
  expect((await untilReceived(some, 1)).map(({ body }) => body.type)).toEqual(["job.failed"]);
});

test("endpoints are made, read, changed and deleted; the secret is shown once", async () => {
  const { key } = await newClient(service(), 0);
  const value = { url: "https://example.com/hook#part", description: "Ours", events: ["job.failed", "credits.low"] };
  const { secret, ...made } = await newEndpoint(service(), key, value);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(made).toEqual({
    endpoint_id: expect.stringMatching(/^whe_[a-z0-9]{16}$/),
    url: "https://example.com/hook",
    events: ["job.failed", "credits.low"],
    description: "Ours",
    enabled: true,
    disabled_reason: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  const path = `${WEBHOOKS}/${made.endpoint_id}`;
  expect(await endpointOf(service(), key, made.endpoint_id)).toEqual(made);
  expect(as(await call(service(), "GET", WEBHOOKS, { key }))).toEqual({ items: [made], next_cursor: null });
  const change = { url: "https://example.org/", events: ["job.complete"], enabled: false, description: "" };
  const changed = as(await call(service(), "PATCH", path, { key, value: change }));
  expect(changed).toMatchObject({ ...change, disabled_reason: "by_request" });
  expect(as(await call(service(), "PATCH", path, { key, value: { enabled: true } }))).toMatchObject({
    url: "https://example.org/",
    events: ["job.complete"],
    enabled: true,
  });
  expect((await call(service(), "DELETE", path, { key })).status).toBe(204);
  expectFailure(await call(service(), "GET", path, { key }), 404, "not_found");
});

test("what makes no endpoint is reported, all of it at once", async () => {
  const { key } = await newClient(service(), 0);
  const value = { events: ["job.done"], secret: "whsec_short", description: 5 };
  const reply = as<{ readonly detail: readonly { type: string; loc: unknown[] }[] }>(
    await call(service(), "POST", WEBHOOKS, { key, value }),
    422,
  );
  expect(reply.detail.map(({ type, loc }) => [type, ...loc])).toEqual([
    ["missing", "body", "url"],
    ["enum", "body", "events", 0],
    ["string_type", "body", "description"],
    ["value_error", "body", "secret"],
  ]);
});

test("an account has at most 20 endpoints", async () => {
  const { key } = await newClient(service(), 0);
  for (let made = 0; made < 20; made++) {
    await newEndpoint(service(), key, { url: "https://example.com/" });
  }
  const more = await call(service(), "POST", WEBHOOKS, { key, value: { url: "https://example.com/" } });
  expectFailure(more, 409, "too_many_webhooks");
});

test("another account's endpoints and deliveries are as those that are not there; the scope is account", async () => {
  const [{ key, accountId }, other] = [await newClient(service(), 10), await newClient(service(), 10)];
  const there = await receiver();
  const { endpoint_id: id } = await newEndpoint(service(), key, { url: there.url });
  const sent = as<Delivery>(await call(service(), "POST", `${WEBHOOKS}/${id}/test`, { key }), 202);
  await untilReceived(there, 1);
  const redeliver = `/deliveries/${sent.delivery_id}/redeliver`;
  const asked: readonly [string, string, object?][] = [
    ["GET", `/${id}`],
    ["PATCH", `/${id}`, {}],
    ["DELETE", `/${id}`],
    ["POST", `/${id}/test`],
    ["POST", `/${id}/rotate`, {}],
    ["GET", `/${id}/deliveries`],
    ["POST", `/${id}${redeliver}`],
    ["POST", redeliver],
  ];
  for (const [method, path, value] of asked) {
    const reply = await call(service(), method, `${WEBHOOKS}${path}`, { key: other.key, ...(value && { value }) });
    expectFailure(reply, 404, "not_found");
  }
  expect(await deliveriesAt(service(), other.key, "/deliveries")).toEqual([]);
  expect(await accountSecret(service(), other.key)).not.toBe(await accountSecret(service(), key));
  const narrow = await newKey(service(), { account_id: accountId, scopes: ["jobs", "convert"] });
  for (const [method, path, value] of asked) {
    const reply = await call(service(), method, `${WEBHOOKS}${path}`, { key: narrow.key, ...(value && { value }) });
    expectFailure(reply, 403, "insufficient_scope");
  }
});

test("a test event is sent at once, to a secret of one's own, and again when it is asked for", async () => {
  const { key } = await newClient(service(), 0);
  const there = await receiver((response, index) => void response.writeHead(index === 0 ? 410 : 200).end("thanks"));
  const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
  const made = await newEndpoint(service(), key, { url: there.url, secret, events: ["credits.low"] });
  expect(made.secret).toBe(secret);
  const path = `/${made.endpoint_id}`;
  const sent = as<Delivery>(await call(service(), "POST", `${WEBHOOKS}${path}/test`, { key }), 202);
  expect(sent).toMatchObject({ event: "webhook.test", status: "pending", attempts: [] });
  const [received] = await untilReceived(there, 1);
  expect(received && verify(secret, received)).toMatchObject({
    type: "webhook.test",
    data: { endpoint_id: made.endpoint_id },
  });
  // 410 says that nothing more is wanted.
  await expect.poll(async () => (await endpointOf(service(), key, made.endpoint_id)).enabled).toBe(false);
  expect(await endpointOf(service(), key, made.endpoint_id)).toMatchObject({ disabled_reason: "gone" });
  const again = `${WEBHOOKS}${path}/deliveries/${sent.delivery_id}/redeliver`;
  expectFailure(await call(service(), "POST", again, { key }), 422, "validation_error");
  expectFailure(await call(service(), "POST", `${WEBHOOKS}${path}/test`, { key }), 422, "validation_error");
  await call(service(), "PATCH", `${WEBHOOKS}${path}`, { key, value: { enabled: true } });
  as(await call(service(), "POST", again, { key }), 202);
  const both = await untilReceived(there, 2);
  expect(both[1]?.headers["webhook-id"]).toBe(both[0]?.headers["webhook-id"]);
  await expect
    .poll(() => deliveriesAt(service(), key, `${path}/deliveries`))
    .toMatchObject([{ status: "delivered", attempts: [{ status: 410 }, { status: 200, response: "thanks" }] }]);
});

test("after a rotation both secrets sign until the grace is over; without grace the new one alone", async () => {
  const { key } = await newClient(service(), 0);
  const there = await receiver();
  const { secret: first, endpoint_id: id } = await newEndpoint(service(), key, { url: there.url });
  const rotate = async (path: string, value: object) =>
    as<{ readonly secret: string }>(await call(service(), "POST", `${WEBHOOKS}${path}/rotate`, { key, value })).secret;
  const second = await rotate(`/${id}`, {});
  const send = async (count: number) => {
    await call(service(), "POST", `${WEBHOOKS}/${id}/test`, { key });
    const received = (await untilReceived(there, count)).at(-1);
    expect(received).toBeDefined();
    return received ?? { text: "", headers: {} };
  };
  const both = await send(1);
  expect([verify(first, both), verify(second, both)]).toHaveLength(2);
  const third = await rotate(`/${id}`, { grace_seconds: 0 });
  const alone = await send(2);
  verify(third, alone);
  expect(() => verify(first, alone)).toThrow("No matching signature");
  expect(() => verify(second, alone)).toThrow("No matching signature");

  const old = await accountSecret(service(), key);
  const next = await rotate("/secret", { grace_seconds: 60 });
  const now = as<{ readonly secret: string; readonly older_secrets: readonly { readonly secret: string }[] }>(
    await call(service(), "GET", `${WEBHOOKS}/secret`, { key }),
  );
  expect([now.secret, now.older_secrets.map(({ secret }) => secret)]).toEqual([next, [old]]);
});

test("a receiver that fails is tried again, and its answers are reported", async () => {
  const { key } = await newClient(service(), 0);
  const there = await receiver((response, index) => {
    response.writeHead(index === 0 ? 302 : 204, { location: "http://127.0.0.1:9/" }).end();
  });
  const { endpoint_id: id } = await newEndpoint(service(), key, { url: there.url });
  await call(service(), "POST", `${WEBHOOKS}/${id}/test`, { key });
  const received = await untilReceived(there, 2);
  expect(received[1]?.headers["webhook-id"]).toBe(received[0]?.headers["webhook-id"]);
  await expect
    .poll(() => deliveriesAt(service(), key, `/${id}/deliveries`))
    .toMatchObject([{ status: "delivered", attempts: [{ status: 302 }, { status: 204 }] }]);
});

test("credits that come below a tenth of nothing granted, 1,000, are reported", async () => {
  const { key, accountId } = await newClient(service(), 1000);
  const there = await receiver();
  await newEndpoint(service(), key, { url: there.url, events: ["credits.low"] });
  await submit(service(), { key, query: "" });
  const [received] = await untilReceived(there, 1);
  expect(received?.body).toMatchObject({
    type: "credits.low",
    data: { account_id: accountId, balance: 999, threshold: 1000 },
  });
}, 90_000);

test("deliveries are counted for /metrics", async () => {
  const reply = await call(service(), "GET", "/metrics", { key: null });
  expect(reply.body.toString()).toMatch(
    /^quire_webhook_attempts_total\{event="job\.complete",outcome="delivered"\} \d/m,
  );
  expect(reply.body.toString()).toMatch(/^quire_webhooks_pending \d/m);
});

test("a service that is killed after a job has ended reports the end when it runs again", {
  timeout: 120_000,
}, async () => {
  await onOneDirectory(async (start) => {
    // The receiver answers nothing while the first process lives.
    let isSilent = true;
    const there = await receiver((response) => void (isSilent || response.writeHead(204).end()));
    const first = await start(ALLOWED);
    const id = await submitted(first, { fields: { dpi: 72, webhook_url: there.url } });
    await untilReceived(there, 1);
    await first.kill();
    isSilent = false;
    const second = await start(ALLOWED);
    const received = await untilReceived(there, 2);
    expect(received.map(({ body }) => [body.type, body.data.job_id])).toEqual([
      ["job.complete", id],
      ["job.complete", id],
    ]);
    expect(received[1]?.headers["webhook-id"]).toBe(received[0]?.headers["webhook-id"]);
    expect(received[1]?.text).toBe(received[0]?.text);
    const { length } = await deliveriesAt(second, second.key, `/deliveries?job_id=${id}`);
    expect(length).toBe(1);
    await second.stop();
  });
});
