import { shownDuration, shownNumber } from "../design/shown.ts";
import type { Job } from "./follow-job.ts";

/** Returns how far a job is, such as `3 of 12`; a dash while the number of its pages is not known. */
export const shownPages = ({ progress: { pages_done: done, pages_total: total } }: Job): string =>
  total === 0 ? "–" : done === total ? shownNumber(total) : `${shownNumber(done)} of ${shownNumber(total)}`;

/** Returns what a job has cost, or what is held for it while it has not ended. */
export const shownCredits = ({ credits: { held, charged } }: Job): string =>
  held > 0 ? `${shownNumber(held)} held` : shownNumber(charged);

/** Returns how long the work took; a dash before its end. */
export const shownWork = (job: Job): string => (workMs(job) === undefined ? "–" : shownDuration(workMs(job) ?? 0));

/** Returns the milliseconds from the beginning of the work to its end; undefined where there was none, or is no end. */
export const workMs = ({ started_at: started, completed_at: completed }: Job): number | undefined =>
  started === null || completed === null ? undefined : Math.max(0, Date.parse(completed) - Date.parse(started));
