import type { PgBoss } from "pg-boss";
import { assert } from "../../../../kernel/assert.ts";
import type { WorkClass } from "../../../../kernel/work-class.ts";
import { StartFailure } from "../../../start-failure.ts";
import { IN_WORK, type JobQueue, type QueuedJob, WAITING_ACCOUNTS } from "../../sql/jobs/job-queue.ts";
import type { PostgresSql } from "../connections.ts";
import { isTrouble } from "../postgres-failure.ts";
import { reconcileQueue } from "./agreement.ts";
import { entryId, QUEUE_SCHEMA } from "./queue-entries.ts";

/** The queues of jobs in a database. */
export interface PostgresJobQueues {
  /** Returns the queue of jobs as part of the transaction of a connection. */
  within(sql: PostgresSql): JobQueue;
  close(): Promise<void>;
}

/**
 * Opens pg-boss's queues, one for each class of work. It is given the connection of each transaction, so that an entry and the
 * row of its job change together or not at all. Its own workers and its supervision do not run: the service claims a job when
 * it has a place, ends claims by leases, and removes the entry of a job that has ended at once, so that none is left to
 * expire or to be kept for a time.
 * @throws StartFailure when the tables of the queues are missing or of another version
 */
export async function openJobQueues(queries: PostgresSql): Promise<PostgresJobQueues> {
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({
    db: queries,
    schema: QUEUE_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
    queueCacheIntervalSeconds: DAY_SECONDS,
  });
  // Reported when it could not read again what its queues are made with, which does not change.
  boss.on("error", () => {});
  const close = (): Promise<void> => boss.stop({ graceful: false });
  try {
    await boss.start();
  } catch (error) {
    await close();
    throw isTrouble(error) ? error : unusable(error);
  }
  return { within: (sql) => jobQueueOf(boss, sql), close };
}

const DAY_SECONDS = 86_400;

const unusable = (error: unknown): StartFailure =>
  new StartFailure(
    `The queues of the database cannot be used: ${error instanceof Error ? error.message : String(error)}. Their tables ` +
      `are in the schema ${QUEUE_SCHEMA}, which a copy of the database has to include.`,
    { cause: error },
  );

function jobQueueOf(boss: PgBoss, sql: PostgresSql): JobQueue {
  const within = { db: sql };
  return {
    async enqueue({ id, workClass, accountId }) {
      const added = await boss.send(workClass, { jobId: id }, { ...within, id: entryId(id), group: { id: accountId } });
      assert(added !== null, `job ${id} is not in the queue yet`);
    },
    async take(workClass) {
      // Mostly there is an account that has nothing in work.
      return (await fetch(boss, sql, { workClass, inWork: 0 })) ?? (await takeInTurn(boss, sql, workClass));
    },
    giveBack: (jobs) =>
      // A failed attempt is tried again, in the order of the job's age.
      ofEachClass(jobs, async (workClass, ids) => void (await boss.fail(workClass, ids, undefined, within))),
    remove: (jobs) => ofEachClass(jobs, async (workClass, ids) => void (await boss.deleteJob(workClass, ids, within))),
    reconcile: () => reconcileQueue(sql),
  };
}

/** Takes a job of the account with the fewest in work, where all that wait have some. */
async function takeInTurn(boss: PgBoss, sql: PostgresSql, workClass: WorkClass): Promise<string | undefined> {
  const numbers = await sql.all<{ readonly inWork: number }>(
    `${WAITING_ACCOUNTS}
     SELECT DISTINCT ${IN_WORK} AS "inWork" FROM waiting WHERE waiting.account_id IS NOT NULL ORDER BY 1`,
    { workClass },
  );
  for (const { inWork } of numbers) {
    // The first finds one, unless the entry is being removed at this moment.
    // oxlint-disable-next-line eslint/no-await-in-loop
    const id = await fetch(boss, sql, { workClass, inWork });
    if (id !== undefined) {
      return id;
    }
  }
  return undefined;
}

/** Takes the oldest job of the accounts that have at most `inWork` of the class in work. */
async function fetch(
  boss: PgBoss,
  sql: PostgresSql,
  { workClass, inWork }: { readonly workClass: WorkClass; readonly inWork: number },
): Promise<string | undefined> {
  // The times at which entries may start are not looked at: that of a transaction which began later may be in the future.
  const options = { db: sql, groupConcurrency: inWork + 1, ignoreStartAfter: true };
  const [entry] = await boss.fetch<{ readonly jobId: string }>(workClass, options);
  return entry?.data.jobId;
}

async function ofEachClass(
  jobs: readonly QueuedJob[],
  run: (workClass: WorkClass, entries: string[]) => Promise<void>,
): Promise<void> {
  for (const [workClass, ofClass] of Map.groupBy(jobs, (job) => job.workClass)) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    await run(
      workClass,
      ofClass.map(({ id }) => entryId(id)),
    );
  }
}
