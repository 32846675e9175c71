import { assert } from "../../../../kernel/assert.ts";
import { newId } from "../../ids.ts";
import type { Job, JobState } from "../../job-store.ts";
import type {
  DeliveredEvent,
  WebhookDelivery,
  WebhookEvent,
  WebhookStore,
  WebhookSubject,
} from "../../webhook-store.ts";
import { fromJson, type Sql } from "../sql.ts";
import { findDelivery, findEndpoint, hostOf } from "./webhook-rows.ts";

/* Events, which become deliveries in the transaction in which they happen. */

type Input<Method extends keyof WebhookStore> = Parameters<WebhookStore[Method]>[0];

/** Enqueues the event of a job that has ended. */
export async function enqueueJobEvent(sql: Sql, job: Job, now: number): Promise<void> {
  const request = await sql.get<{ readonly url: string | null; readonly baseUrl: string | null }>(
    'SELECT webhook_url AS url, base_url AS "baseUrl" FROM jobs WHERE id = $id',
    { id: job.id },
  );
  const { url = null, baseUrl = null } = request ?? {};
  const event = END_EVENTS[job.state];
  assert(event !== undefined, `job ${job.id} has ended`);
  const subject = { kind: "job", job: { ...job, answer: null }, baseUrl } as const;
  await enqueueEvent(sql, { accountId: job.accountId, event, subject, url, now });
}

const END_EVENTS: Readonly<Partial<Record<JobState, WebhookEvent>>> = {
  complete: "job.complete",
  failed: "job.failed",
  cancelled: "job.cancelled",
};

export async function enqueueTest(
  sql: Sql,
  { accountId, endpointId, now }: Input<"test">,
): Promise<WebhookDelivery | undefined> {
  const endpoint = await findEndpoint(sql, { accountId, id: endpointId });
  if (endpoint === undefined || !endpoint.enabled) {
    return undefined;
  }
  const subject = { kind: "test", endpointId } as const;
  const id = await insert(sql, { accountId, event: "webhook.test", subject, now }, endpoint);
  return await findDelivery(sql, { accountId, id });
}

interface Happening {
  readonly accountId: string;
  readonly event: DeliveredEvent;
  readonly subject: WebhookSubject;
  readonly now: number;
}

interface Address {
  /** The endpoint's id; absent when a request named the URL. */
  readonly id?: string;
  readonly url: string;
}

/** Enqueues one delivery to each endpoint that subscribes to the event, and one to `url`, which a request named. */
async function enqueueEvent(
  sql: Sql,
  { url = null, ...happening }: Happening & { readonly url?: string | null },
): Promise<void> {
  const endpoints = await sql.all<{ readonly id: string; readonly url: string; readonly events: string }>(
    "SELECT id, url, events FROM webhook_endpoints WHERE account_id = $accountId AND enabled = 1 ORDER BY position",
    { accountId: happening.accountId },
  );
  for (const endpoint of endpoints) {
    if (fromJson<readonly string[]>(endpoint.events).includes(happening.event)) {
      await insert(sql, happening, endpoint);
    }
  }
  if (url !== null) {
    await insert(sql, happening, { url });
  }
}

async function insert(
  sql: Sql,
  { accountId, event, subject, now }: Happening,
  { id: endpointId, url }: Address,
): Promise<string> {
  const id = newId.message();
  await sql.run(
    `INSERT INTO webhook_deliveries (id, account_id, endpoint_id, url, host, event, job_id, subject, next_attempt_at,
       created_at)
     VALUES ($id, $accountId, $endpointId, $url, $host, $event, $jobId, $subject, $now, $now)`,
    {
      id,
      accountId,
      endpointId: endpointId ?? null,
      url,
      host: hostOf(url),
      event,
      jobId: subject.kind === "job" ? subject.job.id : null,
      subject: JSON.stringify(subject),
      now,
    },
  );
  return id;
}

const DAY_MS = 86_400_000;
/** The threshold of low credits for accounts without a monthly grant. */
const LOW_CREDITS = 1000;

export async function notice(sql: Sql, { creditsLow, now }: Input<"notice">): Promise<void> {
  await noticeLowCredits(sql, creditsLow, now);
  await noticeExpiringKeys(sql, now);
}

async function noticeLowCredits(sql: Sql, creditsLow: number | null, now: number): Promise<void> {
  const threshold = `coalesce($creditsLow, CASE WHEN monthly_grant > 0 THEN monthly_grant / 10 ELSE ${LOW_CREDITS} END)`;
  await sql.run(`UPDATE accounts SET is_low = 0 WHERE is_low IS DISTINCT FROM 0 AND balance >= ${threshold}`, {
    creditsLow,
  });
  // An account that was never given so much has not come below.
  await sql.run(
    `UPDATE accounts SET is_low = 1 WHERE is_low IS NULL AND ${threshold} >
       (SELECT coalesce(sum(CASE WHEN amount > 0 THEN amount ELSE 0 END), 0) FROM ledger WHERE account_id = accounts.id)`,
    { creditsLow },
  );
  const low = await sql.all<{ readonly accountId: string; readonly balance: number; readonly threshold: number }>(
    `UPDATE accounts SET is_low = 1 WHERE is_low IS DISTINCT FROM 1 AND balance < ${threshold}
     RETURNING id AS "accountId", balance, ${threshold} AS threshold`,
    { creditsLow },
  );
  for (const { accountId, ...figures } of low) {
    await enqueueEvent(sql, {
      accountId,
      event: "credits.low",
      subject: { kind: "credits", accountId, ...figures },
      now,
    });
  }
}

/**
 * Enqueues events for keys that expire. A key that is made for less time than that is not announced, since its maker
 * knows.
 */
async function noticeExpiringKeys(sql: Sql, now: number): Promise<void> {
  const isDue = (days: number): string =>
    `expires_at <= $now + ${days * DAY_MS} AND created_at < expires_at - ${days * DAY_MS}`;
  const expiring = await sql.all<{
    readonly accountId: string;
    readonly keyId: string;
    readonly name: string;
    readonly display: string;
    readonly expiresAt: number;
  }>(
    `UPDATE keys SET expiry_notices = CASE WHEN ${isDue(1)} THEN 2 ELSE 1 END
     WHERE expires_at IS NOT NULL AND revoked_at IS NULL AND expires_at > $now AND expires_at <= $now + ${14 * DAY_MS}
       AND ((expiry_notices < 1 AND ${isDue(14)}) OR (expiry_notices < 2 AND ${isDue(1)}))
     RETURNING account_id AS "accountId", id AS "keyId", name, display, expires_at AS "expiresAt"`,
    { now },
  );
  for (const { accountId, ...key } of expiring) {
    await enqueueEvent(sql, { accountId, event: "key.expiring", subject: { kind: "key", ...key }, now });
  }
}
