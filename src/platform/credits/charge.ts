import { assert } from "../../kernel/assert.ts";
import { Failure, type FailureCode } from "../../kernel/failure.ts";
import type { Caller } from "../auth/callers.ts";
import type { RequestParts } from "../blobs/request-parts.ts";
import type { ResultFiles } from "../blobs/result-files.ts";
import type { Answer } from "../execution/execution.ts";
import { keepAnswer, type UnsealedAnswer } from "../execution/kept-answers.ts";
import { beginOnce, isRemembered, type RepeatableRequest } from "../idempotency/idempotency.ts";
import { type CallOutcome, outcomeOf, type Remembered, type TakenKey } from "../store/credit-store.ts";
import { newId } from "../store/ids.ts";
import type { Store } from "../store/store.ts";
import type { StoredAnswer } from "../store/stored-answer.ts";
import type { Metering } from "./metering.ts";
import { amountDue, type PaymentTerms } from "./payment-terms.ts";
import { RequestCheckpoints } from "./request-checkpoints.ts";
import type { RetryQueue } from "./retry-queue.ts";

export interface ChargeDeps {
  readonly store: Pick<Store, "credits" | "idempotency">;
  readonly results: ResultFiles;
  readonly requestParts: RequestParts;
  readonly metering: Metering;
  readonly retryQueue: RetryQueue;
  /** The name by which the store knows this process. */
  readonly instance: string;
  /** The time for which the file of a remembered answer is kept, in milliseconds. */
  readonly retentionMs: number;
  /** The bytes that may be stored for an account; infinity: any number. */
  readonly maxStoredBytes: number;
  readonly now: () => number;
}

export interface ChargeRequest {
  readonly caller: Caller;
  readonly operation: string;
  /** Present when the request has an Idempotency-Key. */
  readonly repeatable?: RepeatableRequest | undefined;
}

/** A failure as it is answered, without the request's id. */
export interface Refusal {
  readonly status: number;
  readonly code: FailureCode;
  readonly members: object;
}

/**
 * Opens the charge of one request, or finds what the request was answered before.
 * @throws Failure `idempotency_in_progress`, `idempotency_mismatch`
 */
export async function openCharge(
  request: ChargeRequest,
  deps: ChargeDeps,
): Promise<
  { readonly kind: "charge"; readonly charge: Charge } | { readonly kind: "replay"; readonly answer: StoredAnswer }
> {
  const { repeatable } = request;
  if (repeatable === undefined) {
    return { kind: "charge", charge: new Charge(request, deps, { isPaid: false, paidCredits: 0 }) };
  }
  const begun = await beginOnce(deps.store.idempotency, repeatable, { instance: deps.instance, now: deps.now() });
  return begun.kind === "replay" ? begun : { kind: "charge", charge: new Charge(request, deps, begun) };
}

/**
 * Keeps the charge of one request and its memory for repetition: credits are held, then settled with its success or
 * released with anything else, exactly once, and an Idempotency-Key is ended with them. Disposing of it releases what
 * has not been settled. What is owed for checkpoints by then is charged all the same: others were paid for it.
 */
export class Charge implements AsyncDisposable {
  readonly #request: ChargeRequest;
  readonly #deps: ChargeDeps;
  readonly #isPaid: boolean;
  /** The part of its price that the request pays. */
  readonly terms: PaymentTerms;
  readonly checkpoints: RequestCheckpoints;
  #hold: { readonly id: string; amount: number } | undefined;
  #isEnded = false;
  /** What another node has kept at a price. */
  #owed = { credits: 0, pages: 0 };
  /** When the request had been received, from which its latency is counted. */
  readonly #startedAt: number;
  /** The credits that were charged so far. */
  charged = 0;
  /** The credits that the account has left, as far as this request knows; undefined before it knows. */
  creditsRemaining: number | undefined;

  constructor(
    request: ChargeRequest,
    deps: ChargeDeps,
    { isPaid, paidCredits }: { readonly isPaid: boolean; readonly paidCredits: number },
  ) {
    this.#request = request;
    this.#deps = deps;
    this.#isPaid = isPaid;
    this.terms = { isFree: isPaid || deps.metering.isFree(request.caller), paidCredits };
    const { repeatable } = request;
    const { requestParts: parts, store, maxStoredBytes, retentionMs, now } = deps;
    this.#startedAt = now();
    this.checkpoints = new RequestCheckpoints(
      repeatable && {
        parts,
        request: parts.nameOf(repeatable),
        accountId: repeatable.accountId,
        store: store.idempotency,
        maxStoredBytes,
        expiresAt: () => now() + retentionMs,
      },
    );
  }

