import type { WorkClass } from "../../../kernel/work-class.ts";
import { IN_WORK, type JobQueue, WAITING_ACCOUNTS } from "../sql/jobs/job-queue.ts";
import type { Sql } from "../sql/sql.ts";

const NEXT = `${WAITING_ACCOUNTS}
  SELECT (SELECT id FROM jobs WHERE number = oldest) AS id FROM (
    SELECT
      (SELECT min(number) FROM jobs
       WHERE state = 'pending' AND class = $workClass AND account_id = waiting.account_id) AS oldest,
      ${IN_WORK} AS in_work
    FROM waiting WHERE waiting.account_id IS NOT NULL
  ) AS candidates ORDER BY in_work, oldest LIMIT 1`;

const nothing = (): Promise<void> => Promise.resolve();

/** Returns the queue of a file that one process works with: the table of jobs itself, in the order of its numbers. */
export const sqliteJobQueue = (sql: Sql): JobQueue => ({
  async take(workClass: WorkClass) {
    return (await sql.get<{ readonly id: string }>(NEXT, { workClass }))?.id;
  },
  enqueue: nothing,
  giveBack: nothing,
  remove: nothing,
  reconcile: async () => {},
});
