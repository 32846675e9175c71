import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openPostgresStore } from "../../src/platform/store/postgres/postgres-store.ts";
import { assemble, type Cast } from "../crash/cast.ts";
import { connectPatiently } from "../crash/connection.ts";
import { expectBalancesShown, expectJobsAnswered, expectOneChargePerKey } from "../crash/final-state.ts";
import {
  chargesOf,
  contradictions,
  isUnfinished,
  readSharedContents,
  type StoreContents,
} from "../crash/store-contents.ts";
import { Kills } from "./kills.ts";
import { hasPostgres, startTopology } from "./topology.ts";

/*
 * Two API nodes and two workers over PostgreSQL and an S3 store, of which a node, an engine process or the database is
 * killed again and again while clients pay, submit, cancel and repeat. QUIRE_TEST_NODE_KILLS is the number of kills; by
 * default the full run takes 40.
 */

const KILLS = Number(process.env["QUIRE_TEST_NODE_KILLS"] ?? 40);
const SEED = 20_261_126;
const LOOK_EVERY = 10;
/** Longer than the lease of a node, and than the time until another looks for what it has left. */
const DRAINED_WITHIN_MS = 120_000;
/** What may be so for as long as a lease lasts: a request of a killed node. */
const IN_WORK = /^open hold without unfinished job/;

test.skipIf(!hasPostgres)(
  `nothing is lost or charged twice in ${KILLS} kills of nodes, engine processes and the database`,
  { timeout: 300_000 + KILLS * 20_000 },
  async () => {
    const unbounded = {
      QUIRE_CONCURRENCY: "1000",
      QUIRE_ACCOUNT_CONCURRENCY: "1000",
      QUIRE_MAX_PENDING_JOBS: "100000",
    };
    const bounds = { ...unbounded, QUIRE_ACCOUNT_PENDING_JOBS: "0", QUIRE_ACCOUNT_STORED_BYTES: "0" };
    const topology = await startTopology(bounds, { database: { fsync: "on" } });
    const adminKey = `kills-${crypto.randomUUID()}`;
    const kills = new Kills(topology, { adminKey, seed: SEED });
    const cast = await assemble(await kills.begin(), { adminKey, seed: SEED, connect: connectPatiently });
    const over = new AbortController();
    const work = kills.work(cast, over.signal);
    for (let made = 1; made <= KILLS; made += 1) {
      await kills.kill();
      const isLooked = made % LOOK_EVERY === 0 || made === KILLS;
      expect(isLooked ? await wrongIn(cast, topology.url) : [], `after ${made} kills`).toEqual([]);
    }
    over.abort();
    await work;
    await kills.settled();
    await untilAtRest(kills, cast, topology.url);

    const contents = await readSharedContents(topology.url);
    expect([...contradictions(contents), ...lostJobs(contents, toldOf(cast)), ...cast.journal.surprises]).toEqual([]);
    expect(wronglyCharged(contents, cast)).toEqual([]);
    expectOneChargePerKey(contents, cast);
    const ends = await expectJobsAnswered(kills.port(), cast);
    await expectBalancesShown(kills.port(), { contents, adminKey, cast });
    const store = await openPostgresStore({ url: topology.url, maxConnections: 2 });
    expect(await store.audit()).toEqual([]);
    await store.close();
    console.warn(`kills: ${list(kills.counts)}; requests: ${list(cast.journal.counts)}; jobs: ${list(ends)}`);
  },
);

/** Waits until everything that was cut has been answered, no job is unfinished, and no hold of a killed node is left. */
async function untilAtRest(kills: Kills, { clients, granter }: Cast, url: string): Promise<void> {
  const giveUpMs = performance.now() + DRAINED_WITHIN_MS;
  for (;;) {
    const answered = await Promise.all([granter, ...clients].map((client) => client.catchUp(kills.port())));
    const contents = await readSharedContents(url);
    const isOpen = contents.jobs.some(isUnfinished) || contents.holds.some(({ state }) => state === "open");
    if ((answered.every(Boolean) && !isOpen) || performance.now() > giveUpMs) {
      return;
    }
    await sleep(500);
  }
}

/** Returns what contradicts, while the work goes on, what the clients were told. */
async function wrongIn(cast: Cast, url: string): Promise<readonly string[]> {
  // What clients are told while the store is read may not be in what was read.
  const told = toldOf(cast);
  const contents = await readSharedContents(url);
  const found = contradictions(contents).filter((each) => !IN_WORK.test(each));
  return [...found, ...lostJobs(contents, told), ...cast.journal.surprises];
}

/** Returns the jobs that clients were told of by now, with the final states that they have seen. */
const toldOf = ({ journal }: Cast) => [...journal.jobs].map(([id, { finalState }]) => ({ id, finalState }));

/** Returns the jobs that were accepted and are not there, or have left a final state that a client has seen. */
function lostJobs({ jobs }: StoreContents, told: ReturnType<typeof toldOf>): string[] {
  const states = new Map(jobs.map(({ id, state }) => [id, state]));
  return told.flatMap(({ id, finalState }) => {
    const state = states.get(id);
    return state === undefined || (finalState !== undefined && finalState !== state)
      ? [`${id} was ${finalState ?? "accepted"} and is ${state}`]
      : [];
  });
}

/** Returns the accounts that were charged for less than was delivered to them, or for more than was cut besides. */
const wronglyCharged = (contents: StoreContents, { journal }: Cast): string[] =>
  journal.accounts.flatMap(({ id, name, delivered, cut }) => {
    const { requests } = chargesOf(contents, id);
    return requests < delivered || requests > delivered + cut
      ? [`${name}: ${requests} credits for requests, ${delivered} of them delivered, ${cut} requests cut`]
      : [];
  });

const list = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([what, count]) => `${what} ${count}`).join(", ");
