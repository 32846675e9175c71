import { Client, multipartBody } from "./client.ts";
import { median, type Row, show, spreadOf } from "./report.ts";
import { inTurn } from "./rounds.ts";
import { startBenchService } from "./service.ts";

const REQUESTS = 40;

export interface WholeCall {
  readonly what: string;
  readonly path: string;
  readonly file: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly barMs: number;
}

/** Measures the median time of a request until its last byte, one request after the other, on a separate service. */
export async function wholeCallRow(rounds: number, { what, path, file, fields = {}, barMs }: WholeCall): Promise<Row> {
  const body = await multipartBody({ path, file, fields });
  await using service = await startBenchService();
  using client = new Client(service);
  const { ours } = await inTurn(rounds, {
    ours: async () => {
      const times: number[] = [];
      for (let request = 0; request < REQUESTS; request += 1) {
        times.push((await client.post(path, body)).elapsedMs);
      }
      return median(times);
    },
  });
  return {
    what,
    ours: show(median(ours), "ms"),
    beside: "",
    measured: spreadOf(ours),
    unit: "ms",
    bar: { kind: "at most", value: barMs, judge: "median" },
  };
}
