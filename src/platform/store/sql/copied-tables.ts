import { StartFailure } from "../../start-failure.ts";
import { audit } from "./accounts/audit.ts";
import type { Sql } from "./sql.ts";

/** The tables, those that others refer to first. What counts for a minute, and leases, are left behind. */
export const COPIED_TABLES = [
  "accounts",
  "keys",
  "secrets",
  "holds",
  "ledger",
  "usage",
  "usage_periods",
  "remembered_requests",
  "jobs",
  "templates",
  "template_versions",
  "webhook_endpoints",
  "webhook_deliveries",
  "request_parts",
  "audit_log",
  "settings_in_force",
] as const;
export type CopiedTable = (typeof COPIED_TABLES)[number];

/** What was copied: the rows of each table. */
export type Copied = Readonly<Record<CopiedTable, number>>;

/** Figures that two databases must give alike, in SQL that both understand. */
const FIGURES: readonly string[] = [
  ...COPIED_TABLES.map((table) => `SELECT 'rows of ${table}' AS what, count(*) AS figure FROM ${table}`),
  "SELECT 'sum of balances' AS what, coalesce(sum(balance), 0) AS figure FROM accounts",
  "SELECT 'credits held' AS what, coalesce(sum(held), 0) AS figure FROM accounts",
  "SELECT 'stored bytes' AS what, coalesce(sum(stored_bytes), 0) AS figure FROM accounts",
  "SELECT 'sum of the ledger' AS what, coalesce(sum(amount), 0) AS figure FROM ledger",
  "SELECT 'requests of usage' AS what, coalesce(sum(requests), 0) AS figure FROM usage",
  "SELECT 'failed calls' AS what, coalesce(sum(client_errors + server_errors), 0) AS figure FROM usage_periods",
  "SELECT 'jobs that have not ended' AS what, count(*) AS figure FROM jobs WHERE completed_at IS NULL",
];

/**
 * Checks that a copy has the numbers of rows and the sums of its source.
 * @throws StartFailure when it is not
 */
export async function expectSameFigures(source: Sql, copy: Sql): Promise<void> {
  for (const statement of FIGURES) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    const expected = await source.get<{ readonly what: string; readonly figure: number }>(statement);
    // oxlint-disable-next-line eslint/no-await-in-loop
    const found = await copy.get<{ readonly figure: number }>(statement);
    if (expected?.figure !== found?.figure) {
      throw new StartFailure(
        `The copy differs from its source and was undone: ${expected?.what} is ${found?.figure}, and not ${expected?.figure}.`,
      );
    }
  }
}

/**
 * Checks the identities of what was copied.
 * @throws StartFailure when one does not hold
 */
export async function expectSound(copy: Sql, differencesOf: typeof audit = audit): Promise<void> {
  const differences = await differencesOf(copy);
  if (differences.length > 0) {
    throw new StartFailure(`The copy is not sound and was undone: ${differences[0]}.`);
  }
}
