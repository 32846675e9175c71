import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../../bench/measuring/random.ts";
import { descendants } from "../../src/engines/pool/testing/processes.ts";
import type { OwnService } from "../api/running-service.ts";
import type { Cast } from "../crash/cast.ts";
import { killMachine, type Topology } from "./topology.ts";

/** What a kill ends: a whole machine with its node, one engine process of a node, or all processes of the database. */
type Victim = "API node" | "worker" | "engine process" | "database";
const VICTIMS: readonly Victim[] = ["API node", "worker", "engine process", "database"];

/** The time between a kill and the next, at most, in milliseconds. */
const MAX_PAUSE_MS = 1500;
/** A task whose engine process is lost twice is its document's fault, so that the next engine process is left alone for a while. */
const ENGINE_PAUSE_MS = 5000;
const START_TRIES = 20;
/** The failed tries of a node's start after which the database is left alone until the node is there. */
const MOST_START_TRIES = 3;
const CLIENT_PAUSE_MS = 50;
const LOOK_MS = 50;

/** Two API nodes and two workers whose processes are killed at random and started again, with clients at work. */
export class Kills {
  readonly counts = new Map<Victim, number>();
  readonly startMs: number[] = [];
  readonly #topology: Topology;
  readonly #adminKey: string;
  readonly #random: () => number;
  readonly #nodes: Record<"API node" | "worker", OwnService[]> = { "API node": [], worker: [] };
  /** The starts of nodes that take the places of killed ones. */
  readonly #starting = new Map<"API node" | "worker", Promise<void>>();
  #lastEngineKillMs = Number.NEGATIVE_INFINITY;
  /** The most tries that the start of a node that is not there yet has taken. */
  #startTries = 0;

  constructor(topology: Topology, { adminKey, seed }: { readonly adminKey: string; readonly seed: number }) {
    this.#topology = topology;
    this.#adminKey = adminKey;
    this.#random = seededRandom(seed);
  }

  /** Starts the nodes; returns the port of one that answers requests. */
  async begin(): Promise<number> {
    for (const role of ["API node", "API node", "worker", "worker"] as const) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other is sooner on a machine of few cores
      await this.#start(role);
    }
    return this.port();
  }

  /** Returns the port of a node that answers requests, each time of another one. */
  port(): number {
    const nodes = this.#nodes["API node"];
    const node = nodes[Math.floor(Math.random() * nodes.length)];
    if (node === undefined) {
      throw new Error("One API node is always left.");
    }
    return node.port;
  }

  /** Has the clients at work until `isOver()`. */
  async work({ clients, granter }: Cast, over: AbortSignal): Promise<void> {
    const lanes = clients.map((client) => async (port: number) => {
      await client.run(port, { isOver: () => over.aborted, answered: () => undefined });
    });
    const all = [...lanes, (port: number) => granter.run(port, over)];
    await Promise.all(
      all.map(async (lane) => {
        while (!over.aborted) {
          // oxlint-disable-next-line eslint/no-await-in-loop -- a client whose connection was cut comes back
          await lane(this.port());
          // oxlint-disable-next-line eslint/no-await-in-loop
          await sleep(CLIENT_PAUSE_MS);
        }
      }),
    );
  }

  /** Kills one of the four kinds, each as often as the others, as soon as it may be killed; it is started again meanwhile. */
  async kill(): Promise<Victim> {
    await sleep(this.#random() * MAX_PAUSE_MS);
    const victim = VICTIMS[Math.floor(this.#random() * VICTIMS.length)] ?? "database";
    while (!this.#mayBeKilled(victim)) {
      // oxlint-disable-next-line eslint/no-await-in-loop
      await sleep(LOOK_MS);
    }
    switch (victim) {
      case "database":
        this.#topology.database.kill();
        await this.#topology.database.start();
        break;
      case "engine process":
        if (!(await this.#killEngineProcess())) {
          return await this.kill();
        }
        this.#lastEngineKillMs = performance.now();
        break;
      case "API node":
      case "worker":
        await this.#killNode(victim);
        break;
    }
    this.counts.set(victim, (this.counts.get(victim) ?? 0) + 1);
    return victim;
  }

  #mayBeKilled(victim: Victim): boolean {
    switch (victim) {
      case "database":
        // Where nodes start more slowly than the database is killed, none would be left.
        return this.#startTries < MOST_START_TRIES || this.#starting.size === 0;
      case "engine process":
        return performance.now() - this.#lastEngineKillMs > ENGINE_PAUSE_MS;
      case "API node":
      case "worker":
        return !this.#starting.has(victim);
    }
  }

  async #killNode(role: "API node" | "worker"): Promise<void> {
    const nodes = this.#nodes[role];
    const [node] = nodes.splice(Math.floor(this.#random() * nodes.length), 1);
    if (node !== undefined) {
      await killMachine(node);
      this.#starting.set(
        role,
        this.#start(role).finally(() => this.#starting.delete(role)),
      );
    }
  }

  /** Kills a process of a node's engines; returns whether there was one that runs. */
  async #killEngineProcess(): Promise<boolean> {
    const nodes = [...this.#nodes["API node"], ...this.#nodes.worker];
    const node = nodes[Math.floor(this.#random() * nodes.length)];
    const pids = node === undefined || !(await hasEngine(node)) ? [] : await descendants(node.pid);
    const pid = pids[Math.floor(this.#random() * pids.length)];
    try {
      return pid !== undefined && process.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
      return false;
    }
  }

  /** Starts a node, as often as the database is killed meanwhile. */
  async #start(role: "API node" | "worker"): Promise<void> {
    const settings = { QUIRE_BOOTSTRAP_API_KEY: this.#adminKey };
    for (let tries = 1; ; tries += 1) {
      const begunMs = performance.now();
      try {
        const node =
          // oxlint-disable-next-line eslint/no-await-in-loop
          role === "worker" ? await this.#topology.worker(["pdf"], settings) : await this.#topology.api(settings);
        this.#nodes[role].push(node);
        this.#startTries = 0;
        this.startMs.push(performance.now() - begunMs);
        return;
      } catch (error) {
        this.#startTries = tries;
        if (tries === START_TRIES) {
          throw error;
        }
      }
    }
  }

  /** Waits until all nodes are there again. */
  async settled(): Promise<void> {
    await Promise.all(this.#starting.values());
  }
}

/**
 * Returns whether an engine process of a node is running. Those that are starting are spared: a node whose engine process
 * is killed three times in a row before it has started says that it has none, as it should.
 */
async function hasEngine({ baseUrl }: OwnService): Promise<boolean> {
  try {
    const metrics = await fetch(`${baseUrl}/metrics`, { signal: AbortSignal.timeout(CLIENT_PAUSE_MS * 100) });
    return /^quire_engine_workers\{pool="pdf"\} [1-9]/m.test(await metrics.text());
  } catch {
    return false;
  }
}
