import type { WorkClass } from "../../../../kernel/work-class.ts";
import { type JobCounts, type JobStore, PACE_MS, type Pace } from "../../job-store.ts";
import type { Sql } from "../sql.ts";

/* The number of jobs by state and class, and how many end. */

interface CountRow {
  readonly workClass: WorkClass;
  readonly state: "pending" | "processing";
  readonly jobs: number;
  readonly oldestAt: number;
}

/** Returns the statement that counts the jobs of a state, for which there is an index. */
const countOf = (state: CountRow["state"]): string =>
  `SELECT class AS "workClass", '${state}' AS state, count(*) AS jobs, min(created_at) AS "oldestAt"
   FROM jobs WHERE state = '${state}' GROUP BY class`;

const COUNTS = `${countOf("pending")} UNION ALL ${countOf("processing")}`;

export async function countJobs(sql: Sql): ReturnType<JobStore["counts"]> {
  const rows = await sql.all<CountRow>(COUNTS);
  const classes = [...new Set(rows.map(({ workClass }) => workClass))].toSorted();
  return {
    ...totalOf(rows),
    classes: classes.map((workClass) => ({
      workClass,
      ...totalOf(rows.filter((row) => row.workClass === workClass)),
    })),
  };
}

/** Returns how many jobs of a class ended while others waited, as `JobStore.pace` says. */
export async function paceOf(
  sql: Sql,
  { workClass, now }: { readonly workClass: WorkClass; readonly now: number },
): Promise<Pace> {
  const waiting = await sql.get<{ readonly since: number | null }>(
    "SELECT min(created_at) AS since FROM jobs WHERE state = 'pending' AND class = $workClass",
    { workClass },
  );
  const since = Math.min(now, Math.max(now - PACE_MS, waiting?.since ?? 0));
  const ends = await sql.get<{ readonly ended: number }>(
    "SELECT count(*) AS ended FROM jobs WHERE completed_at > $since AND class = $workClass",
    { since, workClass },
  );
  return { ended: ends?.ended ?? 0, withinMs: now - since };
}

function totalOf(rows: readonly CountRow[]): JobCounts {
  const jobs = (state: CountRow["state"]): number =>
    rows.filter((row) => row.state === state).reduce((sum, row) => sum + row.jobs, 0);
  const waiting = rows.filter(({ state }) => state === "pending").map(({ oldestAt }) => oldestAt);
  return {
    pending: jobs("pending"),
    processing: jobs("processing"),
    oldestPendingAt: waiting.length === 0 ? null : Math.min(...waiting),
  };
}
