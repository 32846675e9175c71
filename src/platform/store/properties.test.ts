import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IS_FULL } from "../../../test/running/sampling.ts";
import { ACCOUNTS, type Act, type Command, command, type World } from "./conformance/commands.ts";
import { Model } from "./conformance/model.ts";
import { modelStore } from "./conformance/model-store.ts";
import { NOW } from "./conformance/scene.ts";
import { scratchDirectory } from "./conformance/scratch.ts";
import type { Job } from "./job-store.ts";
import { openPostgresStore } from "./postgres/postgres-store.ts";
import { openEmptiedDatabase } from "./postgres/testing/emptied-database.ts";
import { type PostgresServer, postgresPrograms, startPostgresServer } from "./postgres/testing/postgres-server.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";

/*
 * Random sequences on the driver and on a model in plain objects: both must answer alike, and after each step the audit
 * must find no difference. fast-check reduces a sequence that fails to the steps that matter, and prints them.
 */

const MONTHLY_GRANT = 30;
const OTHER_CREDITS = 40;

/** A driver, on data that is made anew for each sequence. */
interface Driver {
  /** Makes data with the two accounts, and nothing else in it. */
  begin(): Promise<void>;
  open(): Promise<Store>;
  end(): Promise<void>;
}

async function openAccounts(store: Store): Promise<void> {
  await store.accounts.openFirst({ id: ACCOUNTS[0], name: "Example", monthlyGrant: MONTHLY_GRANT, now: NOW });
  await store.accounts.create({ id: ACCOUNTS[1], name: "Example", credits: OTHER_CREDITS, by: null, now: NOW });
}

async function sqliteDriver(): Promise<Driver> {
  const directory = await scratchDirectory();
  const empty = join(directory, "empty.db");
  const path = join(directory, "run.db");
  const store = await openSqliteStore({ path: empty, writer: "inline" });
  await openAccounts(store);
  await store.close();
  return {
    begin: () => copyFile(empty, path),
    open: () => openSqliteStore({ path, writer: "inline" }),
    end: () => rm(directory, { recursive: true }),
  };
}

async function postgresDriver(server: PostgresServer): Promise<Driver> {
  const database = await openEmptiedDatabase(server);
  const open = (): Promise<Store> => openPostgresStore({ url: database.url, maxConnections: 3 });
  const store = await open();
  return {
    async begin() {
      await database.empty();
      await openAccounts(store);
    },
    open,
    async end() {
      await store.close();
      await database.close();
    },
  };
}

/** Opens drivers that work at the same time, each on data of its own. */
type OpenDrivers = (count: number) => Promise<AsyncDisposable & { readonly drivers: readonly Driver[] }>;

async function sqliteDrivers(count: number) {
  return await allOf(Array.from({ length: count }, sqliteDriver));
}

async function postgresDrivers(count: number) {
  const server = await startPostgresServer();
  return await allOf(
    Array.from({ length: count }, () => postgresDriver(server)),
    () => server.remove(),
  );
}

async function allOf(opening: readonly Promise<Driver>[], removed?: () => Promise<void>) {
  const drivers = await Promise.all(opening);
  return {
    drivers,
    async [Symbol.asyncDispose]() {
      await Promise.all(drivers.map((driver) => driver.end()));
      await removed?.();
    },
  };
}

const SEED = 20_261_122;
/** Sequences that run at the same time: a database answers several sooner than one after the other. */
const AT_ONCE = IS_FULL ? 4 : 1;
const stores: readonly { readonly name: string; readonly open: OpenDrivers; readonly runs: number }[] = [
  { name: "SQLite", open: sqliteDrivers, runs: IS_FULL ? 10_000 : 10 },
  { name: "PostgreSQL", open: postgresDrivers, runs: IS_FULL ? 10_000 : 4 },
];

describe.each(stores.filter(({ open }) => open !== postgresDrivers || postgresPrograms() !== undefined))(
  "on $name",
  ({ open, runs }) => {
    let opened: Awaited<ReturnType<OpenDrivers>>;
    beforeAll(async () => {
      opened = await open(AT_ONCE);
    }, 60_000);
    afterAll(() => opened[Symbol.asyncDispose]());

    test(`${runs} sequences give what the model gives, with exact balances after each step`, {
      timeout: 60_000 + runs * 600,
    }, async () => {
      const sequence = fc.array(command, { minLength: 10, maxLength: 30, size: "max" });
      const checks = opened.drivers.map(async (driver, lane) => {
        const property = fc.asyncProperty(sequence, (commands) => runSequence(driver, commands));
        await fc.assert(property, { numRuns: runs / AT_ONCE, seed: SEED + lane });
      });
      await expect(Promise.all(checks)).resolves.toHaveLength(AT_ONCE);
    });
  },
);

async function runSequence(driver: Driver, commands: readonly Command[]): Promise<void> {
  await driver.begin();
  let store = await driver.open();
  try {
    const model = newModel();
    const world: World = { now: NOW, instance: "inst_0", made: 0, holds: [], jobs: [], claims: [], files: [] };
    for (const { act, crashes } of commands.map(stepOf)) {
      if (crashes) {
        // The process leaves behind what a killed one leaves: nothing is ended or given back.
        await store.close();
        store = await driver.open();
        world.instance = `inst_${++world.made}`;
      }
      const step = act(world);
      same(await step(store), await step(modelStore(model)));
      await checkStoreContents(store, model, world);
      follow(world, model);
    }
  } finally {
    await store.close();
  }
}

const stepOf = (given: Command): { readonly act: (world: World) => Act; readonly crashes: boolean } =>
  given.kind === "act" ? { act: given.prepare, crashes: false } : { act: recovery, crashes: true };

const recovery =
  ({ instance, now }: World): Act =>
  (store) =>
    store.recover({ instance, isAlone: true, maxAttempts: 2, now });

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
    for (const by of [{ unit: "day", groupBy: "operation" } as const, { unit: "hour", groupBy: "hour" } as const]) {
      const query = { accountId: id, first: "0000", last: "9999", ...by };
      same(await store.accounts.usage(query), await modelStore(model).accounts.usage(query));
    }
  }
  const expected = modelStore(model).jobs;
  for (const id of world.jobs) {
    same(await store.jobs.find(id), await expected.find(id));
  }
  same(await store.jobs.counts(), await expected.counts());
  same(await store.jobs.unfinished(world.jobs), await expected.unfinished(world.jobs));
  const files = [await store.jobs.knownFiles(world.files), await expected.knownFiles(world.files)];
  same(files[0]?.toSorted(), files[1]?.toSorted());
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
