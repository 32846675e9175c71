import { Agent, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { writeTinyDocument } from "../documents/documents.ts";
import { CONTENT_TYPE, multipartBody } from "../measuring/client.ts";
import { median, type Row, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import { type BenchService, startBenchService } from "../measuring/service.ts";

const JOBS = 1000;
const CONNECTIONS = 16;
const BAR_PER_SECOND = 100;
const RENDERING = "/api/v1/convert/pdf-to-image";
const PAGE = 100;

/**
 * Measures small jobs by the thousand: from the first submission to the end of the last one, with holds and charges.
 */
export async function jobRows(run: { directory: string; rounds: number }): Promise<Row[]> {
  const tiny = join(run.directory, "tiny.pdf");
  await writeTinyDocument(tiny);
  const body = await multipartBody({ path: RENDERING, file: tiny, fields: { dpi: "72" } });
  await using service = await startBenchService();
  using connections = new Connections(service);
  const { batch } = await inTurn(run.rounds, { batch: () => runBatch(connections, body) });
  return [
    {
      what: `${JOBS} small jobs (a line at 72 dpi) from ${CONNECTIONS} connections, first submission to last settled`,
      ours: `${median(batch.map(({ perSecond }) => perSecond)).toFixed(0)}/s`,
      beside: `${median(batch.map(({ submittedPerSecond }) => submittedPerSecond)).toFixed(0)}/s submitted`,
      measured: spreadOf(batch.map(({ perSecond }) => perSecond)),
      unit: "per second",
      bar: { kind: "at least", value: BAR_PER_SECOND, judge: "median" },
    },
  ];
}

interface Batch {
  readonly perSecond: number;
  readonly submittedPerSecond: number;
}

async function runBatch(connections: Connections, body: Buffer): Promise<Batch> {
  const before = await connections.balance();
  const startedMs = Date.now();
  const ids: string[] = [];
  let toSend = JOBS;
  const submitting = Array.from({ length: CONNECTIONS }, async () => {
    while (toSend > 0) {
      toSend -= 1;
      const { job_id } = await connections.ask<{ job_id: string }>("POST", `${RENDERING}?async=true`, 202, body);
      ids.push(job_id);
    }
  });
  await Promise.all(submitting);
  const submittedMs = Date.now();
  // They end about in the order of their submission: when the last one has ended, the others have, or nearly.
  await connections.untilFinal(ids.at(-1) ?? "");
  const jobs = await connections.jobs(ids);
  const charged = jobs.reduce((sum, { credits }) => sum + credits.charged, 0);
  const { available: after } = await connections.balance();
  if (charged !== JOBS || before.available - after !== charged) {
    throw new Error(
      `${JOBS} jobs of one credit were charged ${charged}; the balance went from ${before.available} to ${after}.`,
    );
  }
  const lastMs = Math.max(...jobs.map(({ completed_at }) => Date.parse(completed_at)));
  return {
    perSecond: (JOBS * 1000) / (lastMs - startedMs),
    submittedPerSecond: (JOBS * 1000) / (submittedMs - startedMs),
  };
}

interface EndedJob {
  readonly job_id: string;
  readonly status: string;
  readonly completed_at: string;
  readonly credits: { readonly charged: number };
}

/**
 * Connections to the service that are kept open. Every answer must have the status asked for; any other ends the bench.
 */
class Connections implements Disposable {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  readonly #service: BenchService;

  constructor(service: BenchService) {
    this.#service = service;
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  /** Returns what the account can spend; nothing may be held any more once nothing is in work. */
  async balance(): Promise<{ available: number }> {
    const { headers } = await this.#exchange("GET", "/api/v1/account", 200);
    return { available: Number(headers["x-credits-remaining"]) };
  }

  /** Waits until the job has ended and returns it; it must have succeeded. */
  async untilFinal(id: string): Promise<EndedJob> {
    for (;;) {
      const job = await this.ask<EndedJob>("GET", `/api/v1/jobs/${id}?wait=30`, 200);
      if (job.status === "complete") {
        return job;
      }
      if (job.status !== "pending" && job.status !== "processing") {
        throw new Error(`${id} is ${job.status}.`);
      }
    }
  }

  async jobs(ids: readonly string[]): Promise<EndedJob[]> {
    const wanted = new Set(ids);
    const found: EndedJob[] = [];
    let cursor: string | null = null;
    while (found.length < ids.length) {
      const next: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page: { items: EndedJob[]; next_cursor: string | null } = await this.ask(
        "GET",
        `/api/v1/jobs?limit=${PAGE}${next}`,
        200,
      );
      for (const job of page.items.filter(({ job_id }) => wanted.has(job_id))) {
        found.push(job.status === "complete" ? job : await this.untilFinal(job.job_id));
      }
      cursor = page.next_cursor;
      if (cursor === null && found.length < ids.length) {
        throw new Error(`Of ${ids.length} jobs ${found.length} are listed.`);
      }
    }
    return found;
  }

  async ask<T>(method: string, path: string, status: number, body?: Buffer): Promise<T> {
    return JSON.parse((await this.#exchange(method, path, status, body)).body) as T;
  }

  #exchange(method: string, path: string, status: number, body?: Buffer) {
    const headers = {
      "X-API-Key": this.#service.key,
      ...(body !== undefined && { "Content-Type": CONTENT_TYPE, "Content-Length": body.length }),
    };
    const sent = request({ agent: this.#agent, host: "127.0.0.1", port: this.#service.port, method, path, headers });
    return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
      sent.on("error", (error) => reject(new Error(`${method} ${path} was not answered.`, { cause: error })));
      sent.on("response", (answer) => {
        buffer(answer).then((bytes) => {
          const text = bytes.toString("utf8");
          if (answer.statusCode === status) {
            resolve({ headers: answer.headers, body: text });
          } else {
            reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 500)}`));
          }
        }, reject);
      });
      sent.end(body);
    });
  }
}
