import type { Job } from "./job-store.ts";

/** The events to which an endpoint can subscribe. */
export const WEBHOOK_EVENTS = ["job.complete", "job.failed", "job.cancelled", "credits.low", "key.expiring"] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** An event as it is delivered; `webhook.test` is sent when it is asked for, whatever an endpoint subscribes to. */
export type DeliveredEvent = WebhookEvent | "webhook.test";

/** The subject of an event, as it was at that time. */
export type WebhookSubject =
  /**
   * A job, whose `answer` is not kept. `baseUrl` is the service's address as the job's client knows it; null: not
   * known.
   */
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

/** A secret that signs, sealed by its user: with a copy of the store alone nothing can be signed. */
export interface SigningSecret {
  readonly sealed: string;
  /** The time at which the secret stops signing; null for the current one. */
  readonly expiresAt: number | null;
}

export type DisabledReason = "by_request" | "gone" | "failing";

export interface WebhookEndpoint {
  /** The endpoint's id: `whe_` and 16 characters of a-z0-9. */
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
  /** The status of the answer; null: there was no answer. */
  readonly status: number | null;
  /** The reason why there was no answer; null: there was one. */
  readonly error: string | null;
  /** The beginning of the answer's body. */
  readonly response: string | null;
}

export type DeliveryFailure =
  /** The address may not be reached from here. */
  | "blocked"
  /** The receiver answered with status 410. */
  | "gone"
  /** The last attempt of the schedule failed. */
  | "exhausted"
  | "endpoint_disabled"
  | "endpoint_deleted";

/** The states of a delivery. */
export const DELIVERY_STATES = ["pending", "delivering", "delivered", "failed"] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event on its way to one address. */
export interface WebhookDelivery {
  /** The delivery's id: `msg_` and 24 characters of a-z0-9; the header `webhook-id` of each attempt. */
  readonly id: string;
  readonly accountId: string;
  /** The endpoint; null: the delivery goes to the URL that a request named. */
  readonly endpointId: string | null;
  readonly url: string;
  readonly event: DeliveredEvent;
  readonly jobId: string | null;
  readonly state: DeliveryState;
  /** The reason of state `failed`. */
  readonly reason: DeliveryFailure | null;
  /** The number of attempts of the schedule that have been made; a redelivery starts it again. */
  readonly step: number;
  readonly nextAttemptAt: number | null;
  /** The time of the event. */
  readonly createdAt: number;
  readonly completedAt: number | null;
  /** The attempts, oldest first; of very many, the last ones. */
  readonly attempts: readonly WebhookAttempt[];
}

/** A delivery whose next attempt is the claiming process's to make. */
export interface ClaimedDelivery extends WebhookDelivery {
  readonly host: string;
  readonly subject: WebhookSubject;
  /** The secrets of the endpoint, or those for URLs that requests name; empty when there are none yet. */
  readonly secrets: readonly SigningSecret[];
}

/** The outcome of an attempt. */
export type AttemptOutcome =
  | { readonly kind: "delivered" }
  | { readonly kind: "retry"; readonly at: number }
  | { readonly kind: "failed"; readonly reason: Exclude<DeliveryFailure, "endpoint_disabled" | "endpoint_deleted"> };

