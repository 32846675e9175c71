import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { allPages, chargedBy, grant, moneyOf, newClient, newKey } from "./accounts.ts";
import { PDF_TO_IMAGE, REMOVE_PASSWORD, send, type Upload, upload } from "./client.ts";
import { emptyPages, slowPage } from "./documents.ts";
import { encodeForm } from "./multipart.ts";
import { fixture } from "./programs.ts";
import { errorBody, expectFailure, expectFault, expectOk, faults, type Reply } from "./reply.ts";
import { type Service, sharedService, withService } from "./service.ts";

/* Contract, section 5, idempotency. */

/**
 * Whether this is the full run, which has the tests that wait for a minute; src/platform/jobs and src/platform/store
 * test the same with a clock of the tests.
 */
const full = process.env.QUIRE_TEST_FULL === "1";
const service = sharedService({ QUIRE_CONCURRENCY: "128", QUIRE_ACCOUNT_CONCURRENCY: "128" }, { keepsResults: true });
const plain = fixture("four-colours.pdf");
const locked = fixture("locked-aes-256.pdf");

const newName = (): string => crypto.randomUUID();
const withName = (name: string) => ({ headers: { "idempotency-key": name } });

interface Ask extends Omit<Upload, "path" | "headers"> {
  readonly path?: string;
  readonly on?: Service;
  readonly headers?: Readonly<Record<string, string>>;
}

/** POSTs `plain` in 72 dpi, or what is given instead, under the Idempotency-Key `name`. */
const ask = (name: string, { on = service(), path = PDF_TO_IMAGE, headers = {}, ...rest }: Ask = {}): Promise<Reply> =>
  upload(on, { path, file: plain, fields: { dpi: 72 }, ...rest, headers: { "idempotency-key": name, ...headers } });

const isReplay = (reply: Reply): boolean => reply.headers["idempotency-replayed"] === "true";

function expectMismatch(reply: Reply): void {
  expectFailure(reply, 422, "idempotency_mismatch");
  expect(faults(reply).map(({ loc }) => loc)).toEqual([["header", "Idempotency-Key"]]);
  expect(faults(reply)[0]).not.toHaveProperty("input");
}

