import { CosError } from "./cos-error.ts";

export interface BoundsOptions {
  /** The greatest depth to which arrays and dictionaries, trees and chains may be nested; 500 by default. */
  readonly maxDepth?: number | undefined;
  /** The maximum number of bytes that one stream may be decoded to; 256 MiB by default. */
  readonly maxStreamBytes?: number | undefined;
  /**
   * The maximum number of bytes that all streams of the document may be decoded to together; a stream that is decoded
   * twice counts twice. 4 GiB by default.
   */
  readonly maxTotalBytes?: number | undefined;
  /** The maximum number of filters that one stream may have; 32 by default. */
  readonly maxFilters?: number | undefined;
  /** The highest object number, and how many objects there may be; 8,388,607 by default, the limit of table C.1. */
  readonly maxObjects?: number | undefined;
  /** The time that the work may take from the construction of the bounds on, in milliseconds; unlimited by default. */
  readonly timeoutMs?: number | undefined;
  /** A signal that is checked while working; when it is aborted, its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
}

const STEPS_BETWEEN_LOOKS = 4096;

/** The limits on what the work on one document may cost. Every loop whose length a document decides calls `step`. */
export class Bounds {
  readonly maxDepth: number;
  readonly maxStreamBytes: number;
  readonly maxFilters: number;
  readonly maxObjects: number;
  readonly #signal: AbortSignal | undefined;
  readonly #endMs: number;
  #remainingBytes: number;
  #steps = 0;

  constructor(options: BoundsOptions = {}) {
    this.maxDepth = options.maxDepth ?? 500;
    this.maxStreamBytes = options.maxStreamBytes ?? 256 * 2 ** 20;
    this.maxFilters = options.maxFilters ?? 32;
    this.maxObjects = options.maxObjects ?? 8_388_607;
    this.#remainingBytes = options.maxTotalBytes ?? 4 * 2 ** 30;
    this.#signal = options.signal;
    this.#endMs = performance.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Counts a step of work, or several, and, once in 4,096 steps, checks the clock and the signal.
   * @throws CosError `too_complex` when the time is over, or the signal's reason when it is aborted.
   */
  step(count = 1): void {
    this.#steps += count;
    if (this.#steps >= STEPS_BETWEEN_LOOKS) {
      this.#steps = 0;
      this.look();
    }
  }

  /**
   * Checks the clock and the signal at once; callers use it before a step that takes long by itself.
   * @throws CosError `too_complex` when the time is over, or the signal's reason when it is aborted.
   */
  look(): void {
    this.#signal?.throwIfAborted();
    if (performance.now() > this.#endMs) {
      throw new CosError("too_complex", "The document takes more time than it may.");
    }
  }

  /** The number of bytes that the next stream may be decoded to. */
  get decodableBytes(): number {
    return Math.min(this.maxStreamBytes, this.#remainingBytes);
  }

  /** Subtracts the decoded bytes of a stream from what all streams together may still be decoded to. */
  spendBytes(bytes: number): void {
    this.#remainingBytes -= bytes;
  }

  /**
   * Checks that `depth` is within the bounds.
   * @throws CosError `too_complex` when it is deeper than `maxDepth`
   */
  checkDepth(depth: number): void {
    if (depth > this.maxDepth) {
      throw new CosError("too_complex", `Objects are nested more than ${this.maxDepth} deep.`);
    }
  }
}
