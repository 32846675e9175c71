import type { WorkClass } from "../../../../kernel/work-class.ts";
import type { ClaimedPart, JobPartStore, PartClaim, PartProgress } from "../../job-part-store.ts";
import type { Claim } from "../../job-store.ts";
import type { Store } from "../../store.ts";
import { hasRoomFor } from "../accounts/stored-bytes.ts";
import { IS_LEFT } from "../leases.ts";
import { fromJson, type Sql } from "../sql.ts";
import { existingJob } from "./jobs.ts";

/* Parts of jobs. A trigger of the schema removes those of a job that is no longer in work. */

type Input<Method extends keyof JobPartStore> = Parameters<JobPartStore[Method]>[0];
type Output<Method extends keyof JobPartStore> = Awaited<ReturnType<JobPartStore[Method]>>;

export async function offerParts(
  sql: Sql,
  { workClass, parts, now, ...claim }: Input<"offer">,
): Promise<Output<"offer">> {
  const job = await sql.get<{ readonly accountId: string }>(
    `SELECT account_id AS "accountId" FROM jobs WHERE ${IS_JOB_CLAIMED}`,
    jobValues(claim),
  );
  if (job === undefined) {
    return false;
  }
  await sql.run("DELETE FROM job_parts WHERE job_id = $jobId", { jobId: claim.jobId });
  for (const [number, { id, pages }] of parts.entries()) {
    await sql.run(
      `INSERT INTO job_parts (id, job_id, number, class, account_id, pages, touched_at)
       VALUES ($id, $jobId, $number, $workClass, $accountId, $pages, $now)`,
      { id, jobId: claim.jobId, number, workClass, accountId: job.accountId, pages: JSON.stringify(pages), now },
    );
  }
  return true;
}

export async function takePart(sql: Sql, { silentSince, now, ...claim }: Input<"take">): Promise<Output<"take">> {
  const taken = await sql.get<PartRow>(
    `UPDATE job_parts SET state = 'claimed', instance = $instance, claim = claim + 1, pages_done = 0, credits = 0,
       credit_pages = 0, bytes = 0, touched_at = $now
     WHERE id = (
       SELECT id FROM job_parts
       WHERE job_id = $jobId
         AND (state = 'offered' OR (state = 'claimed' AND instance <> $instance AND touched_at < $silentSince))
       ORDER BY CASE WHEN state = 'offered' THEN 0 ELSE 1 END, number LIMIT 1
     ) AND EXISTS (SELECT 1 FROM jobs WHERE ${IS_JOB_CLAIMED})
     RETURNING ${PART}`,
    { ...jobValues(claim), silentSince, now },
  );
  return taken && toPart(taken);
}

/** The number of claims without success after which a part is its owner's alone. */
const MAX_FAILURES = 2;

const IS_OFFERED = `job_parts.state = 'offered' AND failures < ${MAX_FAILURES}`;

export async function claimPart(
  sql: Sql,
  { instance, classes, jobId = "", now }: Input<"claim">,
): Promise<Output<"claim">> {
  const claimed = await sql.get<PartRow & { readonly jobId: string }>(
    `UPDATE job_parts SET state = 'claimed', instance = $instance, claim = claim + 1, touched_at = $now
     WHERE state = 'offered' AND id = (
       SELECT id FROM (
         SELECT next.id, jobs.id AS job_id, jobs.number AS job_number,
           (SELECT count(*) FROM jobs AS others WHERE others.state = 'processing'
              AND others.class = next.class AND others.account_id = next.account_id)
           + (SELECT count(*) FROM job_parts AS others WHERE others.state = 'claimed'
              AND others.class = next.class AND others.account_id = next.account_id) AS in_work
         FROM job_parts AS next JOIN jobs ON jobs.id = next.job_id
         WHERE (next.job_id, next.number) IN (
           SELECT job_id, min(number) FROM job_parts
           WHERE ${IS_OFFERED} AND class IN (${sql.membersOf("classes")}) GROUP BY job_id
         ) AND jobs.instance <> $instance
       ) AS candidates
       ORDER BY in_work, CASE WHEN job_id = $jobId THEN 0 ELSE 1 END, job_number LIMIT 1
     )
     RETURNING ${PART}, job_id AS "jobId"`,
    { instance, classes: JSON.stringify(classes), jobId, now },
  );
  return claimed && { part: toPart(claimed), job: await existingJob(sql, claimed.jobId) };
}

export async function offeredClasses(
  sql: Sql,
  { instance, classes }: Input<"offeredClasses">,
): Promise<Output<"offeredClasses">> {
  const found = await sql.all<{ readonly class: WorkClass }>(
    `SELECT DISTINCT job_parts.class AS class FROM job_parts JOIN jobs ON jobs.id = job_parts.job_id
     WHERE ${IS_OFFERED} AND jobs.instance <> $instance`,
    { instance },
  );
  const offered = new Set(found.map((row) => row.class));
  return classes.filter((each) => offered.has(each));
}

