import { Failure } from "../../kernel/failure.ts";
import { ItemBuffer } from "./item-buffer.ts";
import type { PoolCall } from "./protocol.ts";

/** So many items may wait for their reader before the worker has to. */
const WAITING_ITEMS = 64;
/** A worker that crashes over a document may have been ill before; a second, fresh one was not. */
const ATTEMPTS = 2;

/** One call of the pool, from its place in the queue to its last item. */
export class Task {
  readonly call: PoolCall;
  readonly items = new ItemBuffer<object>(WAITING_ITEMS);
  /** Items that have been handed out: a second attempt produces them again, and they are passed over. */
  handedOut = 0;
  readonly #queuedMs = performance.now();
  #crashes = 0;
  #onCancel: () => void = () => undefined;

  constructor(call: PoolCall) {
    this.call = call;
  }

  get isBackground(): boolean {
    return this.call.work.isBackground === true;
  }

  get waitedMs(): number {
    return performance.now() - this.#queuedMs;
  }

  /** Nobody waits for anything more of this task. */
  get isOver(): boolean {
    return this.items.isEnded;
  }

  /** Ends the task at once, whatever is waiting to be read; does nothing to one that is over. */
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

  /** What to do when the task is cancelled while this attempt is under way. */
  onCancel(action: () => void): void {
    this.#onCancel = action;
  }

  /** Notes a crash. @returns whether the task may be tried again; if not, it has failed. */
  crashed(): boolean {
    this.#crashes++;
    if (this.#crashes < ATTEMPTS) {
      return true;
    }
    this.fail(tooComplex("crash", "The document made the engine crash twice."));
    return false;
  }
}

/** The document met a limit. `reason` is the fact for the log. */
export function tooComplex(reason: "time" | "memory" | "file-size" | "crash", message: string): Failure {
  return new Failure("document_too_complex", message, { facts: { reason } });
}
