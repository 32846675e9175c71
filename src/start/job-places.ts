import { availableParallelism } from "node:os";
import type { WorkClass } from "../kernel/work-class.ts";
import type { Config } from "../platform/config/config.ts";
import { ocrWorkers, pdfWorkers } from "../platform/config/process-users.ts";

/** A job also waits for the disk and for other engines: so many for each process that does its work. */
const JOBS_PER_PROCESS = 4;

/**
 * Returns how many jobs of each of the classes are worked on at the same time. Each class has places of its own: were they
 * shared, long documents of one would take all of them.
 */
export function jobPlaces(config: Config, classes: readonly WorkClass[]): Readonly<Partial<Record<WorkClass, number>>> {
  const processes = processesOf(config);
  const placesOf = (workClass: WorkClass): number =>
    config.QUIRE_JOB_CONCURRENCY || JOBS_PER_PROCESS * processes[workClass];
  return Object.fromEntries(classes.map((each) => [each, placesOf(each)]));
}

/**
 * Returns the number of jobs of each class from which a node does no pages of others' jobs. A job that reads text keeps all
 * processes of its node busy by itself; one that draws pages keeps one.
 */
export const helpPlaces = (config: Config): Readonly<Partial<Record<WorkClass, number>>> => ({
  pdf: pdfWorkers(config),
  ocr: 1,
});

/** Returns how many requests of other nodes are done at the same time, of each of the classes. */
export function requestPlaces(
  config: Config,
  classes: readonly WorkClass[],
): Readonly<Partial<Record<WorkClass, number>>> {
  const processes = processesOf(config);
  return Object.fromEntries(classes.map((each) => [each, JOBS_PER_PROCESS * processes[each]]));
}

const processesOf = (config: Config): Readonly<Record<WorkClass, number>> => ({
  pdf: pdfWorkers(config),
  ocr: ocrWorkers(config),
  browser: config.QUIRE_CHROMIUM_PAGES || availableParallelism(),
});
