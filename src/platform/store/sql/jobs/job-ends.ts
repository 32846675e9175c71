import type { CallOutcome } from "../../credit-store.ts";
import { releaseHold, settleHold } from "../accounts/credits.ts";
import type { Sql } from "../sql.ts";

/** A job that has ended without a result, with what its hold is to be charged. */
export interface EndedJob {
  readonly holdId: string;
  readonly owed: number;
  /** The charge, at most what is held. */
  readonly charge: number;
  readonly pages: number;
}

/** The RETURNING clause of a statement that ends jobs: the columns of `EndedJob`. */
export const ENDED_JOB = `hold_id AS "holdId", owed, owed_pages AS pages,
  (SELECT CASE WHEN owed < amount THEN owed ELSE amount END FROM holds WHERE holds.id = jobs.hold_id) AS charge`;

/** Ends the hold of a job without a result: what is owed is charged, the rest is given back. */
export async function settleOwed(
  sql: Sql,
  { holdId, owed, charge, pages }: EndedJob,
  { outcome, now }: { readonly outcome: Exclude<CallOutcome, "delivered">; readonly now: number },
): Promise<void> {
  if (owed === 0) {
    await releaseHold(sql, { holdId, outcome, now });
  } else {
    await settleHold(sql, { holdId, charge, pages, outcome, now });
  }
}
