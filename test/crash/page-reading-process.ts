/*
 * Works on the jobs that exist until one of them has ended, or until a point in the processing of a page, at which it
 * kills itself with SIGKILL. Usage: node test/crash/page-reading-process.ts DIRECTORY JOB [PagePoint as JSON]
 */
import { isDeepStrictEqual } from "node:util";
import { openPageReading, type PagePoint } from "./page-reading.ts";

const [directory = "", jobId = "", argument] = process.argv.slice(2);
const end = argument === undefined ? undefined : (JSON.parse(argument) as PagePoint);

await using reading = await openPageReading(directory, (point) => {
  if (isDeepStrictEqual(point, end)) {
    process.kill(process.pid, "SIGKILL");
  }
});
const { jobs } = reading;
await jobs.start();
const signal = new AbortController().signal;
for (let job = await jobs.find(jobId); job?.completedAt === null; ) {
  job = await jobs.waitForChange(jobId, { after: job.sequence, maxMs: 10_000, signal });
}
