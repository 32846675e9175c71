import type { Job } from "./job-store.ts";

/** What an endpoint can be told of. */
export const WEBHOOK_EVENTS = ["job.complete", "job.failed", "job.cancelled", "credits.low", "key.expiring"] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** `webhook.test` is sent when it is asked for, whatever an endpoint wants to be told of. */
export type DeliveredEvent = WebhookEvent | "webhook.test";

/** What an event tells of, as it was at that time. */
export type WebhookSubject =
  /** `job.answer` is not kept. `baseUrl`: as whoever submitted it knows the service; null: not known. */
  | { readonly kind: "job"; readonly job: Job; readonly baseUrl: string | null }
  | { readonly kind: "credits"; readonly accountId: string; readonly balance: number; readonly threshold: number }
  | {
      readonly kind: "key";
      readonly keyId: string;
      readonly name: string;
      readonly display: string;
      readonly expiresAt: number;
    }
  | { readonly kind: "test"; readonly endpointId: string };

/** A secret that signs, sealed by its user: a copy of the store alone signs nothing. */
export interface SigningSecret {
  readonly sealed: string;
  /** From then on it does not sign; null: the current one. */
  readonly expiresAt: number | null;
}

export type DisabledReason = "by_request" | "gone" | "failing";

export interface WebhookEndpoint {
  /** `whe_` and 16 characters of a-z0-9. */
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly description: string;
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One request to the endpoint. */
export interface WebhookAttempt {
  readonly at: number;
  readonly durationMs: number;
  /** Null: there was no answer. */
  readonly status: number | null;
  /** Why there was none; null: there was one. */
  readonly error: string | null;
  /** How the answer's body begins. */
  readonly response: string | null;
}

export type DeliveryFailure =
  /** The address may not be reached from here. */
  | "blocked"
  /** Status 410. */
  | "gone"
  /** The last attempt of the schedule failed. */
  | "exhausted"
  | "endpoint_disabled"
  | "endpoint_deleted";

/** An event on its way to one address. */
export interface WebhookDelivery {
  /** `msg_` and 24 characters of a-z0-9; the header `webhook-id` of each attempt. */
  readonly id: string;
  readonly accountId: string;
  /** Null: to the URL that a request named. */
  readonly endpointId: string | null;
  readonly url: string;
  readonly event: DeliveredEvent;
  readonly jobId: string | null;
  readonly state: "pending" | "delivering" | "delivered" | "failed";
  /** Of state `failed`. */
  readonly reason: DeliveryFailure | null;
  /** Attempts of the schedule that have been made; a redelivery begins it anew. */
  readonly step: number;
  readonly nextAttemptAt: number | null;
  /** When the event happened. */
  readonly createdAt: number;
  readonly completedAt: number | null;
  /** Oldest first; of very many, the last ones. */
  readonly attempts: readonly WebhookAttempt[];
}

/** A delivery whose next attempt is the claiming process's to make. */
export interface ClaimedDelivery extends WebhookDelivery {
  readonly host: string;
  readonly subject: WebhookSubject;
  /** Of the endpoint, or for URLs that requests name; none yet when empty. */
  readonly secrets: readonly SigningSecret[];
}

/** What has become of an attempt. */
export type AttemptOutcome =
  | { readonly kind: "delivered" }
  | { readonly kind: "retry"; readonly at: number }
  | { readonly kind: "failed"; readonly reason: Exclude<DeliveryFailure, "endpoint_disabled" | "endpoint_deleted"> };

export interface WebhookStore {
  /**
   * Durable. `origin`: see `AccountStore.adjust`; the endpoint made before is given back, with the new secret in place of
   * its own.
   */
  create(endpoint: {
    readonly id: string;
    readonly accountId: string;
    readonly url: string;
    readonly events: readonly WebhookEvent[];
    readonly description: string;
    readonly sealed: string;
    readonly maxEndpoints: number;
    readonly origin?: string | undefined;
    readonly now: number;
  }): Promise<{ readonly kind: "created"; readonly endpoint: WebhookEndpoint } | { readonly kind: "too_many" }>;
  find(wanted: { readonly accountId: string; readonly id: string }): Promise<WebhookEndpoint | undefined>;
  /** Oldest first; `after` as in `AccountStore.list`. */
  list(page: {
    readonly accountId: string;
    readonly limit: number;
    readonly after?: string | undefined;
  }): Promise<readonly WebhookEndpoint[]>;
  /**
   * Durable. A new URL holds for what is on its way, too. Disabled, its deliveries that have not ended fail; enabled
   * again, its failures are forgotten. Undefined: there is none.
   */
  change(change: {
    readonly accountId: string;
    readonly id: string;
    readonly url?: string | undefined;
    readonly events?: readonly WebhookEvent[] | undefined;
    readonly description?: string | undefined;
    readonly enabled?: boolean | undefined;
    readonly now: number;
  }): Promise<WebhookEndpoint | undefined>;
  /** Durable. Its deliveries that have not ended fail. False: there is none. */
  remove(removal: { readonly accountId: string; readonly id: string; readonly now: number }): Promise<boolean>;
  /** Durable. Gives it a new secret; older ones sign until `oldExpireAt`, or until they would have ended anyway. */
  rotate(rotation: {
    readonly accountId: string;
    readonly id: string;
    readonly sealed: string;
    readonly oldExpireAt: number;
    readonly now: number;
  }): Promise<WebhookEndpoint | undefined>;
  /** The secrets for URLs that requests name, newest first; `sealed` is kept when there are none. Durable. */
  accountSecrets(wanted: {
    readonly accountId: string;
    readonly sealed: string;
    readonly now: number;
  }): Promise<readonly SigningSecret[]>;
  /** As `rotate`, for URLs that requests name. Durable. */
  rotateAccountSecret(rotation: {
    readonly accountId: string;
    readonly sealed: string;
    readonly oldExpireAt: number;
    readonly now: number;
  }): Promise<void>;
  /** Enqueues `webhook.test` for an enabled endpoint. Durable. Undefined: there is none, or it is disabled. */
  test(test: {
    readonly accountId: string;
    readonly endpointId: string;
    readonly now: number;
  }): Promise<WebhookDelivery | undefined>;
  /** Newest first; `before` is the id of the last delivery of the page before. */
  deliveries(page: {
    readonly accountId: string;
    readonly endpointId?: string | undefined;
    readonly jobId?: string | undefined;
    readonly limit: number;
    readonly before?: string | undefined;
  }): Promise<readonly WebhookDelivery[]>;
  findDelivery(wanted: { readonly accountId: string; readonly id: string }): Promise<WebhookDelivery | undefined>;
  /**
   * Due at once, its schedule from the start; one that is under way is left alone. Durable. Undefined: there is none, or
   * its endpoint is gone or disabled.
   */
  redeliver(wanted: {
    readonly accountId: string;
    readonly id: string;
    readonly now: number;
  }): Promise<WebhookDelivery | undefined>;
  /**
   * The delivery that has been due longest, of no host of `exceptHosts`, now `delivering`; undefined: none is due. Not
   * durable: an attempt that is made twice has the same id.
   */
  claim(claim: {
    readonly instance: string;
    readonly exceptHosts: readonly string[];
    readonly now: number;
  }): Promise<ClaimedDelivery | undefined>;
  /**
   * The end of an attempt. `gone` disables the endpoint, and so does the tenth delivery in a row that failed when the
   * first of them is five days old. Durable. False: the delivery is no longer this process's (its endpoint is gone).
   */
  finishAttempt(finish: {
    readonly id: string;
    readonly instance: string;
    readonly attempt: WebhookAttempt;
    readonly outcome: AttemptOutcome;
    readonly now: number;
  }): Promise<boolean>;
  /** Due again, the attempt not counted: the process ends in order. */
  giveBack(claim: { readonly id: string; readonly instance: string; readonly now: number }): Promise<void>;
  /** When the next delivery is due; null: none is pending. */
  nextDueAt(): Promise<number | null>;
  counts(): Promise<{ readonly pending: number; readonly oldestDueAt: number | null }>;
  /**
   * Looks for accounts whose balance has come below `creditsLow` (null: a tenth of the monthly grant, or 1,000), once for
   * each time (an account that never had so much has not come below), and keys that expire in 14 days or in one, once each; enqueues what their accounts' endpoints want to know.
   */
  notice(notice: { readonly creditsLow: number | null; readonly now: number }): Promise<void>;
}