test("the same request again is answered the same, and not charged again", async () => {
  const { key, accountId } = await newClient(service(), 10);
  const name = newName();
  const fields = allPages(4);
  const first = expectOk(await ask(name, { key, fields }));
  expect([isReplay(first), chargedBy(first)]).toEqual([false, 1]);
  const again = expectOk(await ask(name, { key, fields }));
  expect([isReplay(again), chargedBy(again)]).toEqual([true, 0]);
  expect(again.body.equals(first.body)).toBe(true);
  for (const header of ["content-type", "content-disposition", "content-length", "x-warnings", "cache-control"]) {
    expect(again.headers[header], header).toBe(first.headers[header]);
  }
  expect(again.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
  expect(await moneyOf(service(), accountId)).toEqual([9, 0, 9]);
});

test("what random bytes the work has used is replayed, not made again", async () => {
  const name = newName();
  const unlock = {
    path: REMOVE_PASSWORD,
    file: locked,
    fields: { password: "open sesame", re_encrypt_password: "new" },
  };
  const [first, again] = [expectOk(await ask(name, unlock)), expectOk(await ask(name, unlock))];
  expect(again.body.equals(first.body)).toBe(true);
});

test("the warnings of the first answer are those of its replay", async () => {
  const name = newName();
  const fields = { start_page: 3, end_page: 9, dpi: 72, colour: "red" };
  const [first, again] = [expectOk(await ask(name, { fields })), expectOk(await ask(name, { fields }))];
  expect(first.headers["x-warnings"]).toMatch(/pages_clipped/);
  expect(again.headers["x-warnings"]).toBe(first.headers["x-warnings"]);
});

test("a request is the same whatever its boundary, the order of its fields, its file's name and type", async () => {
  const name = newName();
  const first = expectOk(await ask(name, { fields: { dpi: 72, quality: 50 } }));
  const parts = [
    { name: "file", content: plain, filename: "another name.pdf", contentType: "text/plain" },
    { name: "quality", value: "50" },
    { name: "dpi", value: "72" },
  ];
  const { contentType, body } = encodeForm(parts);
  const boundary = "another-boundary";
  const other = Buffer.from(body.toString("latin1").replaceAll(/quire-test-boundary-7d1f/g, boundary), "latin1");
  const reply = await send(service(), {
    method: "POST",
    path: PDF_TO_IMAGE,
    body: other,
    headers: { "content-type": contentType.replace(/boundary=.*/, `boundary=${boundary}`), ...withName(name).headers },
  });
  expect([expectOk(reply).body.equals(first.body), isReplay(reply)]).toEqual([true, true]);
});

const OTHERS: readonly { readonly what: string; readonly ask: Ask }[] = [
  { what: "another file", ask: { file: fixture("corner-marks.pdf") } },
  { what: "another value of a field", ask: { fields: { dpi: 150 } } },
  { what: "one field more", ask: { fields: { dpi: 72, page_number: 2 } } },
  { what: "one field fewer", ask: { fields: {} } },
  { what: "another query", ask: { path: `${PDF_TO_IMAGE}?async=true` } },
  { what: "another path", ask: { path: REMOVE_PASSWORD, fields: { password: "" } } },
];

test.each(OTHERS)("$what under the same Idempotency-Key is 422 idempotency_mismatch", async ({ ask: other }) => {
  const { key, accountId } = await newClient(service(), 10);
  const name = newName();
  expectOk(await ask(name, { key }));
  const refused = await ask(name, { key, ...other });
  expectMismatch(refused);
  expect(refused.headers["x-credits-charged"] ?? "0").toBe("0");
  expect(isReplay(expectOk(await ask(name, { key })))).toBe(true);
  expect(await moneyOf(service(), accountId)).toEqual([9, 0, 9]);
});

test("order of checks: after the parameters, before the file", async () => {
  const name = newName();
  expectOk(await ask(name));
  expectFault(await ask(name, { fields: { dpi: 1 } }), { loc: ["body", "dpi"] });
  for (const file of [Buffer.alloc(0), Buffer.from("no PDF"), locked]) {
    expectMismatch(await ask(name, { file }));
  }
});

test("order of checks: before the credits", async () => {
  const { key, accountId } = await newClient(service(), 1);
  const name = newName();
  expectOk(await ask(name, { key }));
  expect(await moneyOf(service(), accountId)).toEqual([0, 0, 0]);
  expect(isReplay(expectOk(await ask(name, { key })))).toBe(true);
  expectMismatch(await ask(name, { key, fields: { dpi: 150 } }));
});

test("replays count in the rate window like any request", async () => {
  const name = newName();
  const { key } = await newClient(service(), 5, { rate_limit: 900 });
  const replies = [await ask(name, { key }), await ask(name, { key }), await ask(name, { key })];
  const remaining = replies.map(({ headers }) => Number(headers["x-ratelimit-remaining"]));
  expect(remaining).toEqual([899, 898, 897]);
});

test("100 times at once: one execution, one charge", async () => {
  const { key, accountId } = await newClient(service(), 100, { concurrency: 128 });
  const name = newName();
  const file = emptyPages(30);
  const fields = allPages(30, 300);
  const replies = await Promise.all(Array.from({ length: 100 }, () => ask(name, { key, file, fields })));
  const executed = replies.filter((reply) => reply.status === 200 && !isReplay(reply));
  expect(executed).toHaveLength(1);
  for (const reply of replies.filter(({ status }) => status !== 200)) {
    expectFailure(reply, 409, "idempotency_in_progress");
  }
  for (const reply of replies.filter(({ status }) => status === 200)) {
    expect(reply.body.equals(executed[0]?.body ?? Buffer.alloc(0))).toBe(true);
  }
  expect(replies.reduce((sum, reply) => sum + (Number(reply.headers["x-credits-charged"]) || 0), 0)).toBe(6);
  expect(await moneyOf(service(), accountId)).toEqual([94, 0, 94]);
});

test("while the first is running: 409 with Retry-After, before the file is looked at; another request: 422", async () => {
  const name = newName();
  await withService({ QUIRE_ENGINE_TIMEOUT_MS: "5000" }, async (own) => {
    const client = await newClient(own, 10);
    const running = ask(name, { on: own, key: client.key, file: slowPage() });
    await untilHeld(own, client.accountId);
    expectFailure(await ask(name, { on: own, key: client.key, file: slowPage() }), 409, "idempotency_in_progress");
    expectMismatch(await ask(name, { on: own, key: client.key }));
    expectFailure(await running, 400, "document_too_complex");
    expect(await moneyOf(own, client.accountId)).toEqual([10, 0, 10]);
  });
});

test("a failure of the document is remembered: 400 again, with the id of the new request", async () => {
  const name = newName();
  const wrong = { path: REMOVE_PASSWORD, file: locked, fields: { password: "wrong" } };
  const first = await ask(name, wrong);
  const again = await ask(name, { ...wrong, headers: { "x-request-id": "the-second-one" } });
  const [one, two] = [first, again].map((reply) => expectFailure(reply, 400, "wrong_password"));
  expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
  expect(two).toEqual({ ...one, request_id: "the-second-one" });
});

test("faults of the parameters are reported again, and the right request takes the key", async () => {
  const name = newName();
  const [first, again] = [await ask(name, { fields: { dpi: 1 } }), await ask(name, { fields: { dpi: 1 } })];
  expect(faults(again)).toEqual(faults(first));
  expect(errorBody(again).request_id).not.toBe(errorBody(first).request_id);
});

test("after 402 a retry is a real retry", async () => {
  const { key, accountId } = await newClient(service(), 0);
  const name = newName();
  expectFailure(await ask(name, { key }), 402, "insufficient_credits");
  expectFailure(await ask(name, { key }), 402, "insufficient_credits");
  await grant(service(), accountId, 5);
  const done = expectOk(await ask(name, { key }));
  expect([isReplay(done), chargedBy(done)]).toEqual([false, 1]);
  expect(isReplay(expectOk(await ask(name, { key })))).toBe(true);
  expect(await moneyOf(service(), accountId)).toEqual([4, 0, 4]);
});

test("after 402 even another request may take the key", async () => {
  const { key, accountId } = await newClient(service(), 0);
  const name = newName();
  expectFailure(await ask(name, { key }), 402, "insufficient_credits");
  await grant(service(), accountId, 5);
  expectOk(await ask(name, { key, fields: { dpi: 150 } }));
});

test("after sync_timeout a retry is a real retry", async () => {
  await withService({ QUIRE_SYNC_TIMEOUT_MS: "1000", QUIRE_WORKERS: "2" }, async (own) => {
    const name = newName();
    for (let count = 0; count < 2; count += 1) {
      const reply = await ask(name, { on: own, file: slowPage() });
      expectFailure(reply, 400, "sync_timeout");
      expect(isReplay(reply)).toBe(false);
    }
  });
});

test("after 5xx a retry is a real retry, and only what was delivered is charged", async () => {
  await withService(
    {},
    async (own) => {
      const { key, accountId } = await newClient(own, 10);
      const name = newName();
      const results = join(own.dataDirectory, "results");
      // The answer cannot be kept: its directory is missing.
      renameSync(results, `${results}-away`);
      const failed = await ask(name, { on: own, key });
      expect(failed.status).toBeGreaterThanOrEqual(500);
      expect(failed.headers["x-credits-charged"]).toBe("0");
      expect(await moneyOf(own, accountId)).toEqual([10, 0, 10]);
      renameSync(`${results}-away`, results);
      const done = expectOk(await ask(name, { on: own, key }));
      expect([isReplay(done), chargedBy(done)]).toEqual([false, 1]);
      expect(await moneyOf(own, accountId)).toEqual([9, 0, 9]);
    },
    { keepsResults: true },
  );
});

test("after 403, 429 and 401, which come before it, the key is still free", async () => {
  const { key, accountId } = await newClient(service(), 10);
  const outside = await newKey(service(), { account_id: accountId, scopes: ["account"] });
  const name = newName();
  expectFailure(await ask(name, { key: outside.key }), 403, "insufficient_scope");
  expectFailure(await ask(name, { key: null }), 401, "missing_api_key");
  const done = expectOk(await ask(name, { key }));
  expect(isReplay(done)).toBe(false);
});

test("accounts do not share Idempotency-Keys, the keys of one account do", async () => {
  const [one, two] = [await newClient(service(), 10), await newClient(service(), 10)];
  const sister = await newKey(service(), {}, one.key);
  const name = newName();
  expect(isReplay(expectOk(await ask(name, { key: one.key })))).toBe(false);
  expect(isReplay(expectOk(await ask(name, { key: two.key })))).toBe(false);
  expect(isReplay(expectOk(await ask(name, { key: sister.key })))).toBe(true);
});

test("without an Idempotency-Key everything is done again", async () => {
  const { key, accountId } = await newClient(service(), 10);
  for (let count = 0; count < 2; count += 1) {
    const reply = expectOk(await upload(service(), { path: PDF_TO_IMAGE, file: plain, fields: { dpi: 72 }, key }));
    expect(reply.headers).not.toHaveProperty("idempotency-replayed");
  }
  expect(await moneyOf(service(), accountId)).toEqual([8, 0, 8]);
});

test.runIf(full)(
  "after its stored result has been deleted by retention the work is done again, free",
  {
    timeout: 240_000,
  },
  async () => {
    await withService(
      { QUIRE_RESULT_RETENTION_SECONDS: "60" },
      async (own) => {
        const { key, accountId } = await newClient(own, 10);
        const name = newName();
        const first = expectOk(await ask(name, { on: own, key }));
        const results = join(own.dataDirectory, "results");
        expect(readdirSync(results)).toHaveLength(1);
        for (let second = 0; second < 180 && readdirSync(results).length > 0; second += 1) {
          await sleep(1000);
        }
        expect(readdirSync(results)).toEqual([]);
        const redone = expectOk(await ask(name, { on: own, key }));
        expect(redone.body.equals(first.body)).toBe(true);
        expect(redone.headers["x-credits-charged"]).toBe("0");
        expectMismatch(await ask(name, { on: own, key, fields: { dpi: 150 } }));
        const replayed = expectOk(await ask(name, { on: own, key }));
        expect([isReplay(replayed), replayed.body.equals(first.body)]).toEqual([true, true]);
        expect(await moneyOf(own, accountId)).toEqual([9, 0, 9]);
      },
      { keepsResults: true },
    );
  },
);

async function untilHeld(own: Service, accountId: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const [, held] = await moneyOf(own, accountId);
    if (held > 0) {
      return;
    }
    await sleep(50);
  }
  throw new Error("The work never began.");
}
