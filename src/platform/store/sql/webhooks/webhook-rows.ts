import type {
  ClaimedDelivery,
  SigningSecret,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
  WebhookSubject,
} from "../../webhook-store.ts";
import { fromJson, type Sql } from "../sql.ts";

/* The rows of webhooks, as their statements name them. */

export interface EndpointRow extends Omit<WebhookEndpoint, "events" | "enabled"> {
  readonly events: string;
  readonly enabled: 0 | 1;
}

export const ENDPOINT = `id, account_id AS "accountId", url, events, description, enabled,
  disabled_reason AS "disabledReason", created_at AS "createdAt", updated_at AS "updatedAt"`;

export const toEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  ...row,
  events: fromJson<readonly WebhookEvent[]>(row.events),
  enabled: row.enabled === 1,
});

export interface DeliveryRow extends Omit<WebhookDelivery, "attempts"> {
  readonly attempts: string;
}

export const DELIVERY = `id, account_id AS "accountId", endpoint_id AS "endpointId", url, event, job_id AS "jobId", state,
  reason, step, next_attempt_at AS "nextAttemptAt", created_at AS "createdAt", completed_at AS "completedAt", attempts`;

export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  ...row,
  attempts: fromJson<readonly WebhookAttempt[]>(row.attempts),
});

export interface ClaimedRow extends DeliveryRow {
  readonly host: string;
  readonly subject: string;
}

export const CLAIMED = `${DELIVERY}, host, subject`;

export const toClaimed = (row: ClaimedRow, secrets: readonly SigningSecret[]): ClaimedDelivery => ({
  ...toDelivery(row),
  host: row.host,
  subject: fromJson<WebhookSubject>(row.subject),
  secrets,
});

export async function findEndpoint(
  sql: Sql,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<WebhookEndpoint | undefined> {
  const row = await sql.get<EndpointRow>(
    `SELECT ${ENDPOINT} FROM webhook_endpoints WHERE id = $id AND account_id = $accountId`,
    { id, accountId },
  );
  return row === undefined ? undefined : toEndpoint(row);
}

export async function findDelivery(
  sql: Sql,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<WebhookDelivery | undefined> {
  const row = await sql.get<DeliveryRow>(
    `SELECT ${DELIVERY} FROM webhook_deliveries WHERE id = $id AND account_id = $accountId`,
    { id, accountId },
  );
  return row === undefined ? undefined : toDelivery(row);
}

/** Returns the secrets that still sign, newest first. */
export const signing = (secrets: string | null, now: number): readonly SigningSecret[] =>
  fromJson<readonly SigningSecret[]>(secrets ?? "[]").filter(({ expiresAt }) => expiresAt === null || expiresAt > now);

/** The largest number of secrets that sign; since one header has all of the signatures, older secrets sign no more. */
const MAX_SECRETS = 5;

/** Returns `sealed` followed by the secrets that still sign, which end at `oldExpireAt`. */
export const rotated = (
  secrets: string | null,
  { sealed, oldExpireAt, now }: { readonly sealed: string; readonly oldExpireAt: number; readonly now: number },
): string =>
  JSON.stringify(
    [
      { sealed, expiresAt: null },
      ...signing(secrets, now).map((old) => ({
        ...old,
        expiresAt: Math.min(old.expiresAt ?? oldExpireAt, oldExpireAt),
      })),
    ].slice(0, MAX_SECRETS),
  );

/** Returns the host by which deliveries are kept apart: without a port, in lower case. */
export const hostOf = (url: string): string => new URL(url).hostname;
