import { assert } from "../../kernel/assert.ts";
import { observed, occurred } from "../../kernel/observation.ts";
import { sleep, systemClock } from "../../kernel/timing/clock.ts";
import { withRetries } from "../../kernel/timing/retry-policy.ts";
import type { WebFetch } from "../egress/web-fetch.ts";
import type { Store } from "../store/store.ts";
import type { AttemptOutcome, ClaimedDelivery, DeliveredEvent, SigningSecret } from "../store/webhook-store.ts";
import type { Log } from "../telemetry/log.ts";
import { HostSlots } from "./host-slots.ts";
import { type MessageDeps, messageBody } from "./message.ts";
import { type Posted, post } from "./posting.ts";
import { nextAttemptAt } from "./schedule.ts";
import { bytesOfSecret, newWebhookSecret, sealSecret, unsealSecret } from "./secrets.ts";
import { signatureHeaders } from "./signing.ts";

/** An attempt that has been made, for the metrics. */
export interface MadeAttempt {
  readonly event: DeliveredEvent;
  readonly outcome: AttemptOutcome["kind"];
  readonly seconds: number;
}

export interface DelivererDeps extends MessageDeps {
  readonly store: Pick<Store, "webhooks">;
  readonly fetch: WebFetch;
  readonly pepper: Buffer;
  /** The name by which the store knows this process. */
  readonly instance: string;
  readonly version: string;
  /** The number of credits below which an account is notified; null: the threshold follows from its monthly grant. */
  readonly creditsLow: number | null;
  readonly log: Log;
  /** Returns the time, in milliseconds of Unix time. */
  readonly now: () => number;
  /** Returns a random number from 0 to below 1. */
  readonly random: () => number;
  /** The time that one attempt waits for an answer, in milliseconds; absent: 15 s. */
  readonly timeoutMs?: number | undefined;
  readonly onAttempt?: ((made: MadeAttempt) => void) | undefined;
}

/** The interval at which the store is asked for due deliveries, in milliseconds. */
const POLL_MS = 500;
/** The interval at which the store is asked for low credits and keys about to expire, in milliseconds. */
const NOTICE_EVERY_MS = 10_000;
/**
 * The time that a delivery waits that cannot be sent at all, for example because another pepper sealed its secret, in
 * milliseconds.
 */
const UNSENDABLE_MS = 60_000;
const STORE_RETRY_MS = 1000;

/**
 * Sends the deliveries that are due in the store: at least once, each attempt with the same id. The state of every
 * delivery is in the store; this process knows only the attempts that it has under way.
 */
export class WebhookDeliverer {
  readonly #deps: DelivererDeps;
  readonly #slots = new HostSlots();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #starting: Promise<void> | undefined;
  #noticedAt = -Infinity;

  constructor(deps: DelivererDeps) {
    this.#deps = deps;
  }

  /** Starts to poll the store for due deliveries. */
  start(): void {
    this.#timer = setInterval(() => void this.wake(), POLL_MS).unref();
  }

