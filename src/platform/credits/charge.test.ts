import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Failure } from "../../kernel/failure.ts";
import type { Caller } from "../auth/callers.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { openLocalBlobs } from "../blobs/local/local-blobs.ts";
import { openRequestParts } from "../blobs/request-parts.ts";
import { createResultFiles } from "../blobs/result-files.ts";
import type { Answer } from "../execution/execution.ts";
import { newId } from "../store/ids.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import type { Store } from "../store/store.ts";
import { type Charge, type ChargeDeps, openCharge } from "./charge.ts";
import { createMetering } from "./metering.ts";
import { RetryQueue } from "./retry-queue.ts";

let directory: string;
let blobs: BlobStore;
let store: Store;
let deps: ChargeDeps;
let caller: Caller;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-charge-"));
  blobs = await openLocalBlobs(directory);
  store = await openSqliteStore({ path: join(directory, "quire.db"), writer: "inline" });
  const account = await store.accounts.create({ id: newId.account(), name: "a", credits: 10, by: null, now: 0 });
  caller = { key: { id: "key_1", mode: "live" }, account } as unknown as Caller;
  deps = {
    store,
    results: createResultFiles(blobs),
    metering: createMetering(true),
    requestParts: openRequestParts(blobs, { retentionMs: 60_000, now: Date.now }),
    retryQueue: new RetryQueue(() => {}),
    instance: newId.instance(),
    retentionMs: 60_000,
    maxStoredBytes: Number.POSITIVE_INFINITY,
    now: () => 0,
  };
});
afterEach(async () => {
  deps.retryQueue.close();
  await store.close();
  await rm(directory, { recursive: true });
});

const open = async (idempotencyKey?: string, changes: Partial<ChargeDeps> = {}): Promise<Charge> => {
  const repeatable = idempotencyKey && { accountId: caller.account.id, idempotencyKey, fingerprint: "f" };
  const opened = await openCharge(
    { caller, operation: "merge", repeatable: repeatable || undefined },
    { ...deps, ...changes },
  );
  if (opened.kind === "replay") {
    throw new Error("This was answered before.");
  }
  return opened.charge;
};

const balance = async (): Promise<readonly [balance: number, held: number]> => {
  const { balance: credits, held } = (await store.accounts.find(caller.account.id)) ?? caller.account;
  expect(await store.audit()).toEqual([]);
  return [credits, held];
};

const storedBytes = async (): Promise<number> => (await store.accounts.find(caller.account.id))?.storedBytes ?? 0;

const jsonAnswer = (charged: number): Answer => ({
  status: 200,
  headers: { "x-credits-charged": String(charged) },
  body: { kind: "json", value: { done: true } },
});

test("what is held is charged when it is settled, and the answer reports how much", async () => {
  await using charge = await open();
  await charge.hold(4);
  expect([await balance(), charge.creditsRemaining]).toEqual([[10, 4], 6]);
  const { answer, charged } = await charge.settle({ cost: 3, pages: 7 }, jsonAnswer);
  expect([charged, answer.headers["x-credits-charged"], charge.creditsRemaining]).toEqual([3, "3", 7]);
  expect(await balance()).toEqual([7, 0]);
});

test("a hold is raised to what the work costs, and that is charged", async () => {
  await using charge = await open();
  await charge.hold(1);
  await charge.raise(6);
  expect([await balance(), charge.creditsRemaining]).toEqual([[10, 6], 4]);
  await charge.raise(3);
  expect((await charge.settle({ cost: 6, pages: 130 }, jsonAnswer)).charged).toBe(6);
  expect(await balance()).toEqual([4, 0]);
});

test("a result whose hold others have given back meanwhile is not delivered, and its repetition is a real request", async () => {
  await using charge = await open("key-of-cut-off");
  await charge.hold(4);
  // The lease of this process has ended: it was cut off from the database.
  await store.recover({ instance: "inst_other", isAlone: true, maxAttempts: 3, now: 0 });
  await using again = await open("key-of-cut-off", { instance: "inst_other" });
  await again.hold(4);
  await expect(charge.settle({ cost: 3, pages: 7 }, jsonAnswer)).rejects.toMatchObject({ code: "storage_unavailable" });
  expect(await balance()).toEqual([10, 4]);
  expect((await again.settle({ cost: 3, pages: 7 }, jsonAnswer)).charged).toBe(3);
  expect(await balance()).toEqual([7, 0]);
  await expect(open("key-of-cut-off")).rejects.toThrow("answered before");
});

