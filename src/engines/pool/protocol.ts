import type { FailureCode } from "../../kernel/failure.ts";
import type { Work } from "../../kernel/timing/work.ts";

/*
 * The two sides of an engine process. The service (parent) sees a `WorkerPool`; the process (worker) serves `Methods`.
 * They exchange lines of JSON over one socket: only paths, numbers and short texts. Files are never sent: the parent
 * links a task's inputs into the worker's slot directory and moves the files that the worker names out of it.
 */

/** The arguments of a method inside the worker. All paths lie in the worker's slot. */
export interface MethodCall<Parameters = unknown> {
  readonly parameters: Parameters;
  readonly inputs: readonly string[];
  readonly outputDirectory: string;
}

/**
 * One method of a worker. It yields JSON items; a method that answers once yields one. An item with a member `file`
 * names a complete file that the method wrote to `outputDirectory`; the parent replaces the member by `path`. A method
 * throws `Failure` for what a caller can act on; anything else counts as a crash.
 */
export type Method = (call: MethodCall) => AsyncIterable<object> | Iterable<object>;
export type Methods = Readonly<Record<string, Method>>;

/** One call of a worker, as the parent makes it. */
export interface PoolCall {
  readonly method: string;
  readonly parameters: object;
  /** The service's files that are linked into the slot; the worker may read them. */
  readonly inputs: readonly string[];
  /** The directory that files named by items are moved to; needed only when the method names files. */
  readonly outputDirectory?: string;
  readonly work: Work;
}

export interface WorkerPool {
  /**
   * Runs one method on one worker and yields its items as they arrive. Leaving the loop early ends the work.
   * @throws Failure of the method; `document_too_complex` for time, memory, or a second crash (after a first one the
   * call is tried again on a new worker, without yielding an item twice); `queue_full` with fact `retryAfterSeconds`;
   * `engine_unavailable` when no worker can be started; `shutting_down`; the reason of `work.signal` when it is
   * aborted, in which case the worker is killed.
   */
  stream<Item>(call: PoolCall): AsyncGenerator<Item, void, undefined>;
  /** Runs a method that answers once, and returns its single item. */
  call<Item>(call: PoolCall): Promise<Item>;
}

/** A line from the parent. */
export type ParentMessage = {
  readonly kind: "run";
  readonly task: number;
  readonly method: string;
  readonly parameters: object;
  readonly inputs: readonly string[];
  readonly outputDirectory: string;
};

/**
 * A line from the worker. `residentBytes` is the memory that the worker holds at that moment, without mapped files; the
 * pool decides by it when to replace the worker.
 */
export type WorkerMessage =
  | { readonly kind: "ready"; readonly confinement: readonly string[]; readonly residentBytes: number }
  | { readonly kind: "item"; readonly task: number; readonly item: object }
  | { readonly kind: "done"; readonly task: number; readonly residentBytes: number }
  | {
      readonly kind: "failed";
      readonly task: number;
      readonly code: FailureCode;
      readonly message: string;
      readonly facts: Readonly<Record<string, unknown>>;
      readonly residentBytes: number;
    };
