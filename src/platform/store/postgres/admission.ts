import type { AdmissionOutcome } from "../admission-store.ts";
import type { InputOf } from "../sql/transactions.ts";
import type { PostgresSql } from "./connections.ts";
import { ACCOUNT_LOCK, ALL_LOCK } from "./locks.ts";

/**
 * The statement that makes the function which admits a request, or refuses it: what sql/admission.ts does, in the database.
 * All operations of an account take its lock one after the other, so it must be held for as short a time as can be: not
 * while several statements and their answers go between a busy node and the server. The function's statements each see
 * what was committed before them, thus all that the holders of the lock before have done
 * (https://www.postgresql.org/docs/15/xfunc-volatility.html). It is a migration of the schema (schema.ts): once released
 * it is not edited, but replaced by another one.
 */
export const admissionFunction = /* sql */ `
  CREATE FUNCTION admit_request(
    window_caller TEXT, window_ends_at BIGINT, window_limit BIGINT,
    operation_id TEXT, operation_key TEXT, limit_of_key BIGINT,
    operation_account TEXT, limit_of_account BIGINT, operation_instance TEXT,
    OUT kind TEXT, OUT whose TEXT, OUT counted BIGINT
  ) LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '5000', true);
      PERFORM pg_advisory_xact_lock_shared(${ALL_LOCK}, 0);
      PERFORM pg_advisory_xact_lock(${ACCOUNT_LOCK}, hashtext(operation_account));
      counted := coalesce(
        (SELECT requests FROM rate_windows WHERE caller = window_caller AND ends_at = window_ends_at), 0
      );
      kind := 'window_used_up';
      IF counted >= window_limit THEN
        RETURN;
      END IF;
      whose := CASE
        WHEN (SELECT count(*) FROM operations_under_way WHERE key_id = operation_key) >= limit_of_key THEN 'key'
        WHEN (SELECT count(*) FROM operations_under_way WHERE account_id = operation_account) >= limit_of_account
          THEN 'account'
      END;
      IF whose IS NOT NULL THEN
        kind := 'exhausted';
        RETURN;
      END IF;
      INSERT INTO rate_windows AS counting (caller, ends_at, requests) VALUES (window_caller, window_ends_at, 1)
        ON CONFLICT (caller) DO UPDATE
          SET requests = CASE WHEN counting.ends_at = window_ends_at THEN counting.requests + 1 ELSE 1 END,
            ends_at = window_ends_at
          WHERE counting.ends_at <> window_ends_at OR counting.requests < window_limit
        RETURNING requests INTO counted;
      IF counted IS NULL THEN
        counted := window_limit;
        RETURN;
      END IF;
      INSERT INTO operations_under_way (id, key_id, account_id, instance)
        VALUES (operation_id, operation_key, operation_account, operation_instance);
      kind := 'admitted';
    END $$;`;

interface AdmissionRow {
  readonly kind: AdmissionOutcome["kind"];
  readonly whose: "key" | "account" | null;
  readonly counted: number;
}

/** Admits a request, or refuses it, in one statement. */
export async function admitRequest(
  sql: PostgresSql,
  { window, operation }: InputOf<"admitRequest">,
): Promise<AdmissionOutcome> {
  const row = await sql.get<AdmissionRow>(
    `SELECT kind, whose, counted FROM admit_request(
       $caller, $endsAt, $limit, $id, $keyId, $ofKey, $accountId, $ofAccount, $instance)`,
    { ...window, ...operation, ofKey: integer(operation.ofKey), ofAccount: integer(operation.ofAccount) },
  );
  const { kind, whose, counted: count } = row ?? { kind: "window_used_up", whose: null, counted: window.limit };
  return kind === "exhausted" ? { kind, whose: whose ?? "key", count } : { kind, count };
}

/** Returns a bound as a number that the database has: one that is infinite is one that nothing reaches. */
const integer = (bound: number): number => Math.min(bound, Number.MAX_SAFE_INTEGER);