export async function heldParts(sql: Sql, claims: Input<"held">): Promise<Output<"held">> {
  const held = await sql.all<PartClaim>(
    `SELECT id AS "partId", instance, claim FROM job_parts
     WHERE state = 'claimed' AND id IN (${sql.membersOf("ids")})`,
    { ids: JSON.stringify(claims.map(({ partId }) => partId)) },
  );
  const keys = new Set(held.map(keyOf));
  return claims.filter((each) => keys.has(keyOf(each)));
}

export async function reportPart(
  sql: Sql,
  { pagesDone, credits, creditPages, bytes, maxStoredBytes, now, ...claim }: Input<"report">,
): Promise<Output<"report">> {
  const values = partValues(claim);
  const before = await sql.get<{
    readonly jobId: string;
    readonly accountId: string;
    readonly credits: number;
    readonly creditPages: number;
    readonly bytes: number;
  }>(
    `SELECT job_id AS "jobId", account_id AS "accountId", credits, credit_pages AS "creditPages", bytes
     FROM job_parts WHERE ${IS_PART_CLAIMED}`,
    values,
  );
  if (before === undefined) {
    return "not_claimed";
  }
  const { jobId, accountId } = before;
  const moreBytes = bytes - before.bytes;
  if (!(await hasRoomFor(sql, { accountId, moreBytes, maxBytes: maxStoredBytes }))) {
    return "storage_full";
  }
  // The job first, as whatever ends its work does: two transactions that wait for each other would both be undone.
  const more = { credits: credits - before.credits, pages: creditPages - before.creditPages, bytes: moreBytes };
  await sql.run(
    `UPDATE jobs SET owed = owed + $credits, owed_pages = owed_pages + $pages, checkpoint_bytes = checkpoint_bytes + $bytes
     WHERE id = $jobId AND state = 'processing'`,
    { jobId, ...more },
  );
  const changed = await sql.run(
    `UPDATE job_parts SET pages_done = $pagesDone, credits = $credits, credit_pages = $creditPages, bytes = $bytes,
       touched_at = $now
     WHERE ${IS_PART_CLAIMED}`,
    { ...values, pagesDone, credits, creditPages, bytes, now },
  );
  return changed > 0 ? "reported" : "not_claimed";
}

export const finishPart = async (sql: Sql, claim: PartClaim): Promise<boolean> =>
  (await sql.run(`UPDATE job_parts SET state = 'done' WHERE ${IS_PART_CLAIMED}`, partValues(claim))) > 0;

export async function giveBackPart(sql: Sql, { hasFailed, ...claim }: Input<"giveBack">): Promise<void> {
  await sql.run(
    `UPDATE job_parts SET state = 'offered', instance = NULL, failures = failures + $failed WHERE ${IS_PART_CLAIMED}`,
    { ...partValues(claim), failed: hasFailed ? 1 : 0 },
  );
}

/** Offers again what processes had claimed whose lease has ended. */
export async function recoverParts(
  sql: Sql,
  { instance }: Pick<Parameters<Store["recover"]>[0], "instance">,
): Promise<void> {
  await sql.run(
    `UPDATE job_parts SET state = 'offered', instance = NULL, failures = failures + 1
     WHERE state = 'claimed' AND ${IS_LEFT}`,
    { instance },
  );
}

export async function listParts(sql: Sql, jobId: string): Promise<readonly PartProgress[]> {
  const rows = await sql.all<Omit<PartProgress, "pages"> & { readonly pages: string }>(
    `SELECT id, pages, state, instance, pages_done AS "pagesDone" FROM job_parts WHERE job_id = $jobId ORDER BY number`,
    { jobId },
  );
  return rows.map((row) => ({ ...row, pages: fromJson<readonly number[]>(row.pages) }));
}

/** Returns what others than the owner have kept of a job: what they owe, and the bytes that it takes. */
export async function keptByOthers(
  sql: Sql,
  jobId: string,
): Promise<{ readonly credits: number; readonly pages: number; readonly bytes: number }> {
  const kept = await sql.get<{ readonly credits: number; readonly pages: number; readonly bytes: number }>(
    `SELECT CAST(coalesce(sum(credits), 0) AS BIGINT) AS credits, CAST(coalesce(sum(credit_pages), 0) AS BIGINT) AS pages,
       CAST(coalesce(sum(bytes), 0) AS BIGINT) AS bytes
     FROM job_parts WHERE job_id = $jobId`,
    { jobId },
  );
  return kept ?? { credits: 0, pages: 0, bytes: 0 };
}

interface PartRow {
  readonly id: string;
  readonly pages: string;
  readonly claim: number;
}

const PART = "id, pages, claim";

const toPart = ({ id, pages, claim }: PartRow): ClaimedPart => ({
  id,
  pages: fromJson<readonly number[]>(pages),
  claim,
});

const keyOf = ({ partId, instance, claim }: PartClaim): string => `${partId} ${instance} ${claim}`;

const IS_JOB_CLAIMED = "id = $jobId AND state = 'processing' AND instance = $instance AND attempts = $attempt";
const IS_PART_CLAIMED = "id = $partId AND state = 'claimed' AND instance = $instance AND claim = $claim";

const jobValues = ({ jobId, instance, attempt }: Claim) => ({ jobId, instance, attempt });
const partValues = ({ partId, instance, claim }: PartClaim) => ({ partId, instance, claim });