  /** Begins the attempts that are due and find a place. Never throws: what the store refuses is tried again. */
  wake(): Promise<void> {
    return (this.#starting ??= this.#begin()
      .catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, "webhooks could not be read; it is tried again");
      })
      .finally(() => {
        this.#starting = undefined;
      }));
  }

  /** Waits until nothing is due and nothing is under way. */
  async settled(): Promise<void> {
    for (await this.wake(); this.#underWay.size > 0; await this.wake()) {
      await Promise.all(this.#underWay);
    }
  }

  /** Cancels the attempts that are under way, which are due again, and stops polling. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort(new Error("The service is shutting down."));
    await this.#starting;
    await Promise.all(this.#underWay);
  }

  async #begin(): Promise<void> {
    const { store, now, creditsLow } = this.#deps;
    if (Math.abs(now() - this.#noticedAt) >= NOTICE_EVERY_MS) {
      this.#noticedAt = now();
      await store.webhooks.notice({ creditsLow, now: now() });
    }
    const dueAt = await store.webhooks.nextDueAt();
    // Reading does not occupy the thread that writes.
    for (let isDue = dueAt !== null && dueAt <= now(); isDue; ) {
      if (this.#slots.isFull || this.#stopping.signal.aborted) {
        return;
      }
      const claimed = await this.#claim();
      isDue = claimed !== undefined;
      if (claimed !== undefined) {
        this.#track(this.#attempt(claimed));
      }
    }
  }

  /**
   * Claims the delivery that has been due longest: of an account that has no attempt under way, or else of one that may
   * have another. Who has many receivers that are slow does not keep the events of others waiting.
   */
  async #claim(): Promise<ClaimedDelivery | undefined> {
    const { store, instance, now } = this.#deps;
    const claim = { instance, exceptHosts: this.#slots.taken(), now: now() };
    const exceptAccounts = this.#slots.accountsWithPlaces();
    const first = await store.webhooks.claim({ ...claim, exceptAccounts });
    return first !== undefined || exceptAccounts.length === 0
      ? first
      : store.webhooks.claim({ ...claim, exceptAccounts: this.#slots.accountsTaken() });
  }

  #track(attempt: Promise<void>): void {
    const tracked = attempt.finally(() => {
      this.#underWay.delete(tracked);
      void (this.#stopping.signal.aborted || this.wake());
    });
    this.#underWay.add(tracked);
  }

  async #attempt(delivery: ClaimedDelivery): Promise<void> {
    const { store, instance, log, now, onAttempt } = this.#deps;
    const { id, event } = delivery;
    this.#slots.enter(delivery);
    const startedMs = performance.now();
    try {
      const posted = await observed("webhook", { event, delivery: id }, () => this.#post(delivery));
      const { attempt } = posted;
      const outcome = this.#outcomeOf(delivery, posted);
      await this.#insist(() => store.webhooks.finishAttempt({ id, instance, attempt, outcome, now: now() }));
      if (outcome.kind === "retry") {
        occurred({ kind: "retry", of: "webhook" });
      }
      onAttempt?.({ event, outcome: outcome.kind, seconds: (performance.now() - startedMs) / 1000 });
      log.info(
        { webhook: id, event, status: attempt.status, outcome: outcome.kind },
        "an attempt to deliver a webhook has ended",
      );
    } catch (error) {
      if (!this.#stopping.signal.aborted) {
        log.error({ err: error, webhook: id }, "an attempt to deliver a webhook failed; it is made again");
      }
      const again = now() + (this.#stopping.signal.aborted ? 0 : UNSENDABLE_MS);
      await store.webhooks.giveBack({ id, instance, now: again }).catch((failure: unknown) => {
        log.warn({ err: failure, webhook: id }, "a webhook will be attempted again only after a restart");
      });
    } finally {
      this.#slots.leave(delivery, performance.now() - startedMs);
    }
  }

  async #post(delivery: ClaimedDelivery): Promise<Posted> {
    const { now, version } = this.#deps;
    const body = messageBody(delivery, this.#deps);
    const keys = await this.#keysOf(delivery);
    const signed = { id: delivery.id, timestampSeconds: Math.floor(now() / 1000), body };
    const headers = {
      "content-type": "application/json",
      "user-agent": `Quire/${version}`,
      ...signatureHeaders(signed, keys),
    };
    return post({ url: delivery.url, headers, body }, this.#deps, this.#stopping.signal);
  }

  /**
   * Returns the keys that sign a delivery.
   * @throws AssertionError when another pepper sealed the secrets
   */
  async #keysOf({ accountId, endpointId, secrets }: ClaimedDelivery): Promise<readonly Buffer[]> {
    const { store, pepper, now } = this.#deps;
    const isFirst = secrets.length === 0 && endpointId === null;
    const known: readonly SigningSecret[] = isFirst
      ? await store.webhooks.accountSecrets({ accountId, sealed: sealSecret(newWebhookSecret(), pepper), now: now() })
      : secrets;
    const keys = known.flatMap(({ sealed }) => bytesOfSecret(unsealSecret(sealed, pepper) ?? "") ?? []);
    assert(keys.length > 0, "a webhook has a secret that this service's pepper opens");
    return keys;
  }

  #outcomeOf({ step }: ClaimedDelivery, { attempt: { status }, isBlocked, retryAfterMs }: Posted): AttemptOutcome {
    if (status !== null && status >= 200 && status < 300) {
      return { kind: "delivered" };
    }
    // What may not be reached now will not be later; a receiver that answers 410 wants no more.
    if (isBlocked || status === 410) {
      return { kind: "failed", reason: isBlocked ? "blocked" : "gone" };
    }
    const { now, random } = this.#deps;
    const at = nextAttemptAt({ attemptsMade: step + 1, now: now(), random: random(), retryAfterMs });
    return at === undefined ? { kind: "failed", reason: "exhausted" } : { kind: "retry", at };
  }

  /**
   * Writes the outcome of an attempt, again and again until the store takes it. Should this process end first, the
   * attempt is made again.
   */
  async #insist(write: () => Promise<unknown>): Promise<void> {
    await withRetries(write, async (error) => {
      this.#stopping.signal.throwIfAborted();
      this.#deps.log.warn({ err: error }, "the store refuses the outcome of a webhook; it is tried again");
      await sleep(systemClock, STORE_RETRY_MS, this.#stopping.signal);
    });
  }
}
