import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ACCOUNTS, type Act, type Command, command, type World } from "./conformance/commands.ts";
import { Model } from "./conformance/model.ts";
import { modelStore } from "./conformance/model-store.ts";
import { NOW } from "./conformance/scene.ts";
import { scratchDirectory } from "./conformance/scratch.ts";
import type { Job } from "./job-store.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";

/*
 * Random sequences on the driver and on a model in plain objects: both must answer alike, and after each step the audit
 * must find no difference. fast-check reduces a sequence that fails to the steps that matter, and prints them.
 */

const RUNS = process.env["QUIRE_TEST_FULL"] === "1" ? 10_000 : 100;
const MONTHLY_GRANT = 30;
const OTHER_CREDITS = 40;

let directory: string;
beforeAll(async () => {
  directory = await scratchDirectory();
  const store = await openSqliteStore({ path: join(directory, "empty.db"), writer: "inline" });
  await store.accounts.openFirst({ id: ACCOUNTS[0], name: "Example", monthlyGrant: MONTHLY_GRANT, now: NOW });
  await store.accounts.create({ id: ACCOUNTS[1], name: "Example", credits: OTHER_CREDITS, by: null, now: NOW });
  await store.close();
});
afterAll(() => rm(directory, { recursive: true }));

test(`${RUNS} sequences give what the model gives, with exact balances after each step`, {
  timeout: 60_000 + RUNS * 300,
}, async () => {
  const sequence = fc.array(command, { minLength: 10, maxLength: 30, size: "max" });
  const property = fc.asyncProperty(sequence, runSequence);
  await expect(fc.assert(property, { numRuns: RUNS, seed: 20_261_122 })).resolves.toBeUndefined();
});

async function runSequence(commands: readonly Command[]): Promise<void> {
  const path = join(directory, "run.db");
  await copyFile(join(directory, "empty.db"), path);
  let store = await openSqliteStore({ path, writer: "inline" });
  try {
    const model = newModel();
    const world: World = { now: NOW, instance: "inst_0", made: 0, holds: [], jobs: [], claims: [], files: [] };
    for (const { act, crashes } of commands.map(stepOf)) {
      if (crashes) {
        // The process leaves behind what a killed one leaves: nothing is ended or given back.
        await store.close();
        store = await openSqliteStore({ path, writer: "inline" });
        world.instance = `inst_${++world.made}`;
      }
      const step = act(world);
      same(await step(store), await step(modelStore(model)));
      await checkStoreContents(store, model, world);
      follow(world, model);
    }
  } finally {
    await store.close();
    await rm(path);
  }
}

const stepOf = (given: Command): { readonly act: (world: World) => Act; readonly crashes: boolean } =>
  given.kind === "act" ? { act: given.prepare, crashes: false } : { act: recovery, crashes: true };

const recovery =
  ({ instance, now }: World): Act =>
  (store) =>
    store.recover({ instance, maxAttempts: 2, now });

function newModel(): Model {
  const model = new Model();
  const month = { grantedMonth: "2026-11" };
  model.accounts.set(ACCOUNTS[0], { id: ACCOUNTS[0], balance: MONTHLY_GRANT, monthlyGrant: MONTHLY_GRANT, ...month });
  model.accounts.set(ACCOUNTS[1], { id: ACCOUNTS[1], balance: OTHER_CREDITS, monthlyGrant: 0, ...month });
  return model;
}

async function checkStoreContents(store: Store, model: Model, world: World): Promise<void> {
  for (const id of ACCOUNTS) {
    const account = await store.accounts.find(id);
    same([account?.balance, account?.held], [model.account(id).balance, model.held(id)]);
  }
  const expected = modelStore(model).jobs;
  for (const id of world.jobs) {
    same(await store.jobs.find(id), await expected.find(id));
  }
  same(await store.jobs.counts(), await expected.counts());
  same(await store.jobs.unfinished(world.jobs), await expected.unfinished(world.jobs));
  same(await store.jobs.knownFiles(world.files), await expected.knownFiles(world.files));
  same(await store.audit(), []);
}

/** Updates what the next steps may refer to. */
function follow(world: World, model: Model): void {
  world.holds = [...model.holds.values()].filter(({ instance }) => instance !== null);
  for (const { job, hold, instance } of model.jobs) {
    const claim = { jobId: job.id, instance: instance ?? "", attempt: job.attempts, amount: hold.amount };
    if (instance !== null && !world.claims.some((known) => isDeepStrictEqual(known, claim))) {
      world.claims.push(claim);
    }
  }
}

/** Compares two values faster than `expect`, which then says what differs. */
function same(actual: unknown, expected: unknown): void {
  const [left, right] = [comparable(actual), comparable(expected)];
  if (!isDeepStrictEqual(left, right)) {
    expect(left).toEqual(right);
    expect.unreachable("the values differ in what toEqual does not compare");
  }
}

/** Removes from a value what drivers may choose: the wording of a job's end. */
function comparable(value: unknown): unknown {
  if (isJob(value)) {
    const { message: _, error, ...rest } = value;
    return { ...rest, error: error?.code };
  }
  return typeof value === "object" && value !== null && "job" in value
    ? { ...value, job: comparable(value.job) }
    : value;
}

const isJob = (value: unknown): value is Job => typeof value === "object" && value !== null && "attempts" in value;
