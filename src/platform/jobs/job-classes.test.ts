import { expect, test } from "vitest";
import type { WorkClass } from "../../kernel/work-class.ts";
import { openBench, operationOf, reach, untilAborted, type Work, writesFile } from "./testing/job-bench.ts";

/* Classes of jobs: each has its own places, and a process leaves those that are not its own to others. */

const ofClass = (workClass: WorkClass, name: string, work: Work) => ({ ...operationOf(work), name, workClass });

const endless: Work = (_files, context) => untilAborted(context);

test("slow jobs of one class, however many, keep those of another waiting for nothing", async () => {
  const bench = await openBench();
  const operations = [ofClass("ocr", "slow", endless), ofClass("pdf", "quick", writesFile())];
  const service = bench.service(writesFile(), { operations, places: { pdf: 1, ocr: 1, browser: 1 } });
  await service.start();
  const slow = [];
  for (let count = 0; count < 5; count += 1) {
    slow.push((await service.submit(await bench.submission({ operation: "slow" }))).job.id);
  }
  await reach(service, slow[0] ?? "", "processing");
  for (let count = 0; count < 3; count += 1) {
    const { job } = await service.submit(await bench.submission({ operation: "quick" }));
    await reach(service, job.id, "complete");
  }
  const states = await Promise.all(slow.map(async (id) => (await service.find(id))?.state));
  expect(states).toEqual(["processing", "pending", "pending", "pending", "pending"]);
});

test("jobs of classes that a process has no places for wait for one that has", async () => {
  const bench = await openBench();
  const operations = [ofClass("ocr", "reads", writesFile()), ofClass("browser", "prints", writesFile())];
  const printing = bench.service(writesFile(), { operations, places: { browser: 1 } });
  await printing.start();
  const { job: read } = await printing.submit(await bench.submission({ operation: "reads" }));
  const { job: printed } = await printing.submit(await bench.submission({ operation: "prints" }));
  await reach(printing, printed.id, "complete");
  expect(await printing.find(read.id)).toMatchObject({ state: "pending", attempts: 0 });
  const reading = bench.service(writesFile(), { operations, places: { ocr: 1 } });
  await reading.start();
  await reach(reading, read.id, "complete");
  // A store that tells nothing of what others do, as behind a pooler of transactions: it looks from time to time.
  const { job: next } = await printing.submit(await bench.submission({ operation: "reads" }));
  await reach(reading, next.id, "complete");
});

test("a run whose job was taken over is stopped, and keeps nothing; the same process may take the job up again", async () => {
  const bench = await openBench();
  const begun: AbortSignal[] = [];
  const service = bench.service((files, context, parameters) => {
    begun.push(context.signal);
    return begun.length === 1 ? untilAborted(context) : writesFile()(files, context, parameters);
  });
  await service.start();
  const { job } = await service.submit(await bench.submission());
  await expect.poll(() => begun.length).toBe(1);
  // Its lease has ended, and another process has found that out.
  await bench.store.recover({ instance: "inst_other", isAlone: true, maxAttempts: 3, now: bench.clock.now });
  expect(await reach(service, job.id, "complete")).toMatchObject({ attempts: 2, charged: 5 });
  expect(begun.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(await bench.names("results")).toHaveLength(1);
  expect(await bench.balance()).toEqual({ balance: 95, held: 0 });
});