  /** Returns what the request pays for work that costs `credits`. */
  payable(credits: number): number {
    return amountDue(this.terms, credits);
  }

  /**
   * Holds the credits that the request may cost.
   * @throws Failure `insufficient_credits` with facts `required` and `available`
   */
  async hold(credits: number): Promise<void> {
    const { store, instance, now } = this.#deps;
    const { caller, operation } = this.#request;
    const id = newId.hold();
    const amount = this.payable(credits);
    const place = { accountId: caller.account.id, keyId: caller.key.id, operation };
    const held = await store.credits.hold({ id, ...place, amount, instance, now: now() });
    this.#noteAvailable(held.available);
    if (held.kind === "short") {
      throw insufficientCredits(amount, held.available);
    }
    this.#hold = { id, amount };
  }

  /**
   * Raises what is held to `cost` credits, where the work has turned out to cost more than was held for it.
   * @throws Failure `insufficient_credits` with facts `required` and `available`
   */
  async raise(cost: number): Promise<void> {
    assert(this.#hold !== undefined, "credits are held before the hold is raised");
    const amount = this.payable(cost);
    if (amount <= this.#hold.amount) {
      return;
    }
    const { store, now } = this.#deps;
    const raised = await store.credits.raise({ holdId: this.#hold.id, amount, now: now() });
    if (raised.kind === "short") {
      throw resultTooDear(amount, raised.available);
    }
    this.#hold.amount = amount;
    this.#noteAvailable(raised.available);
  }

  /**
   * Charges `cost` credits for the answer that `answerFor` makes from the number of credits charged, and remembers the
   * answer.
   * @throws Failure `storage_full` when the answer is more than may be stored for the account, `storage_unavailable` when
   * the hold was given back, or the Idempotency-Key taken away, meanwhile; nothing is charged then
   */
  async settle(
    { cost, pages }: { readonly cost: number; readonly pages: number },
    answerFor: (charged: number) => Answer,
  ): Promise<{ readonly answer: Answer; readonly charged: number }> {
    assert(this.#hold !== undefined, "credits are held before they are charged");
    const { store, results, now } = this.#deps;
    const charge = this.payable(cost);
    const made = answerFor(charge);
    const remembered = await this.#remembered(made);
    const holdId = this.#hold.id;
    try {
      const startedAt = this.#startedAt;
      const settled = await store.credits.settle({ holdId, charge, pages, remembered, startedAt, now: now() });
      if ("kind" in settled) {
        throw settled.kind === "key_lost" ? cutOff() : storageFull(this.#deps.maxStoredBytes);
      }
      const { charged, available } = settled;
      this.#isEnded = true;
      this.charged = charged;
      this.#noteAvailable(available);
      if (charged < charge) {
        // The lease of this process had ended, and others have given its hold back. The repetition of the request may be in
        // work on another node by now, so that nothing of it is touched.
        throw cutOff();
      }
      await this.checkpoints.forget();
      return { answer: made, charged };
    } catch (error) {
      if (remembered?.answer.body.kind === "file") {
        await results.remove(remembered.answer.body.name).catch(() => {});
      }
      throw error;
    }
  }

  /** Sets what is owed for what another node has kept at a price; it is charged as what is kept here. */
  owe(debt: { readonly credits: number; readonly pages: number }): void {
    this.#owed = { ...debt };
  }

  /** Ends the request with no charge but for what is owed by then, and remembers a refusal that the same request would meet again. */
  async refuse({ status, code, members }: Refusal): Promise<void> {
    const remembers = isRemembered(status, code) && !this.#isPaid;
    const remembered = remembers
      ? await this.#remembered({
          status,
          headers: { "content-type": "application/json", "cache-control": "no-store" },
          body: { kind: "problem", code, members },
        })
      : undefined;
    await this.#release({ remembered, outcome: outcomeOf(status) });
  }

  /** Ends the request whose client went away: as `refuse` does, with nothing to remember and no error counted. */
  async giveUp(): Promise<void> {
    await this.#release({ outcome: "given_up" });
  }

  /** The Idempotency-Key of a request that is answered with a job; the job's transaction remembers the answer. */
  get idempotencyKey(): string | undefined {
    return this.#request.repeatable?.idempotencyKey;
  }

  /** Ends the charge because a job has taken it over in its transaction, which left `available` credits. */
  handOver(available: number): void {
    this.#isEnded = true;
    this.#noteAvailable(available);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.giveUp();
  }

  async #release(end: EndWithoutResult): Promise<void> {
    if (this.#isEnded) {
      return;
    }
    this.#isEnded = true;
    const { retryQueue } = this.#deps;
    await retryQueue.attempt(() => this.#giveBack(end));
    if (this.#hold === undefined) {
      countFailure({ ...this.#request, outcome: end.outcome }, this.#deps);
    }
  }

  async #giveBack({ remembered, outcome }: EndWithoutResult): Promise<void> {
    const { store, now } = this.#deps;
    const own = await this.checkpoints.owed();
    const owed = { credits: own.credits + this.#owed.credits, pages: own.pages + this.#owed.pages };
    const charge = this.payable(owed.credits);
    const holdId = this.#hold?.id;
    if (holdId !== undefined && charge > 0) {
      const settlement = { holdId, charge, pages: owed.pages, outcome, now: now() };
      const settled = await store.credits.settle({
        ...settlement,
        remembered,
        partlyPaid: remembered === undefined ? this.#taken() : undefined,
      });
      if ("kind" in settled && settled.kind === "key_lost") {
        // What others were paid for is kept for the request's repetition, which is charged for it where it is answered.
        this.#noteAvailable((await store.credits.release({ holdId, outcome, now: now() })).available);
        return;
      }
      if ("kind" in settled) {
        // There is no room for the answer; what is owed is charged all the same.
        await this.#giveBack({ outcome });
        return;
      }
      this.charged = settled.charged;
      this.#noteAvailable(settled.available);
    } else if (holdId !== undefined) {
      const { available } = await store.credits.release({ holdId, remembered, outcome, now: now() });
      this.#noteAvailable(available);
    } else if (remembered !== undefined) {
      await store.idempotency.finish(remembered);
    }
    if (remembered !== undefined) {
      await this.checkpoints.forget();
    }
    const taken = this.#taken();
    if (taken !== undefined && remembered === undefined) {
      await store.idempotency.abandon(taken);
    }
  }

  /** Returns the Idempotency-Key as this process has taken it; undefined when the request has none. */
  #taken(): TakenKey | undefined {
    const { repeatable } = this.#request;
    const { instance } = this.#deps;
    return repeatable && { accountId: repeatable.accountId, idempotencyKey: repeatable.idempotencyKey, instance };
  }

  async #remembered(answer: Answer): Promise<(Remembered & { readonly answer: UnsealedAnswer }) | undefined> {
    const taken = this.#taken();
    if (taken === undefined) {
      return undefined;
    }
    const { results, retentionMs, maxStoredBytes, now } = this.#deps;
    const fileExpiresAt = answer.body.kind === "file" ? now() + retentionMs : null;
    return { ...taken, answer: await keepAnswer(answer, results), fileExpiresAt, maxStoredBytes };
  }

  #noteAvailable(available: number): void {
    this.creditsRemaining = this.#deps.metering.shown(available);
  }
}

/** How a request ends that has no result. */
interface EndWithoutResult {
  readonly remembered?: Remembered | undefined;
  readonly outcome: Exclude<CallOutcome, "delivered">;
}

/**
 * Counts a call that failed before credits were held for it. The caller's answer neither waits for it nor depends on it: a
 * count that cannot be written is lost.
 */
export function countFailure(
  { caller, operation, outcome }: Pick<ChargeRequest, "caller" | "operation"> & Pick<EndWithoutResult, "outcome">,
  { store, now }: Pick<ChargeDeps, "store" | "now">,
): void {
  if (outcome !== "given_up") {
    const place = { accountId: caller.account.id, keyId: caller.key.id, operation };
    void store.credits.countFailure({ ...place, outcome, now: now() }).catch(() => {});
  }
}

/** Makes the failure of what would be more than may be stored for an account. */
export const storageFull = (maxBytes = Number.POSITIVE_INFINITY): Failure =>
  new Failure(
    "storage_full",
    `The account has stored ${maxBytes} bytes, the most that it may; delete results or templates that are no longer ` +
      "needed, or wait until they expire.",
  );

/** Makes the failure of a request whose process has lost what it had claimed in the database. */
export const cutOff = (): Failure =>
  new Failure(
    "storage_unavailable",
    "The service was cut off from its database while it worked, and the result was discarded. Nothing has been " +
      "charged; send the request again.",
  );

export const insufficientCredits = (required: number, available: number): Failure =>
  new Failure(
    "insufficient_credits",
    `This costs ${required === 1 ? "1 credit" : `${required} credits`}; the account has ${available} left. The operator grants more.`,
    {
      facts: { required, available },
    },
  );

/** Makes the failure of work whose price was known only when it was done, and which the account cannot pay. */
export const resultTooDear = (required: number, available: number): Failure =>
  new Failure(
    "insufficient_credits",
    `The result costs ${required} credits, which is known only once it has been made; the account has ${available} left. ` +
      "The result has been discarded and nothing has been charged. Get more credits, or ask for fewer pages.",
    { facts: { required, available } },
  );
