/*
 * Does the work of a request for one page (inspect, render) with the engine processes alone, without HTTP, as many in
 * parallel as there would be clients. Usage: pool-driver.ts <pdf> <clients> <items per client>; prints `ready`, then,
 * for each line on standard input, the milliseconds that all items took. Ends with its input.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Engines } from "../../src/engines/engines.ts";
import { TimeBudget } from "../../src/kernel/timing/work.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { createEngines } from "../../src/running-engines.ts";
import { BENCH_SETTINGS } from "../measuring/service.ts";

const [input, clients, itemsPerClient] = process.argv.slice(2);
if (input === undefined || clients === undefined || itemsPerClient === undefined) {
  throw new Error("Usage: pool-driver.ts <pdf> <clients> <items per client>");
}
const directory = await mkdtemp(join(tmpdir(), "quire-bench-pool-"));
const config = readConfig({ ...BENCH_SETTINGS, QUIRE_DATA_DIR: directory });
{
  await using pool = await createEngines(config);
  console.log("ready");
  for await (const _ of createInterface({ input: process.stdin })) {
    const startedMs = performance.now();
    await Promise.all(Array.from({ length: Number(clients) }, () => work(pool.engines, input, Number(itemsPerClient))));
    console.log(performance.now() - startedMs);
  }
}
await rm(directory, { recursive: true, force: true });

async function work({ facts, rasterizer }: Engines, pdf: string, items: number): Promise<void> {
  for (let item = 0; item < items; item += 1) {
    const budget = { signal: new AbortController().signal, engineTime: new TimeBudget(config.QUIRE_ENGINE_TIMEOUT_MS) };
    const outputDirectory = await mkdtemp(join(directory, "item-"));
    await facts.inspect({ input: pdf, ...budget });
    const images = rasterizer.render({
      input: pdf,
      pages: [1],
      size: { kind: "resolution", dpi: 150 },
      encoding: { format: "png", quality: 85, transparent: false },
      maxPixels: config.QUIRE_MAX_IMAGE_PIXELS,
      outputDirectory,
      ...budget,
    });
    await Array.fromAsync(images);
    await rm(outputDirectory, { recursive: true });
  }
}
