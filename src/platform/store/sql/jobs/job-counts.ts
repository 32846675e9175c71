import type { Sql } from "../sql.ts";

/* The number of jobs by state. */

interface Counts {
  readonly pending: number;
  readonly processing: number;
  readonly oldestPendingAt: number | null;
}

export const countJobs = async (sql: Sql): Promise<Counts> => ({
  pending: 0,
  processing: 0,
  oldestPendingAt: null,
  ...(await sql.get<Counts>(
    `SELECT (SELECT count(*) FROM jobs WHERE state = 'pending') AS pending,
       (SELECT count(*) FROM jobs WHERE state = 'processing') AS processing,
       (SELECT min(created_at) FROM jobs WHERE state = 'pending') AS "oldestPendingAt"`,
  )),
});
