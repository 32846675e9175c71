import { useState } from "react";
import type { Job } from "./follow-job.ts";

/** The jobs of a list that is read again and again: those that are shown, and how many newer ones wait. */
interface NewJobs {
  readonly shown: readonly Job[];
  readonly waiting: number;
  /** Shows those that wait as well. */
  showAll(): void;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Keeps jobs that came while a list is looked at out of it, until they are asked for: rows that push others down move what
 * somebody reads or is about to press. `jobs` is the list as it was read last, newest first, and undefined while another
 * list is read, of which all is shown then.
 */
export function useNewJobs(jobs: readonly Job[] | undefined): NewJobs {
  const [known, setKnown] = useState(NONE);
  const all = jobs ?? [];
  const first = all.findIndex(({ job_id: id }) => known.has(id));
  const showAll = (): void => setKnown(new Set(all.map(({ job_id: id }) => id)));
  if (first === -1 && (all.length > 0 || known.size > 0)) {
    showAll();
  }
  const waiting = Math.max(first, 0);
  return { shown: all.slice(waiting), waiting, showAll };
}
