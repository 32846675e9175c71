import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CONTENT_TYPE, multipartBody } from "../measuring/client.ts";
import { median, type Row, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import { type BenchService, foreignEnvironment, startBenchService } from "../measuring/service.ts";

const CLIENTS = 50;
const REQUESTS_PER_CLIENT = 6;
const LOAD_SECONDS = 5;

/**
 * Measures one page of the paper for many clients in parallel, compared with the same work given to the engine
 * processes without HTTP.
 */
export async function throughputRows(run: { paper: string; rounds: number }): Promise<Row[]> {
  await using service = await startBenchService();
  await using pool = await startPoolDriver(run.paper);
  const path = "/api/v1/convert/pdf-to-image";
  const body = await multipartBody({ path, file: run.paper, fields: { page_number: "1", dpi: "150" } });
  const directory = await mkdtemp(join(tmpdir(), "quire-load-"));
  const bodyFile = join(directory, "body");
  await writeFile(bodyFile, body);
  const rates = await inTurn(run.rounds, {
    http: () => requestsPerSecond(service, path, bodyFile),
    pool: async () => (CLIENTS * REQUESTS_PER_CLIENT * 1000) / (await pool.run()),
  });
  await rm(directory, { recursive: true });
  return [
    {
      what: `${CLIENTS} clients, a page at 150 dpi each time, beside the pool without HTTP`,
      ours: `${median(rates.http).toFixed(1)}/s`,
      beside: `${median(rates.pool).toFixed(1)}/s`,
      measured: spreadOf(rates.http.map((rate, round) => rate / (rates.pool[round] ?? Number.NaN))),
      unit: "ratio",
      bar: { kind: "at least", value: 0.8, judge: "median" },
    },
  ];
}

/**
 * Posts `body` from `CLIENTS` connections for a while and returns the answers per second. The clients are wrk, which
 * costs a fraction of what clients in Node do: they share the cores with the service. An answer that is no success ends
 * the bench.
 */
async function requestsPerSecond({ port, key }: BenchService, path: string, bodyFile: string): Promise<number> {
  const script = fileURLToPath(new URL("post.lua", import.meta.url));
  const load = ["-t1", `-c${CLIENTS}`, `-d${LOAD_SECONDS}s`, "--timeout", "30s", "-s", script];
  const url = `http://127.0.0.1:${port}${path}`;
  const { stdout } = await promisify(execFile)("wrk", [...load, url, "--", bodyFile, CONTENT_TYPE, key]);
  const [requests = 0, elapsedUs = 0, refused, broken] = (/^load (.*)$/m.exec(stdout)?.[1] ?? "")
    .split(" ")
    .map(Number);
  if (requests === 0 || refused !== 0 || broken !== 0) {
    throw new Error(`Of ${requests} requests ${refused} were refused and ${broken} connections broke.`);
  }
  return (requests * 1_000_000) / elapsedUs;
}

async function startPoolDriver(paper: string): Promise<AsyncDisposable & { run(): Promise<number> }> {
  const program = fileURLToPath(new URL("pool-driver.ts", import.meta.url));
  const parameters = [program, paper, String(CLIENTS), String(REQUESTS_PER_CLIENT)];
  const child = spawn(process.execPath, parameters, { env: foreignEnvironment(), stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const line = await lines.next();
    if (line.done === true) {
      throw new Error("The driver of the pool has ended.");
    }
    return line.value;
  };
  if ((await nextLine()) !== "ready") {
    throw new Error("The driver of the pool is not ready.");
  }
  return {
    async run() {
      child.stdin.write("run\n");
      return Number(await nextLine());
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}