export interface WebhookStore {
  /**
   * Creates an endpoint. With an `origin` (see `AccountStore.adjust`) that created one before, that endpoint is
   * returned, with the new secret in place of its former one. Durable.
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
  /** Lists endpoints, oldest first; `after` as in `AccountStore.list`. */
  list(page: {
    readonly accountId: string;
    readonly limit: number;
    readonly after?: string | undefined;
  }): Promise<readonly WebhookEndpoint[]>;
  /**
   * Changes an endpoint. A new URL applies to deliveries that are on their way, too. When the endpoint is disabled, its
   * deliveries that have not ended fail; when it is enabled again, its failures are forgotten. Returns undefined when
   * there is none. Durable.
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
  /** Removes an endpoint, whose deliveries that have not ended fail; returns false when there is none. Durable. */
  remove(removal: { readonly accountId: string; readonly id: string; readonly now: number }): Promise<boolean>;
  /**
   * Gives the endpoint a new secret; older ones sign until `oldExpireAt`, or until they would have ended anyway.
   * Durable.
   */
  rotate(rotation: {
    readonly accountId: string;
    readonly id: string;
    readonly sealed: string;
    readonly oldExpireAt: number;
    readonly now: number;
  }): Promise<WebhookEndpoint | undefined>;
  /** Returns the secrets for URLs that requests name, newest first; `sealed` is kept when there are none. Durable. */
  accountSecrets(wanted: {
    readonly accountId: string;
    readonly sealed: string;
    readonly now: number;
  }): Promise<readonly SigningSecret[]>;
  /** Gives the URLs that requests name a new secret, as `rotate` does for an endpoint. Durable. */
  rotateAccountSecret(rotation: {
    readonly accountId: string;
    readonly sealed: string;
    readonly oldExpireAt: number;
    readonly now: number;
  }): Promise<void>;
  /**
   * Enqueues `webhook.test` for an enabled endpoint; returns undefined when there is none, or it is disabled. Durable.
   */
  test(test: {
    readonly accountId: string;
    readonly endpointId: string;
    readonly now: number;
  }): Promise<WebhookDelivery | undefined>;
  /** Lists deliveries, newest first; `before` is the id of the last delivery of the page before. */
  deliveries(page: {
    readonly accountId: string;
    readonly endpointId?: string | undefined;
    readonly jobId?: string | undefined;
    readonly state?: DeliveryState | undefined;
    readonly limit: number;
    readonly before?: string | undefined;
  }): Promise<readonly WebhookDelivery[]>;
  findDelivery(wanted: { readonly accountId: string; readonly id: string }): Promise<WebhookDelivery | undefined>;
  /**
   * Makes a delivery due at once, its schedule from the start; one that is under way is left alone. Returns undefined
   * when there is none, or its endpoint is gone or disabled. Durable.
   */
  redeliver(wanted: {
    readonly accountId: string;
    readonly id: string;
    readonly now: number;
  }): Promise<WebhookDelivery | undefined>;
  /**
   * Claims the delivery that has been due longest, of no host of `exceptHosts` and no account of `exceptAccounts`; it is
   * `delivering` from now on. Returns undefined when none is due. Not durable: an attempt that is made twice has the same id.
   */
  claim(claim: {
    readonly instance: string;
    readonly exceptHosts: readonly string[];
    /** Ids of accounts. */
    readonly exceptAccounts: readonly string[];
    readonly now: number;
  }): Promise<ClaimedDelivery | undefined>;
  /**
   * Ends an attempt. The outcome `gone` disables the endpoint, and so does the tenth delivery in a row that failed when
   * the first of them is five days old. Returns false when the delivery is no longer this process's (its endpoint is
   * gone). Durable.
   */
  finishAttempt(finish: {
    readonly id: string;
    readonly instance: string;
    readonly attempt: WebhookAttempt;
    readonly outcome: AttemptOutcome;
    readonly now: number;
  }): Promise<boolean>;
  /** Makes the delivery due again without counting the attempt, because the process ends in order. */
  giveBack(claim: { readonly id: string; readonly instance: string; readonly now: number }): Promise<void>;
  /** Returns when the next delivery is due; null when none is pending. */
  nextDueAt(): Promise<number | null>;
  counts(): Promise<{ readonly pending: number; readonly oldestDueAt: number | null }>;
  /**
   * Looks for accounts whose balance has come below `creditsLow` (null: a tenth of the monthly grant, or 1,000), once
   * for each time (an account that never had so much has not come below), and for keys that expire in 14 days or in
   * one, once each; enqueues the events to which their accounts' endpoints subscribe.
   */
  notice(notice: { readonly creditsLow: number | null; readonly now: number }): Promise<void>;
}
