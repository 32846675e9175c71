/** The right to run one operation; `release` may be called more than once. */
export interface OperationSlot {
  release(): void;
}

export type NoSlot = "too_many_concurrent" | "queue_full";

/** Counts how many operations are under way, for each key and altogether. */
export class OperationSlots {
  readonly #maxTotal: number;
  readonly #perKey = new Map<string, number>();
  #total = 0;

  /** Takes `maxTotal`, the number of operations that the workers run and that may wait for them. */
  constructor({ maxTotal }: { maxTotal: number }) {
    this.#maxTotal = maxTotal;
  }

  /** Returns why the key may not run one more operation; undefined when it may. */
  refusal(keyId: string, maxPerKey: number): NoSlot | undefined {
    if ((this.#perKey.get(keyId) ?? 0) >= maxPerKey) {
      return "too_many_concurrent";
    }
    return this.#total >= this.#maxTotal ? "queue_full" : undefined;
  }

  /** Takes a slot without checking; see `refusal`. */
  take(keyId: string): OperationSlot {
    this.#add(keyId, 1);
    let isHeld = true;
    return {
      release: () => {
        if (isHeld) {
          isHeld = false;
          this.#add(keyId, -1);
        }
      },
    };
  }

  #add(keyId: string, difference: 1 | -1): void {
    this.#total += difference;
    const count = (this.#perKey.get(keyId) ?? 0) + difference;
    if (count === 0) {
      this.#perKey.delete(keyId);
    } else {
      this.#perKey.set(keyId, count);
    }
  }
}
