import { assert } from "../../../../kernel/assert.ts";
import { WORK_CLASSES } from "../../../../kernel/work-class.ts";
import { ADD_MISSING } from "./agreement.ts";
import { QUEUE_SCHEMA } from "./queue-entries.ts";

/**
 * What each queue is made with. Nothing of pg-boss ends a job or the claim of one: it is tried as often as the record says,
 * and claimed until the lease of its process has ended. Its expiry and its retention, which only its own supervision would
 * act on, are as long as it takes them: a day, and ten years.
 */
const OPTIONS = {
  policy: "standard",
  retryLimit: 1_000_000_000,
  expireInSeconds: 86_400,
  retentionSeconds: 315_360_000,
  deleteAfterSeconds: 0,
};

/**
 * Returns the statements that make pg-boss's tables, with a queue for each class of work and the jobs that have not ended in
 * them. They are those of the version that is installed, which works with no others. One whose tables differ (a test tells)
 * comes with a migration that runs `getMigrationPlans` where `version` in pg-boss's schema is older, and needs an
 * `oldestProgram` of its own.
 */
export async function queueSchema(): Promise<string> {
  const { getConstructionPlans } = await import("pg-boss");
  const queues = WORK_CLASSES.map(
    (workClass) => `SELECT ${QUEUE_SCHEMA}.create_queue('${workClass}', '${JSON.stringify(OPTIONS)}'::jsonb);`,
  );
  return [withoutTransaction(getConstructionPlans(QUEUE_SCHEMA)), ...queues, ADD_MISSING].join("\n");
}

/** Returns statements without the transaction around them: a migration is part of one already. */
function withoutTransaction(statements: string): string {
  const [, inner] = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(statements) ?? [];
  assert(inner !== undefined, "pg-boss makes its tables in one transaction");
  return inner;
}