test("a result that the account cannot pay is refused with its price, and the next try is a real one", async () => {
  const refused = await open("key-of-pages");
  await refused.hold(1);
  await expect(refused.raise(11)).rejects.toMatchObject({
    code: "insufficient_credits",
    facts: { required: 11, available: 10 },
  });
  await refused.refuse({ status: 402, code: "insufficient_credits", members: {} });
  expect([await balance(), refused.creditsRemaining, refused.charged]).toEqual([[10, 0], 10, 0]);
  await using again = await open("key-of-pages");
  await again.hold(1);
  await again.raise(10);
  expect((await again.settle({ cost: 10, pages: 250 }, jsonAnswer)).charged).toBe(10);
});

test("a request that pays nothing is not raised", async () => {
  await using charge = await open(undefined, { metering: createMetering(false) });
  await charge.hold(1);
  await charge.raise(1000);
  expect((await charge.settle({ cost: 1000, pages: 1 }, jsonAnswer)).charged).toBe(0);
  expect(await balance()).toEqual([10, 0]);
});

test("whatever is not settled is released, once", async () => {
  {
    await using charge = await open();
    await charge.hold(10);
    await charge.refuse({ status: 400, code: "invalid_pdf", members: {} });
    expect(charge.creditsRemaining).toBe(10);
  }
  expect(await balance()).toEqual([10, 0]);
});

test("what a request keeps counts as stored for its account, until it is answered", async () => {
  const left = await open("key-of-bytes");
  await left.hold(6);
  await left.checkpoints.keep("page-1", { text: "x".repeat(1000) }, 2);
  await left[Symbol.asyncDispose]();
  expect(await storedBytes()).toBeGreaterThan(1000);

  // There is no room for a second part: the work goes on, and the part is paid for and not kept.
  await using again = await open("key-of-bytes", { maxStoredBytes: 2000 });
  await again.hold(6);
  expect(await again.checkpoints.read("page-1")).toMatchObject({ text: expect.any(String) });
  await again.checkpoints.keep("page-2", { text: "x".repeat(1000) }, 2);
  expect(await again.checkpoints.read("page-2")).toBeUndefined();
  expect(await storedBytes()).toBeLessThan(2000);
  await again.settle({ cost: 4, pages: 2 }, jsonAnswer);
  expect(await storedBytes()).toBeLessThan(1000);
  expect(await balance()).toEqual([6, 0]);
});

test("what others were paid for is charged although there is no answer, and not again when the request is repeated", async () => {
  const left = await open("key-of-pages");
  await left.hold(6);
  await left.checkpoints.keep("page-1", { text: "one" }, 2);
  await left.checkpoints.keep("blank", { text: "" }, 0);
  await left[Symbol.asyncDispose]();
  expect([await balance(), left.charged]).toEqual([[8, 0], 2]);

  const leftAgain = await open("key-of-pages");
  expect(leftAgain.payable(6)).toBe(4);
  await leftAgain.hold(6);
  expect(await leftAgain.checkpoints.read("page-1")).toEqual({ text: "one" });
  await leftAgain.checkpoints.keep("page-2", { text: "two" }, 2);
  await leftAgain.refuse({ status: 500, code: "provider_failed", members: {} });
  expect([await balance(), leftAgain.charged]).toEqual([[6, 0], 2]);

  const leftAtOnce = await open("key-of-pages");
  await leftAtOnce.hold(6);
  await leftAtOnce[Symbol.asyncDispose]();
  expect(await balance()).toEqual([6, 0]);

  await using last = await open("key-of-pages");
  await last.hold(6);
  expect(await last.checkpoints.read("page-2")).toEqual({ text: "two" });
  expect((await last.settle({ cost: 6, pages: 3 }, jsonAnswer)).charged).toBe(2);
  expect(await balance()).toEqual([4, 0]);
  expect(await readdir(join(directory, "request-parts"))).toEqual([]);
});

