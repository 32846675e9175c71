import type {
  ClaimedDelivery,
  DeliveryFailure,
  DisabledReason,
  WebhookAttempt,
  WebhookDelivery,
  WebhookStore,
} from "../../webhook-store.ts";
import { IS_LEFT } from "../leases.ts";
import { fromJson, type Sql } from "../sql.ts";
import {
  CLAIMED,
  type ClaimedRow,
  DELIVERY,
  type DeliveryRow,
  findDelivery,
  findEndpoint,
  signing,
  toClaimed,
} from "./webhook-rows.ts";

/* The attempts of deliveries and their outcomes. */

type Input<Method extends keyof WebhookStore> = Parameters<WebhookStore[Method]>[0];

export async function claimDelivery(
  sql: Sql,
  { instance, exceptHosts, exceptAccounts, now }: Input<"claim">,
): Promise<ClaimedDelivery | undefined> {
  const row = await sql.get<ClaimedRow>(
    `UPDATE webhook_deliveries SET state = 'delivering', instance = $instance, next_attempt_at = NULL
     WHERE number = (SELECT number FROM webhook_deliveries
                     WHERE state = 'pending' AND next_attempt_at <= $now
                       AND host NOT IN (${sql.membersOf("exceptHosts")})
                       AND account_id NOT IN (${sql.membersOf("exceptAccounts")})
                     ORDER BY next_attempt_at, number LIMIT 1)
     RETURNING ${CLAIMED}`,
    {
      instance,
      exceptHosts: JSON.stringify(exceptHosts),
      exceptAccounts: JSON.stringify(exceptAccounts),
      now,
    },
  );
  return row === undefined ? undefined : toClaimed(row, signing(await secretsFor(sql, row), now));
}

const secretsFor = async (sql: Sql, { endpointId, accountId }: ClaimedRow): Promise<string | null> =>
  (
    await sql.get<{ readonly secrets: string | null }>(
      endpointId === null
        ? "SELECT webhook_secrets AS secrets FROM accounts WHERE id = $id"
        : "SELECT secrets FROM webhook_endpoints WHERE id = $id",
      { id: endpointId ?? accountId },
    )
  )?.secrets ?? null;

const IS_CLAIMED = "id = $id AND state = 'delivering' AND instance = $instance";
/** The number of attempts that are kept: ten of the schedule, and those of redeliveries. */
const MAX_KEPT_ATTEMPTS = 50;

export async function finishAttempt(
  sql: Sql,
  { id, instance, attempt, outcome, now }: Input<"finishAttempt">,
): Promise<boolean> {
  const before = await sql.get<DeliveryRow>(`SELECT ${DELIVERY} FROM webhook_deliveries WHERE ${IS_CLAIMED}`, {
    id,
    instance,
  });
  if (before === undefined) {
    return false;
  }
  const attempts = [...fromJson<readonly WebhookAttempt[]>(before.attempts), attempt].slice(-MAX_KEPT_ATTEMPTS);
  await sql.run(
    `UPDATE webhook_deliveries SET state = $state, reason = $reason, step = step + 1, next_attempt_at = $nextAttemptAt,
       instance = NULL, attempts = $attempts, completed_at = $completedAt
     WHERE id = $id`,
    {
      id,
      state: outcome.kind === "retry" ? "pending" : outcome.kind,
      reason: outcome.kind === "failed" ? outcome.reason : null,
      nextAttemptAt: outcome.kind === "retry" ? outcome.at : null,
      attempts: JSON.stringify(attempts),
      completedAt: outcome.kind === "retry" ? null : now,
    },
  );
  const { endpointId } = before;
  if (endpointId !== null && outcome.kind === "delivered") {
    await sql.run("UPDATE webhook_endpoints SET failures = 0, failing_since = NULL WHERE id = $endpointId", {
      endpointId,
    });
  }
  if (endpointId !== null && outcome.kind === "failed") {
    await countFailure(sql, { endpointId, createdAt: before.createdAt, isGone: outcome.reason === "gone", now });
  }
  return true;
}

const FAILURES_TO_DISABLE = 10;
const FAILING_MS_TO_DISABLE = 5 * 86_400_000;

