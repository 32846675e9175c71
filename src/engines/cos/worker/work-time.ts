import { Bounds } from "@quire/cos";

/** The time that one call may take, from now on, however many documents it opens and writes. */
export class WorkTime {
  readonly #endMs: number;

  constructor(timeoutMs: number) {
    this.#endMs = performance.now() + timeoutMs;
  }

  get remainingMs(): number {
    return Math.max(0, this.#endMs - performance.now());
  }

  /** Returns bounds for one document that is written: what it may decode is counted from zero, the time is not. */
  bounds(): Bounds {
    return new Bounds({ timeoutMs: this.remainingMs });
  }
}
