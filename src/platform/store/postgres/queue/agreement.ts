import type { Sql } from "../../sql/sql.ts";
import { ENTRY_ID, QUEUE_SCHEMA } from "./queue-entries.ts";

/*
 * How the entries of the queue agree with the table of jobs: a pending job has one that waits (pg-boss's states `created` and
 * `retry`), a job in work has one that is `active`, one that has ended has none.
 */

/** The jobs that have not ended, by the indexes of the two states: the table keeps those that have for a month. */
const UNFINISHED = ["pending", "processing"]
  .map(
    (state) =>
      `SELECT ${ENTRY_ID} AS entry_id, id, number, class, account_id, state FROM jobs WHERE state = '${state}'`,
  )
  .join(" UNION ALL ");

/** Returns the differences, in words, as `Store.audit` does. */
export const auditQueue = async (sql: Sql): Promise<readonly string[]> =>
  (
    await sql.all<{ readonly difference: string }>(
      `SELECT 'job ' || coalesce(unfinished.id, entry.data ->> 'jobId', 'without an id') || ' is ' ||
         coalesce(unfinished.state, 'not pending or in work') || ', its entry in the queue ' ||
         coalesce(entry.name || ' is ' || entry.state, 'is missing') AS difference
       FROM (${UNFINISHED}) AS unfinished
         FULL JOIN ${QUEUE_SCHEMA}.job AS entry ON entry.name = unfinished.class AND entry.id = unfinished.entry_id
       WHERE entry.id IS NULL OR unfinished.id IS NULL OR entry.group_id <> unfinished.account_id
         OR entry.state NOT IN ('created', 'retry', 'active')
         OR (entry.state = 'active') <> (unfinished.state = 'processing')`,
    )
  ).map(({ difference }) => difference);

/**
 * Adds the entries of jobs that have none, as pg-boss's own `send` does, in the order in which the jobs were submitted and
 * before all that are added by `send`.
 */
export const ADD_MISSING = `
  INSERT INTO ${QUEUE_SCHEMA}.job (id, name, data, group_id, state, created_on, started_on, expire_seconds,
    deletion_seconds, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy)
  SELECT unfinished.entry_id, queue.name, jsonb_build_object('jobId', unfinished.id), unfinished.account_id,
    CAST(CASE unfinished.state WHEN 'processing' THEN 'active' ELSE 'created' END AS ${QUEUE_SCHEMA}.job_state),
    now() - interval '1 hour' + row_number() OVER (ORDER BY unfinished.number) * interval '1 microsecond',
    CASE unfinished.state WHEN 'processing' THEN now() END,
    queue.expire_seconds, queue.deletion_seconds, now() + queue.retention_seconds * interval '1 second',
    queue.retry_limit, queue.retry_delay, queue.retry_backoff, queue.retry_delay_max, queue.policy
  FROM (${UNFINISHED}) AS unfinished JOIN ${QUEUE_SCHEMA}.queue ON queue.name = unfinished.class
  WHERE NOT EXISTS (SELECT 1 FROM ${QUEUE_SCHEMA}.job WHERE job.name = unfinished.class AND job.id = unfinished.entry_id)`;

/**
 * Makes the entries agree with the table of jobs, which is the record. They differ where nodes of a release work that had no
 * entries yet, and where the data was copied or restored without them.
 */
export async function reconcileQueue(sql: Sql): Promise<void> {
  await sql.run(ADD_MISSING);
  await sql.run(
    `DELETE FROM ${QUEUE_SCHEMA}.job AS entry WHERE NOT EXISTS (
       SELECT 1 FROM (${UNFINISHED}) AS unfinished
       WHERE unfinished.class = entry.name AND unfinished.entry_id = entry.id)`,
  );
  await sql.run(
    `UPDATE ${QUEUE_SCHEMA}.job AS entry
     SET state = CAST(CASE unfinished.state WHEN 'processing' THEN 'active' ELSE 'retry' END AS ${QUEUE_SCHEMA}.job_state),
       started_on = now(), completed_on = NULL
     FROM (${UNFINISHED}) AS unfinished
     WHERE unfinished.class = entry.name AND unfinished.entry_id = entry.id
       AND ((entry.state = 'active') <> (unfinished.state = 'processing') OR entry.state > 'active')`,
  );
}
