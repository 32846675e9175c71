import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { assert } from "../../kernel/assert.ts";
import { Failure } from "../../kernel/failure.ts";
import type { WorkClass } from "../../kernel/work-class.ts";
import type { JobInputs } from "../blobs/job-inputs.ts";
import type { ResultFiles } from "../blobs/result-files.ts";
import type { Answer } from "../execution/execution.ts";
import { JobChanges } from "../jobs/job-changes.ts";
import type { Submission } from "../jobs/jobs.ts";
import { keepRequest } from "../jobs/kept-request.ts";
import { secondsToNextEnd } from "../jobs/pace.ts";
import type { HandedDebt, HandedOutcome, HandedRequestStore } from "../store/handed-request-store.ts";
import { newId } from "../store/ids.ts";
import { PACE_MS, type Pace } from "../store/job-store.ts";
import type { Log } from "../telemetry/log.ts";
import { HandedFailure } from "./handed-failure.ts";

/** A request that is to be done by another node: bound, inspected and priced, its credits held here. */
interface HandOver extends Pick<Submission, "caller" | "operation" | "fields" | "files" | "warnings" | "terms"> {
  readonly workClass: WorkClass;
  /** The credits that were quoted. */
  readonly quoted: number;
  /** The time that engines may work on it, in milliseconds. */
  readonly engineTimeMs: number;
  readonly acceptedAt: number;
  /** A directory of the request, for its result. */
  readonly directory: string;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  /** Called with what is owed for what another node has kept at a price. */
  readonly onOwed: (debt: HandedDebt) => void;
}

/** What another node has made of a request. */
interface Handed {
  /** The answer, its file in the request's directory; its charge is what it costs. */
  readonly answer: Answer;
  readonly cost: number;
  /** The pages of the result, where the input has none. */
  readonly pages: number | undefined;
}

interface HandedRequestsDeps {
  readonly store: HandedRequestStore;
  readonly inputs: JobInputs;
  readonly results: ResultFiles;
  /** The name by which the store knows this process. */
  readonly instance: string;
  /** The classes of which requests are done here. */
  readonly classes: readonly WorkClass[];
  readonly maxWaiting: number;
  /** The interval at which the store is looked at, in case a notice went lost, in milliseconds. */
  readonly pollMs: number;
  readonly log: Log;
  readonly now: () => number;
}

/** The time between ends that is taken where none was seen, in milliseconds. */
const UNKNOWN_MS = 5000;
/** The greatest number of ends that are remembered. */
const MOST_ENDS = 1000;

/** Hands synchronous requests for which this node has no engine to others, and waits for them. */
export class HandedRequests {
  readonly #deps: HandedRequestsDeps;
  readonly #changes = new JobChanges();
  /** When each request that is under way was handed over, by its id. */
  readonly #handed = new Map<string, number>();
  readonly #ends: number[] = [];

  constructor(deps: HandedRequestsDeps) {
    this.#deps = deps;
  }

  /** Whether requests of the class are done by others. */
  takes(workClass: WorkClass): boolean {
    return !this.#deps.classes.includes(workClass);
  }

  /** Wakes who waits for the request; called when it is done. */
  tell(id: string): void {
    this.#changes.tell(id);
  }

  /**
   * Has another node do the request, and waits for it. When `signal` is aborted, the other node stops.
   * @throws HandedFailure; Failure `queue_full`, `storage_unavailable`; the reason of `signal`
   */
  async do(order: HandOver): Promise<Handed> {
    const { store, inputs, instance, maxWaiting, now } = this.#deps;
    const { operation, workClass, caller, quoted, engineTimeMs, acceptedAt, onOwed } = order;
    const id = newId.job();
    try {
      await keepRequest(id, { ...order, handed: { quoted, engineTimeMs, acceptedAt } }, inputs);
      const request = { id, operation, workClass, accountId: caller.account.id, requester: instance };
      if (!(await store.hand({ ...request, maxWaiting, now: now() }))) {
        throw new Failure("queue_full", `${maxWaiting} requests wait for workers (${workClass}); try again later.`, {
          facts: { retryAfterSeconds: secondsToNextEnd(this.#pace(), UNKNOWN_MS) },
        });
      }
      this.#handed.set(id, now());
      const outcome = await this.#outcome(id, order.signal);
      if (outcome.kind === "failed") {
        throw new HandedFailure(outcome);
      }
      return {
        answer: await this.#fetched(outcome, order.directory),
        cost: outcome.cost,
        pages: outcome.pages ?? undefined,
      };
    } finally {
      this.#noteEnd(id);
      onOwed(await store.withdraw(id).catch(() => ({ credits: 0, pages: 0 })));
      await this.#remove(id);
    }
  }

  /** Remembers that a request ended which another node had in work. */
  #noteEnd(id: string): void {
    if (this.#handed.delete(id)) {
      this.#ends.push(this.#deps.now());
      this.#ends.splice(0, this.#ends.length - MOST_ENDS);
    }
  }

  /** Returns how many requests of this node ended since the one was handed over that is under way the longest. */
  #pace(): Pace {
    const now = this.#deps.now();
    const [oldest = 0] = this.#handed.values();
    const since = Math.max(oldest, now - PACE_MS);
    return { ended: this.#ends.filter((end) => end > since).length, withinMs: now - since };
  }

  async #outcome(id: string, signal: AbortSignal): Promise<HandedOutcome> {
    for (;;) {
      // The watch begins before the store is looked at, so that an end right after it is noticed.
      using watch = this.#changes.watch(id);
      const state = await this.#deps.store.find(id);
      signal.throwIfAborted();
      if (state === undefined) {
        throw new Failure(
          "storage_unavailable",
          "The service was cut off from its database while it worked. Nothing has been charged; send the request again.",
        );
      }
      if (state.outcome !== null) {
        return state.outcome;
      }
      await watch.changed(this.#deps.pollMs, signal);
      signal.throwIfAborted();
    }
  }

  /** Brings the answer of another node here. */
  async #fetched({ answer }: Extract<HandedOutcome, { kind: "complete" }>, directory: string): Promise<Answer> {
    const { body, ...head } = answer;
    assert(body.kind !== "sealed", "the answer of an operation holds no secret");
    if (body.kind !== "file") {
      return { ...head, body };
    }
    const { results } = this.#deps;
    const opened = await results.open(body.name);
    assert(opened !== undefined, "the result of a request that was handed over is there");
    const path = join(directory, "handed-result");
    await pipeline(opened.content, createWriteStream(path));
    // What is left is swept later.
    await results.remove(body.name).catch(() => undefined);
    return { ...head, body: { kind: "file", path, sizeBytes: body.sizeBytes } };
  }

  async #remove(id: string): Promise<void> {
    try {
      await this.#deps.inputs.remove(id);
    } catch (error) {
      // They are swept later.
      this.#deps.log.warn({ err: error, request: id }, "the inputs of a request could not be removed");
    }
  }
}
