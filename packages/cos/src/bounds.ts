import { CosError } from "./cos-error.ts";

export interface BoundsOptions {
  /** Nested arrays and dictionaries, trees, chains. */
  readonly maxDepth?: number | undefined;
  /** Decoded bytes of one stream. */
  readonly maxStreamBytes?: number | undefined;
  /** Decoded bytes of all streams of the document that are decoded, each time anew. */
  readonly maxTotalBytes?: number | undefined;
  /** Filters of one stream. */
  readonly maxFilters?: number | undefined;
  /** Numbers that objects may have (table C.1 knows 8,388,607), and how many there may be. */
  readonly maxObjects?: number | undefined;
  /** Time from now on. */
  readonly timeoutMs?: number | undefined;
  /** Looked at while working, and thrown as its reason. */
  readonly signal?: AbortSignal | undefined;
}

const STEPS_BETWEEN_LOOKS = 4096;

/** What the work on one document may cost. Every loop whose length a document decides calls `step`. */
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
   * Counts a step of work; now and then looks at the clock and the signal.
   * @throws CosError `too_complex`, or the signal's reason
   */
  step(): void {
    this.#steps++;
    if (this.#steps >= STEPS_BETWEEN_LOOKS) {
      this.#steps = 0;
      this.look();
    }
  }

  /** Looks at the clock and the signal now: before a step that takes long by itself. */
  look(): void {
    this.#signal?.throwIfAborted();
    if (performance.now() > this.#endMs) {
      throw new CosError("too_complex", "The document takes more time than it may.");
    }
  }

  /** How many bytes the next stream may be decoded to. */
  get decodableBytes(): number {
    return Math.min(this.maxStreamBytes, this.#remainingBytes);
  }

  /** Counts the decoded bytes of a stream. */
  spendBytes(bytes: number): void {
    this.#remainingBytes -= bytes;
  }

  /** @throws CosError `too_complex` */
  checkDepth(depth: number): void {
    if (depth > this.maxDepth) {
      throw new CosError("too_complex", `Objects are nested more than ${this.maxDepth} deep.`);
    }
  }
}
