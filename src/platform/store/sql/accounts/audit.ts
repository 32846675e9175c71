import type { Sql } from "../sql.ts";

/** Finds differences as `Store.audit` describes; `sql` sees one state of the data throughout. */
export async function audit(sql: Sql): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const statement of IDENTITIES) {
    const found = await sql.all<{ readonly difference: string }>(statement);
    differences.push(...found.map(({ difference }) => difference));
  }
  return differences;
}

/** The statements of the audit; each selects what contradicts one identity. */
const IDENTITIES: readonly string[] = [
  `SELECT 'account ' || id || ' has a balance of ' || balance || ', its ledger sums up to ' || entered AS difference
   FROM (SELECT id, balance, (SELECT coalesce(sum(amount), 0) FROM ledger WHERE account_id = accounts.id) AS entered
         FROM accounts) AS compared WHERE balance <> entered`,
  `SELECT 'account ' || id || ' has ' || held || ' held, its open holds sum up to ' || open AS difference
   FROM (SELECT id, held, (SELECT coalesce(sum(amount), 0) FROM holds WHERE account_id = accounts.id
                             AND state = 'open') AS open
         FROM accounts) AS compared WHERE held <> open`,
  `SELECT 'account ' || id || ' has ' || stored_bytes || ' bytes stored, its rows sum up to ' || found AS difference
   FROM (SELECT id, stored_bytes,
           (SELECT coalesce(sum(stored_bytes), 0) FROM jobs WHERE account_id = accounts.id)
           + (SELECT coalesce(sum(stored_bytes), 0) FROM remembered_requests WHERE account_id = accounts.id)
           + (SELECT coalesce(sum(size_bytes), 0) FROM request_parts WHERE account_id = accounts.id)
           + (SELECT coalesce(sum(size_bytes), 0) FROM templates WHERE account_id = accounts.id) AS found
         FROM accounts) AS compared WHERE stored_bytes <> found`,
  `SELECT 'hold ' || holds.id || ' was charged ' || holds.charged || ', the ledger says ' ||
     coalesce(-ledger.amount, 0) AS difference
   FROM holds LEFT JOIN ledger ON ledger.hold_number = holds.number WHERE holds.charged <> coalesce(-ledger.amount, 0)`,
  `SELECT 'hold ' || holds.id || ' of ' || holds.amount || ' is ' || holds.state || ' and has a charge of ' ||
     -ledger.amount AS difference
   FROM holds JOIN ledger ON ledger.hold_number = holds.number WHERE holds.state <> 'settled' OR -ledger.amount > holds.amount`,
  `SELECT 'job ' || jobs.id || ' is ' || jobs.state || ', its hold ' || coalesce(holds.state, 'is missing') AS difference
   FROM jobs LEFT JOIN holds ON holds.id = jobs.hold_id
   WHERE holds.state IS DISTINCT FROM CASE WHEN jobs.completed_at IS NULL THEN 'open'
     WHEN jobs.state = 'complete' OR jobs.owed > 0 THEN 'settled' ELSE 'released' END`,
  `SELECT 'job ' || jobs.id || ' is ' || jobs.state || ' and owes ' || owed || ', its hold of ' || amount ||
     ' was charged ' || charged AS difference
   FROM jobs JOIN holds ON holds.id = jobs.hold_id
   WHERE jobs.state IN ('failed', 'cancelled') AND charged <> CASE WHEN owed < amount THEN owed ELSE amount END`,
  `SELECT 'hold ' || id || ' is open for a job that does not exist' AS difference
   FROM holds WHERE state = 'open' AND instance IS NULL
     AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.hold_id = holds.id)`,
  `SELECT 'template ' || id || ' has a size of ' || size_bytes || ', its versions sum up to ' || kept AS difference
   FROM (SELECT id, size_bytes, (SELECT coalesce(sum(size_bytes), 0) FROM template_versions
                                 WHERE template = templates.position) AS kept
         FROM templates) AS compared WHERE size_bytes <> kept`,
  `SELECT 'template ' || id || ' lacks its version ' || version AS difference
   FROM templates WHERE NOT EXISTS (SELECT 1 FROM template_versions
                                    WHERE template = templates.position AND version = templates.version)`,
];
