import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Submission } from "./jobs.ts";
import { type JobBench, openBench, reach, type Work } from "./testing/job-bench.ts";

const tells: Work = (_files, { isTest }) => Promise.resolve({ result: { kind: "json", value: { isTest } } });

async function submissionWith(bench: JobBench, mode: "live" | "test"): Promise<Submission> {
  const submission = await bench.submission({ credits: 0 });
  const { caller } = submission;
  return { ...submission, caller: { ...caller, key: { ...caller.key, mode } } };
}

test.for(["live", "test"] as const)("a job knows whether it was a %s key's, in whichever process", async (mode) => {
  const bench = await openBench();
  const { job } = await bench.service(tells).submit(await submissionWith(bench, mode));
  const later = bench.service(tells);
  await later.start();
  const { answer } = await reach(later, job.id, "complete");
  expect(answer?.body).toEqual({ kind: "json", value: { isTest: mode === "test" } });
});

test("a request that was kept before there was a difference is not a test key's", async () => {
  const bench = await openBench();
  const service = bench.service(tells);
  const { job } = await service.submit(await submissionWith(bench, "test"));
  const path = bench.pathOf(`jobs/${job.id}.request.json`);
  const { isTest, ...old } = JSON.parse(await readFile(path, "utf8"));
  expect(isTest).toBe(true);
  await writeFile(path, JSON.stringify(old));
  await service.start();
  const { answer } = await reach(service, job.id, "complete");
  expect(answer?.body).toEqual({ kind: "json", value: { isTest: false } });
});
