import { Agent, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { postgresPrograms, startPostgresServer } from "../../src/platform/store/postgres/testing/postgres-server.ts";
import { CONTENT_TYPE, multipartBody, type Target } from "../measuring/client.ts";
import { type Row, show, spreadOf } from "../measuring/report.ts";
import { startBenchService } from "../measuring/service.ts";

/** A document as callers send it, of which the first page is drawn: the text and figures of a paper. */
const PAPER = join(import.meta.dirname, "../files/paper.pdf");
const RENDERING = "/api/v1/convert/pdf-to-image";
const TIMES = 10;
const FLOOD_MS = 60_000;
/** The time at the beginning in which the queues fill. */
const FILLING_MS = 10_000;
const TICK_MS = 10;
const UNLOADED_REQUESTS = 50;
const CAPACITY_MS = 15_000;
const CAPACITY_CONNECTIONS = 8;
const QUEUE_LIMIT = 200;
const REFUSED_BAR_MS = 50;
const RECOVERY_BAR_S = 5;
/** The answers in a row that are as fast as unloaded ones when a service counts as recovered. */
const RECOVERED_ANSWERS = 5;

/** The queue of the server is what refuses, not the bounds of a key or of an address. */
const SETTINGS = {
  QUIRE_QUEUE_LIMIT: String(QUEUE_LIMIT),
  QUIRE_CONCURRENCY: "1000000",
  QUIRE_ACCOUNT_CONCURRENCY: "0",
  QUIRE_CONNECTIONS_PER_ADDRESS: "0",
} as const;

/**
 * Measures a service to which ten times as much is sent for a minute as it can do, on one node and on two of one PostgreSQL
 * database: how long accepted requests take, how soon the rest is refused, and when the service is as before.
 * @throws Error when an answer is neither a success nor a refusal, or the charges are not those of the successes
 */
export async function overloadRows(): Promise<Row[]> {
  const body = await multipartBody({ path: RENDERING, file: PAPER, fields: { dpi: "150" } });
  const rows: Row[] = [];
  {
    await using service = await startBenchService(SETTINGS);
    rows.push(...rowsOf("one node", await overloaded([service], body)));
  }
  if (postgresPrograms() !== undefined) {
    rows.push(...(await twoNodes(body)));
  }
  return rows;
}

async function twoNodes(body: Buffer): Promise<Row[]> {
  const database = await startPostgresServer();
  try {
    const settings = {
      ...SETTINGS,
      QUIRE_DATABASE_URL: await database.createDatabase(),
      QUIRE_KEY_PEPPER: "a secret that the nodes of the bench share",
    };
    const key = `bench-${crypto.randomUUID()}`;
    await using one = await startBenchService(settings, { key });
    await using two = await startBenchService(settings, { key });
    return rowsOf("two nodes", await overloaded([one, two], body));
  } finally {
    await database.remove();
  }
}

interface Overload {
  /** The requests that may wait on all nodes together. */
  readonly queued: number;
  readonly unloadedP99Ms: number;
  readonly perSecond: number;
  readonly sentPerSecond: number;
  /** The requests in a second that were done while the rest was refused. */
  readonly keptPerSecond: number;
  readonly acceptedMs: readonly number[];
  readonly refusedMs: readonly number[];
  readonly recoveryS: number;
}

async function overloaded(targets: readonly Target[], body: Buffer): Promise<Overload> {
  using sender = new Sender(targets, body);
  const before = await sender.balance();
  const unloaded: number[] = [];
  for (let count = 0; count < UNLOADED_REQUESTS; count += 1) {
    unloaded.push((await sender.send(count)).elapsedMs);
  }
  const unloadedP99Ms = percentile(unloaded, 0.99);
  const perSecond = await capacityOf(sender, targets.length);
  const flood = await flooded(sender, perSecond * TIMES);
  const recoveryS = await recovery(sender, 2 * unloadedP99Ms);
  const spent = before - (await sender.balance());
  if (spent !== sender.delivered) {
    throw new Error(`${sender.delivered} requests were answered 200, and ${spent} credits were charged.`);
  }
  return { queued: QUEUE_LIMIT * targets.length, unloadedP99Ms, perSecond, ...flood, recoveryS };
}

/** Returns how many requests in a second are answered when as many are under way as keep all processes busy. */
async function capacityOf(sender: Sender, nodes: number): Promise<number> {
  const beganMs = performance.now();
  let answered = 0;
  const lanes = Array.from({ length: CAPACITY_CONNECTIONS * nodes }, async (_, lane) => {
    while (performance.now() < beganMs + CAPACITY_MS) {
      await sender.send(lane);
      answered += 1;
    }
  });
  await Promise.all(lanes);
  return (answered * 1000) / (performance.now() - beganMs);
}

/** Sends so many requests in a second, whether or not those before have been answered. */
async function flooded(sender: Sender, ratePerSecond: number) {
  const beganMs = performance.now();
  const answers: Promise<Answered>[] = [];
  for (let elapsedMs = 0; elapsedMs < FLOOD_MS; elapsedMs = performance.now() - beganMs) {
    const due = Math.floor((ratePerSecond * elapsedMs) / 1000);
    while (answers.length < due) {
      answers.push(sender.send(answers.length));
    }
    await sleep(TICK_MS);
  }
  const sentPerSecond = (answers.length * 1000) / (performance.now() - beganMs);
  const all = await Promise.all(answers);
  const timesOf = (isAccepted: boolean): number[] =>
    all.filter(({ status }) => (status === 200) === isAccepted).map(({ elapsedMs }) => elapsedMs);
  const [fromMs, untilMs] = [beganMs + FILLING_MS, beganMs + FLOOD_MS];
  const done = all.filter(({ status, endedMs }) => status === 200 && endedMs > fromMs && endedMs <= untilMs);
  const keptPerSecond = (done.length * 1000) / (untilMs - fromMs);
  return { sentPerSecond, keptPerSecond, acceptedMs: timesOf(true), refusedMs: timesOf(false) };
}

/** Returns the seconds until answers are as fast as before. */
async function recovery(sender: Sender, asFastMs: number): Promise<number> {
  const beganMs = performance.now();
  for (let inRow = 0, count = 0; inRow < RECOVERED_ANSWERS; count += 1) {
    const { status, elapsedMs } = await sender.send(count);
    inRow = status === 200 && elapsedMs <= asFastMs ? inRow + 1 : 0;
    if (performance.now() - beganMs > 60_000) {
      throw new Error("The service has not recovered within a minute.");
    }
  }
  return (performance.now() - beganMs) / 1000;
}

interface Answered {
  readonly endedMs: number;
  readonly status: number;
  readonly elapsedMs: number;
}

/** Sends one request in many, to each service in turn. */
class Sender implements Disposable {
  readonly #targets: readonly Target[];
  readonly #body: Buffer;
  readonly #agent = new Agent({ keepAlive: true });
  /** The requests that were answered 200. */
  delivered = 0;

  constructor(targets: readonly Target[], body: Buffer) {
    this.#targets = targets;
    this.#body = body;
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  async send(turn: number): Promise<Answered> {
    const beganMs = performance.now();
    const { status, text } = await this.#ask(turn, "POST", RENDERING);
    const endedMs = performance.now();
    if (status === 200) {
      this.delivered += 1;
    } else if (status !== 429 && status !== 503) {
      throw new Error(`A request was answered ${status}: ${text.slice(0, 300)}`);
    }
    return { status, endedMs, elapsedMs: endedMs - beganMs };
  }

  async balance(): Promise<number> {
    const { text } = await this.#ask(0, "GET", "/api/v1/account");
    return (JSON.parse(text) as { readonly available: number }).available;
  }

  #ask(turn: number, method: string, path: string): Promise<{ readonly status: number; readonly text: string }> {
    const target = this.#targets[turn % this.#targets.length];
    const body = method === "POST" ? this.#body : undefined;
    return new Promise((resolve, reject) => {
      const outgoing = request({
        agent: this.#agent,
        host: "127.0.0.1",
        port: target?.port,
        method,
        path,
        headers: {
          "x-api-key": target?.key,
          ...(body !== undefined && { "content-type": CONTENT_TYPE, "content-length": body.length }),
        },
      });
      outgoing.on("error", reject);
      outgoing.on("response", (incoming) => {
        buffer(incoming).then(
          (bytes) => resolve({ status: incoming.statusCode ?? 0, text: bytes.toString("latin1") }),
          reject,
        );
      });
      outgoing.end(body);
    });
  }
}

function rowsOf(where: string, measured: Overload): Row[] {
  const { queued, unloadedP99Ms, perSecond, sentPerSecond, keptPerSecond, acceptedMs, refusedMs, recoveryS } = measured;
  const boundMs = 2 * unloadedP99Ms + (queued * 1000) / keptPerSecond;
  const accepted = percentile(acceptedMs, 0.99);
  const kept = `${keptPerSecond.toFixed(0)}/s done`;
  const load = `${sentPerSecond.toFixed(0)}/s sent, ${perSecond.toFixed(0)}/s possible`;
  return [
    {
      what: `overload for 60 s, ${where}: p99 of accepted, of twice the unloaded p99 and the time in which full queues are worked off`,
      ours: show(accepted, "ms"),
      beside: `${show(boundMs, "ms")}; ${load}, ${kept}`,
      measured: spreadOf([accepted / boundMs]),
      unit: "ratio",
      bar: { kind: "at most", value: 1, judge: "median" },
    },
    {
      what: `overload for 60 s, ${where}: p99 of ${refusedMs.length} refusals`,
      ours: show(percentile(refusedMs, 0.99), "ms"),
      beside: load,
      measured: spreadOf([percentile(refusedMs, 0.99)]),
      unit: "ms",
      bar: { kind: "at most", value: REFUSED_BAR_MS, judge: "median" },
    },
    {
      what: `overload for 60 s, ${where}: time until answers are as before`,
      ours: show(recoveryS, "s"),
      beside: "",
      measured: spreadOf([recoveryS]),
      unit: "s",
      bar: { kind: "at most", value: RECOVERY_BAR_S, judge: "median" },
    },
  ];
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
