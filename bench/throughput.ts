import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client, multipartBody } from "./client.ts";
import { median, type Row, spreadOf } from "./report.ts";
import { inTurn } from "./rounds.ts";
import { foreignEnvironment, startBenchService } from "./service.ts";

const CLIENTS = 50;
const REQUESTS_PER_CLIENT = 6;

/** One page of the paper for many clients at once, beside the same work given to the engine processes without HTTP. */
export async function throughputRows(run: { paper: string; rounds: number }): Promise<Row[]> {
  await using service = await startBenchService();
  await using pool = await startPoolDriver(run.paper);
  const path = "/api/v1/convert/pdf-to-image";
  const body = await multipartBody({ path, file: run.paper, fields: { page_number: "1", dpi: "150" } });
  const clients = Array.from({ length: CLIENTS }, () => new Client(service));
  const perSecond = (elapsedMs: number) => (CLIENTS * REQUESTS_PER_CLIENT * 1000) / elapsedMs;
  const rates = await inTurn(run.rounds, {
    http: async () => perSecond(await timeClients(clients, (client) => client.post(path, body))),
    pool: async () => perSecond(await pool.run()),
  });
  for (const client of clients) {
    client[Symbol.dispose]();
  }
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

async function timeClients(clients: readonly Client[], send: (client: Client) => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let request = 0; request < REQUESTS_PER_CLIENT; request += 1) {
        await send(client);
      }
    }),
  );
  return performance.now() - startedMs;
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
