import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { newClient } from "./accounts.ts";
import { PDF_TO_IMAGE, REMOVE_PASSWORD, send, toImages, upload } from "./client.ts";
import { Connection, head } from "./connection.ts";
import { encodeForm } from "./multipart.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectOk, type Reply } from "./reply.ts";
import { commonService, type Service, withService } from "./service.ts";

/*
 * Contract, sections 4 and 5: the fixed window, the window of an address, and the limit of simultaneous requests. Only
 * the first test waits for the end of a window, which is short there.
 */

const service = commonService();
const plain = fixture("four-colours.pdf");

const remaining = (reply: Reply): number => Number(reply.headers["x-ratelimit-remaining"]);
const draw = (own: Service): Promise<Reply> => toImages(own, plain, { dpi: 72 });
const resetOf = (reply: Reply | undefined): number => Number(reply?.headers["x-ratelimit-reset"]);

const SHORT_WINDOW_SECONDS = 5;

/**
 * Repeats `attempt` until all of its replies are of one window, and returns its result; a slow machine may need a
 * second window.
 */
async function inOneWindow<T extends { readonly replies: readonly Reply[] }>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    const windowMs = SHORT_WINDOW_SECONDS * 1000;
    await sleep(windowMs - (Date.now() % windowMs) + 50);
    const made = await attempt();
    if (new Set(made.replies.map(resetOf)).size === 1) {
      return made;
    }
  }
}

test("the window counts down, refuses without counting, and begins again", async () => {
  await withService({ QUIRE_RATE_LIMIT: "5", QUIRE_RATE_WINDOW_SECONDS: String(SHORT_WINDOW_SECONDS) }, async (own) => {
    const { accepted, refused } = await inOneWindow(async () => {
      const drawn = [];
      for (let count = 0; count < 5; count += 1) {
        drawn.push(await draw(own));
      }
      const more = [await draw(own), await draw(own), await draw(own)];
      return { accepted: drawn, refused: more, replies: [...drawn, ...more] };
    });
    expect(accepted.map((reply) => remaining(expectOk(reply)))).toEqual([4, 3, 2, 1, 0]);
    expect(accepted.map(({ headers }) => headers["x-ratelimit-limit"])).toEqual(Array(5).fill("5"));
    for (const reply of refused) {
      expectFailure(reply, 429, "rate_limited");
      expect(remaining(reply)).toBe(0);
      const answeredAt = Date.parse(String(reply.headers["date"])) / 1000;
      const difference = Number(reply.headers["retry-after"]) - (resetOf(reply) - answeredAt);
      expect(Math.abs(difference), "Retry-After leads to the next window").toBeLessThanOrEqual(1);
    }
    const reset = resetOf(accepted[0]);
    await sleep(reset * 1000 - Date.now() + 200);
    const fresh = expectOk(await draw(own));
    expect(remaining(fresh)).toBe(4);
    expect(resetOf(fresh)).toBeGreaterThan(reset);
  });
});

test("a request counts once it reaches the window: failures do, what is refused before it does not", async () => {
  await withService({ QUIRE_RATE_LIMIT: "20", QUIRE_MAX_UPLOAD_BYTES: "100000" }, async (own) => {
    expect(remaining(expectOk(await draw(own)))).toBe(19);
    const notCounted = [
      await send(own, { method: "POST", path: "/api/v1/nowhere" }),
      await send(own, { path: PDF_TO_IMAGE }),
      await send(own, { path: "/health" }),
      await send(own, { path: "/docs" }),
      await send(own, { method: "POST", path: PDF_TO_IMAGE, key: null }),
      await send(own, {
        method: "OPTIONS",
        path: PDF_TO_IMAGE,
        headers: { origin: "https://a.example", "access-control-request-method": "POST" },
      }),
    ];
    expect(notCounted.map(({ status }) => status)).toEqual([404, 405, 200, 200, 401, 204]);
    const counted = [
      await toImages(own, plain, { dpi: 1 }),
      await toImages(own, Buffer.from("no PDF")),
      await upload(own, { path: REMOVE_PASSWORD, file: plain, fields: { password: "" } }),
      await send(own, { method: "POST", path: PDF_TO_IMAGE, body: Buffer.alloc(100_001) }),
      await send(own, { method: "POST", path: PDF_TO_IMAGE, body: Buffer.from("x") }),
      await upload(own, { path: PDF_TO_IMAGE, file: plain, headers: { "idempotency-key": "a b" } }),
    ];
    expect(counted.map(({ status }) => status)).toEqual([422, 400, 200, 413, 422, 422]);
    expect(counted.map(remaining)).toEqual([18, 17, 16, 15, 14, 13]);
  });
});

test("exactly as many requests as the limit are accepted, also at once", async () => {
  const { key } = await newClient(service(), 50, { rate_limit: 10 });
  const replies = await Promise.all(Array.from({ length: 25 }, () => toImages({ ...service(), key }, Buffer.alloc(0))));
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(15);
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(10);
  expect(Math.min(...replies.map(remaining))).toBe(0);
});

