import { assert } from "../../../../kernel/assert.ts";
import type { SigningSecret, WebhookDelivery, WebhookEndpoint, WebhookStore } from "../../webhook-store.ts";
import type { Sql } from "../sql.ts";
import { endDeliveries } from "./webhook-deliveries.ts";
import {
  DELIVERY,
  type DeliveryRow,
  ENDPOINT,
  type EndpointRow,
  findEndpoint,
  hostOf,
  rotated,
  signing,
  toDelivery,
  toEndpoint,
} from "./webhook-rows.ts";

/* The endpoints and the secrets that sign what is sent to them. */

type Input<Method extends keyof WebhookStore> = Parameters<WebhookStore[Method]>[0];
type Created = Awaited<ReturnType<WebhookStore["create"]>>;

export async function createWebhook(sql: Sql, webhook: Input<"create">): Promise<Created> {
  const { id, accountId, url, events, description, sealed, maxEndpoints, origin, now } = webhook;
  const secrets = JSON.stringify([{ sealed, expiresAt: null }]);
  const made = await sql.get<EndpointRow>(
    `UPDATE webhook_endpoints SET secrets = $secrets WHERE origin = $origin RETURNING ${ENDPOINT}`,
    { secrets, origin: origin ?? null },
  );
  if (made !== undefined) {
    return { kind: "created", endpoint: toEndpoint(made) };
  }
  if ((await countOf(sql, accountId)) >= maxEndpoints) {
    return { kind: "too_many" };
  }
  await sql.run(
    `INSERT INTO webhook_endpoints (id, account_id, url, host, events, description, secrets, origin, created_at, updated_at)
     VALUES ($id, $accountId, $url, $host, $events, $description, $secrets, $origin, $now, $now)`,
    {
      id,
      accountId,
      url,
      host: hostOf(url),
      events: JSON.stringify(events),
      description,
      secrets,
      origin: origin ?? null,
      now,
    },
  );
  const endpoint = await findEndpoint(sql, { accountId, id });
  assert(endpoint !== undefined, "what was made is there");
  return { kind: "created", endpoint };
}

const countOf = async (sql: Sql, accountId: string): Promise<number> =>
  (
    await sql.get<{ readonly count: number }>(
      "SELECT count(*) AS count FROM webhook_endpoints WHERE account_id = $accountId",
      {
        accountId,
      },
    )
  )?.count ?? 0;

export const listWebhooks = async (
  sql: Sql,
  { accountId, limit, after }: Input<"list">,
): Promise<readonly WebhookEndpoint[]> =>
  (
    await sql.all<EndpointRow>(
      `SELECT ${ENDPOINT} FROM webhook_endpoints
       WHERE account_id = $accountId
         AND ($after IS NULL OR position > (SELECT position FROM webhook_endpoints WHERE id = $after))
       ORDER BY position LIMIT $limit`,
      { accountId, limit, after: after ?? null },
    )
  ).map(toEndpoint);

export async function changeWebhook(sql: Sql, change: Input<"change">): Promise<WebhookEndpoint | undefined> {
  const { accountId, id, url, events, description, enabled, now } = change;
  const place = { accountId, id };
  const before = await findEndpoint(sql, place);
  if (before === undefined) {
    return undefined;
  }
  const after = { ...before, url: url ?? before.url, enabled: enabled ?? before.enabled };
  await sql.run(
    `UPDATE webhook_endpoints SET url = $url, host = $host, events = $events, description = $description,
       enabled = $enabled, disabled_reason = $disabledReason, updated_at = $now
     WHERE id = $id`,
    {
      id,
      url: after.url,
      host: hostOf(after.url),
      events: JSON.stringify(events ?? before.events),
      description: description ?? before.description,
      enabled: after.enabled ? 1 : 0,
      disabledReason: after.enabled ? null : (before.disabledReason ?? "by_request"),
      now,
    },
  );
  if (after.enabled && !before.enabled) {
    await sql.run("UPDATE webhook_endpoints SET failures = 0, failing_since = NULL WHERE id = $id", { id });
  }
  if (!after.enabled) {
    await endDeliveries(sql, { endpointId: id, reason: "endpoint_disabled", now });
  }
  if (after.url !== before.url) {
    await sql.run(
      "UPDATE webhook_deliveries SET url = $url, host = $host WHERE endpoint_id = $id AND state = 'pending'",
      {
        id,
        url: after.url,
        host: hostOf(after.url),
      },
    );
  }
  return await findEndpoint(sql, place);
}

export async function removeWebhook(sql: Sql, { accountId, id, now }: Input<"remove">): Promise<boolean> {
  const place = { accountId, id };
  if ((await sql.run("DELETE FROM webhook_endpoints WHERE id = $id AND account_id = $accountId", place)) === 0) {
    return false;
  }
  await endDeliveries(sql, { endpointId: id, reason: "endpoint_deleted", now });
  return true;
}

export async function rotateWebhook(sql: Sql, rotation: Input<"rotate">): Promise<WebhookEndpoint | undefined> {
  const { accountId, id, now } = rotation;
  const row = await sql.get<{ readonly secrets: string }>(
    "SELECT secrets FROM webhook_endpoints WHERE id = $id AND account_id = $accountId",
    { id, accountId },
  );
  if (row === undefined) {
    return undefined;
  }
  await sql.run("UPDATE webhook_endpoints SET secrets = $secrets, updated_at = $now WHERE id = $id", {
    id,
    secrets: rotated(row.secrets, rotation),
    now,
  });
  return await findEndpoint(sql, { accountId, id });
}

export async function accountWebhookSecrets(
  sql: Sql,
  { accountId, sealed, now }: Input<"accountSecrets">,
): Promise<readonly SigningSecret[]> {
  await sql.run("UPDATE accounts SET webhook_secrets = $secrets WHERE id = $accountId AND webhook_secrets IS NULL", {
    accountId,
    secrets: JSON.stringify([{ sealed, expiresAt: null }]),
  });
  return signing(await secretsOfAccount(sql, accountId), now);
}

export async function rotateAccountWebhookSecret(sql: Sql, rotation: Input<"rotateAccountSecret">): Promise<void> {
  const { accountId } = rotation;
  await sql.run("UPDATE accounts SET webhook_secrets = $secrets WHERE id = $accountId", {
    accountId,
    secrets: rotated(await secretsOfAccount(sql, accountId), rotation),
  });
}

const secretsOfAccount = async (sql: Sql, accountId: string): Promise<string | null> =>
  (
    await sql.get<{ readonly secrets: string | null }>(
      "SELECT webhook_secrets AS secrets FROM accounts WHERE id = $accountId",
      { accountId },
    )
  )?.secrets ?? null;

export const listDeliveries = async (sql: Sql, page: Input<"deliveries">): Promise<readonly WebhookDelivery[]> =>
  (
    await sql.all<DeliveryRow>(
      `SELECT ${DELIVERY} FROM webhook_deliveries
       WHERE account_id = $accountId
         AND ($endpointId IS NULL OR endpoint_id = $endpointId)
         AND ($jobId IS NULL OR job_id = $jobId)
         AND ($state IS NULL OR state = $state)
         AND ($before IS NULL OR number < (SELECT number FROM webhook_deliveries WHERE id = $before))
       ORDER BY number DESC LIMIT $limit`,
      {
        accountId: page.accountId,
        endpointId: page.endpointId ?? null,
        jobId: page.jobId ?? null,
        state: page.state ?? null,
        before: page.before ?? null,
        limit: page.limit,
      },
    )
  ).map(toDelivery);
