import { Failure } from "../../kernel/failure.ts";
import { ItemBuffer } from "./item-buffer.ts";
import type { PoolCall } from "./protocol.ts";

/** The number of items that may wait for their reader before the worker has to wait. */
const WAITING_ITEMS = 64;
/**
 * The number of times that a task is tried. A worker that crashes over a document may have been damaged before it; a
 * second, new one was not.
 */
const ATTEMPTS = 2;

/** One call of the pool, from its place in the queue to its last item. */
export class Task {
  readonly call: PoolCall;
  readonly items = new ItemBuffer<object>(WAITING_ITEMS);
  /** The number of items that have been handed out: a second attempt produces them again, and they are skipped. */
  handedOut = 0;
  #crashes = 0;
  #onCancel: () => void = () => undefined;

  constructor(call: PoolCall) {
    this.call = call;
  }

  /** Whether the task has ended, so that no one waits for anything more of it. */
  get isOver(): boolean {
    return this.items.isEnded;
  }

  /** Ends the task at once and drops items that wait to be read; does nothing to one that is over. */
  cancel(reason: unknown): void {
    if (!this.isOver) {
      this.items.abort(reason);
      this.#onCancel();
    }
  }

  /** Ends the task with a failure, after the items that came before it. */
  fail(error: unknown): void {
    this.items.end({ error });
  }

  /** Sets what is done when the task is cancelled during this attempt. */
  onCancel(action: () => void): void {
    this.#onCancel = action;
  }

  /**
   * Records that the worker was lost.
   * @returns whether the task may be tried again; if not, it has ended with `failure`
   */
  crashed(failure: Failure): boolean {
    this.#crashes++;
    if (this.#crashes < ATTEMPTS) {
      return true;
    }
    this.fail(failure);
    return false;
  }
}

/** Returns the failure of a document that met a limit. `reason` is the fact for the log. */
export function tooComplex(reason: "time" | "memory" | "threads" | "file-size" | "crash", message: string): Failure {
  return new Failure("document_too_complex", message, { facts: { reason } });
}