test("without an acceptable key the address has a window; health and documentation are never limited", async () => {
  await withService({ QUIRE_RATE_LIMIT: "1", QUIRE_RATE_LIMIT_ANONYMOUS: "3" }, async (strict) => {
    const replies = [
      await upload(strict, { path: PDF_TO_IMAGE, key: null }),
      await upload(strict, { path: PDF_TO_IMAGE, key: "wrong-key-1" }),
      await upload(strict, { path: REMOVE_PASSWORD, key: "wrong-key-2" }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(replies.map(remaining)).toEqual([2, 1, 0]);
    expect(replies.map(({ headers }) => headers["x-ratelimit-limit"])).toEqual(["3", "3", "3"]);
    const refused = await upload(strict, { path: PDF_TO_IMAGE, key: "wrong-key-3" });
    expectFailure(refused, 429, "rate_limited");
    expect([refused.headers["x-ratelimit-limit"], remaining(refused)]).toEqual(["3", 0]);
    // The failures of the address do not hold up a key that is right.
    expectOk(await draw(strict));
    expectFailure(await draw(strict), 429, "rate_limited");
    for (const key of [null, strict.key]) {
      for (const path of ["/health", "/health/live", "/health/ready", "/docs", "/openapi.json"]) {
        expectOk(await send(strict, { path, key }));
        expectOk(await send(strict, { path, key }));
      }
    }
  });
});

test("the defaults are 120 requests per key and 60 per address", async () => {
  const unset = {
    QUIRE_RATE_LIMIT: "",
    QUIRE_RATE_LIMIT_ANONYMOUS: "",
    QUIRE_RATE_LIMIT_READS: "",
    QUIRE_RATE_WINDOW_SECONDS: "",
  };
  await withService(unset, async (own) => {
    const { headers } = await draw(own);
    expect([headers["x-ratelimit-limit"], headers["ratelimit-policy"]]).toEqual(["120", '"default";q=120;w=60']);
    expect((await upload(own, { path: PDF_TO_IMAGE, key: null })).headers["x-ratelimit-limit"]).toBe("60");
  });
});

test("a key may do so much at the same time; what is refused does not count", async () => {
  const busy = await withOnePlace();
  const { connection, finish } = await halfAnUpload(busy);
  const refused = await until(
    () => draw(busy),
    ({ status }) => status === 429,
  );
  expectFailure(refused, 429, "too_many_concurrent");
  const again = await draw(busy);
  expectFailure(again, 429, "too_many_concurrent");
  expect(remaining(again)).toBe(remaining(refused));
  finish();
  expect((await connection.readReply("POST"))?.status).toBe(200);
  connection.destroy();
  const next = await until(
    () => draw(busy),
    ({ status }) => status === 200,
  );
  expect(remaining(next)).toBe(remaining(refused) - 1);
});

test("a client that goes away gives its place back", async () => {
  const busy = await withOnePlace();
  const { connection } = await halfAnUpload(busy);
  await until(
    () => draw(busy),
    ({ status }) => status === 429,
  );
  connection.destroy();
  expectOk(
    await until(
      () => draw(busy),
      ({ status }) => status === 200,
    ),
  );
});

test("above the queue's limit the server refuses, and does the rest", async () => {
  await withService({ QUIRE_WORKERS: "1", QUIRE_QUEUE_LIMIT: "1" }, async (own) => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => toImages(own, plain, { custom_width: 3000, custom_height: 3000 })),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(8);
    for (const reply of refused) {
      expectFailure(reply, 429, "queue_full");
    }
    expectOk(await draw(own));
  });
});

test("who has a place in the queue keeps it, although an engine is replaced meanwhile", async () => {
  await withService({ QUIRE_WORKERS: "1", QUIRE_QUEUE_LIMIT: "2", QUIRE_WORKER_TASKS: "1" }, async (own) => {
    const lanes = Array.from({ length: 3 }, async () => {
      for (let count = 0; count < 2; count += 1) {
        expectOk(await draw(own));
      }
    });
    await Promise.all(lanes);
  });
});

/** Returns the service with a key that allows one operation at a time. */
async function withOnePlace(): Promise<Service> {
  const { key } = await newClient(service(), 50, { concurrency: 1 });
  return { ...service(), key };
}

/** Starts an upload whose second half `finish` sends. */
async function halfAnUpload(own: Service): Promise<{ connection: Connection; finish: () => void }> {
  const { contentType, body } = encodeForm([
    { name: "dpi", value: "72" },
    { name: "file", content: plain },
  ]);
  const connection = await Connection.open(own);
  const form = { "x-api-key": own.key, "content-type": contentType, "content-length": body.length };
  connection.write(head("POST", PDF_TO_IMAGE, form));
  connection.write(body.subarray(0, 400));
  return { connection, finish: () => connection.write(body.subarray(400)) };
}

/** Repeats `attempt` until its answer is as wanted, for ten seconds at most; returns the last answer. */
async function until(attempt: () => Promise<Reply>, wanted: (reply: Reply) => boolean): Promise<Reply> {
  const deadline = Date.now() + 10_000;
  let reply = await attempt();
  while (!wanted(reply) && Date.now() < deadline) {
    await sleep(100);
    reply = await attempt();
  }
  expect(wanted(reply), `the last answer was ${reply.status}`).toBe(true);
  return reply;
}