test("without an Idempotency-Key it is charged all the same, and nothing is kept", async () => {
  const left = await open();
  await left.hold(6);
  await left.checkpoints.keep("page-1", { text: "one" }, 2);
  await left[Symbol.asyncDispose]();
  expect(await balance()).toEqual([8, 0]);
  expect(await readdir(join(directory, "request-parts"))).toEqual([]);
});

test("what a process that was lost had kept is paid for by whoever has its answer, and is kept for the retention time", async () => {
  const lost = await open("key-of-lost");
  await lost.hold(6);
  await lost.checkpoints.keep("page-1", { text: "one" }, 2);
  await store.recover({ instance: "ins_next", isAlone: true, maxAttempts: 3, now: 0 });
  expect(await balance()).toEqual([10, 0]);
  await using next = await open("key-of-lost", { instance: "ins_next" });
  await next.hold(6);
  expect(await next.checkpoints.read("page-1")).toEqual({ text: "one" });
  const times = { retentionMs: 60_000, now: () => Date.now() + 60_000 };
  await openRequestParts(blobs, times).sweep();
  expect(await readdir(join(directory, "request-parts"))).toEqual([]);
});

test("credits that are not there are not held", async () => {
  await using charge = await open();
  await expect(charge.hold(11)).rejects.toMatchObject({
    code: "insufficient_credits",
    facts: { required: 11, available: 10 },
  });
  expect(await balance()).toEqual([10, 0]);
});

test("nothing is payable without metering, with a test key, and for work that was paid for", async () => {
  const unmetered = await open(undefined, { metering: createMetering(false) });
  expect([unmetered.payable(5), createMetering(false).shown(1)]).toEqual([0, 999_999_999]);
  caller = { ...caller, key: { ...caller.key, mode: "test" } };
  expect((await open()).payable(5)).toBe(0);
});

test("the answer to a repeated request is the first one, its file kept; without the file it is made again, free", async () => {
  const path = join(directory, "made");
  await writeFile(path, "a result");
  const fileAnswer = (): Answer => ({ status: 200, headers: {}, body: { kind: "file", path, sizeBytes: 8 } });
  const first = await open("key-1");
  await first.hold(2);
  const { answer } = await first.settle({ cost: 2, pages: 1 }, fileAnswer);
  expect(answer).toEqual(fileAnswer());
  await rm(path);

  const request = {
    caller,
    operation: "merge",
    repeatable: { accountId: caller.account.id, idempotencyKey: "key-1", fingerprint: "f" },
  };
  const again = await openCharge(request, deps);
  expect(again).toMatchObject({ kind: "replay", answer: { status: 200, body: { kind: "file", sizeBytes: 8 } } });
  const [name] = await readdir(join(directory, "results"));
  expect(again).toMatchObject({ answer: { body: { name } } });
  expect(await readFile(join(directory, "results", String(name)), "utf8")).toBe("a result");
  const later = { ...deps, now: () => 60_000 };
  const redone = await openCharge(request, later);
  expect(redone.kind === "charge" && redone.charge.payable(2)).toBe(0);
  expect(await balance()).toEqual([8, 0]);
});

test("a refusal that would come again is remembered; after any other the key is free", async () => {
  const refusal = { members: { detail: "No." } };
  for (const [status, code, remembered] of [
    [400, "invalid_pdf", true],
    [400, "sync_timeout", false],
    [503, "storage_unavailable", false],
  ] as const) {
    const charge = await open(code);
    await charge.hold(1);
    await charge.refuse({ status, code, ...refusal });
    const isReplayed = await open(code).then(
      () => false,
      () => true,
    );
    expect([code, isReplayed]).toEqual([code, remembered]);
  }
  expect(await balance()).toEqual([10, 0]);
});

test("a release that the disk refuses is made up for", async () => {
  let refusals = 1;
  const credits = {
    ...store.credits,
    release: (release: Parameters<Store["credits"]["release"]>[0]) =>
      refusals-- > 0
        ? Promise.reject(new Failure("storage_unavailable", "The disk is full."))
        : store.credits.release(release),
  };
  {
    await using charge = await open(undefined, { store: { ...store, credits } });
    await charge.hold(5);
  }
  expect(await balance()).toEqual([10, 5]);
  while ((await balance())[1] > 0) {
    await sleep(20);
  }
});