async function countFailure(
  sql: Sql,
  failed: { readonly endpointId: string; readonly createdAt: number; readonly isGone: boolean; readonly now: number },
): Promise<void> {
  const { endpointId, createdAt, isGone, now } = failed;
  const { failures = 0, failingSince = createdAt } =
    (await sql.get<{ readonly failures: number; readonly failingSince: number }>(
      `UPDATE webhook_endpoints SET failures = failures + 1, failing_since = coalesce(failing_since, $createdAt)
       WHERE id = $endpointId RETURNING failures, failing_since AS "failingSince"`,
      { endpointId, createdAt },
    )) ?? {};
  if (isGone) {
    await disable(sql, { endpointId, reason: "gone", now });
  } else if (failures >= FAILURES_TO_DISABLE && now - failingSince >= FAILING_MS_TO_DISABLE) {
    await disable(sql, { endpointId, reason: "failing", now });
  }
}

async function disable(
  sql: Sql,
  { endpointId, reason, now }: { readonly endpointId: string; readonly reason: DisabledReason; readonly now: number },
): Promise<void> {
  await sql.run(
    "UPDATE webhook_endpoints SET enabled = 0, disabled_reason = $reason, updated_at = $now WHERE id = $endpointId",
    { endpointId, reason, now },
  );
  await endDeliveries(sql, { endpointId, reason: "endpoint_disabled", now });
}

/**
 * Ends the deliveries of an endpoint that have not ended; an attempt that is under way will find its delivery ended.
 */
export async function endDeliveries(
  sql: Sql,
  { endpointId, reason, now }: { readonly endpointId: string; readonly reason: DeliveryFailure; readonly now: number },
): Promise<void> {
  await sql.run(
    `UPDATE webhook_deliveries SET state = 'failed', reason = $reason, next_attempt_at = NULL, instance = NULL,
       completed_at = $now
     WHERE endpoint_id = $endpointId AND state IN ('pending', 'delivering')`,
    { endpointId, reason, now },
  );
}

export async function redeliver(
  sql: Sql,
  { accountId, id, now }: Input<"redeliver">,
): Promise<WebhookDelivery | undefined> {
  const delivery = await findDelivery(sql, { accountId, id });
  if (delivery === undefined) {
    return undefined;
  }
  const { endpointId } = delivery;
  const endpoint = endpointId === null ? undefined : await findEndpoint(sql, { accountId, id: endpointId });
  if (endpointId !== null && endpoint?.enabled !== true) {
    return undefined;
  }
  await sql.run(
    `UPDATE webhook_deliveries SET state = 'pending', reason = NULL, step = 0, next_attempt_at = $now,
       completed_at = NULL, url = $url, host = $host
     WHERE id = $id AND state <> 'delivering'`,
    { id, now, url: endpoint?.url ?? delivery.url, host: new URL(endpoint?.url ?? delivery.url).hostname },
  );
  return await findDelivery(sql, { accountId, id });
}

export async function giveBackDelivery(sql: Sql, { id, instance, now }: Input<"giveBack">): Promise<void> {
  await sql.run(
    `UPDATE webhook_deliveries SET state = 'pending', instance = NULL, next_attempt_at = $now WHERE ${IS_CLAIMED}`,
    { id, instance, now },
  );
}

/** Makes the deliveries of processes that are gone due again, for another attempt. */
export async function recoverDeliveries(
  sql: Sql,
  { instance, now }: { readonly instance: string; readonly now: number },
): Promise<void> {
  await sql.run(
    `UPDATE webhook_deliveries SET state = 'pending', instance = NULL, next_attempt_at = $now
     WHERE state = 'delivering' AND ${IS_LEFT}`,
    { instance, now },
  );
}

interface Counts {
  readonly pending: number;
  readonly oldestDueAt: number | null;
}

export const countDeliveries = async (sql: Sql): Promise<Counts> => ({
  pending: 0,
  oldestDueAt: null,
  ...(await sql.get<Counts>(
    `SELECT (SELECT count(*) FROM webhook_deliveries WHERE state IN ('pending', 'delivering')) AS pending,
       (SELECT min(next_attempt_at) FROM webhook_deliveries WHERE state = 'pending') AS "oldestDueAt"`,
  )),
});

export const nextDueAt = async (sql: Sql): Promise<number | null> =>
  (
    await sql.get<{ readonly at: number | null }>(
      "SELECT min(next_attempt_at) AS at FROM webhook_deliveries WHERE state = 'pending'",
    )
  )?.at ?? null;
