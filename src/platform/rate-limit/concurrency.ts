/** The right to run one operation; `release` may be called more than once. */
export interface ConcurrencySlot {
  release(): void;
}

/** Who an operation counts for, and how many each may have at the same time. */
export interface ConcurrencyBounds {
  readonly keyId: string;
  readonly ofKey: number;
  readonly accountId: string;
  readonly ofAccount: number;
}

/** Counts how many operations are under way, for each key and for each account. */
export class Concurrency {
  readonly #counts = new Map<string, number>();

  /** Returns whose operations are as many as they may be; undefined when there may be one more. */
  exhausted({ keyId, ofKey, accountId, ofAccount }: ConcurrencyBounds): "key" | "account" | undefined {
    if (this.#countOf(keyId) >= ofKey) {
      return "key";
    }
    return this.#countOf(accountId) >= ofAccount ? "account" : undefined;
  }

  /** Counts one operation without checking; see `exhausted`. */
  take({ keyId, accountId }: Pick<ConcurrencyBounds, "keyId" | "accountId">): ConcurrencySlot {
    this.#add([keyId, accountId], 1);
    let isHeld = true;
    return {
      release: () => {
        if (isHeld) {
          isHeld = false;
          this.#add([keyId, accountId], -1);
        }
      },
    };
  }

  #countOf(id: string): number {
    return this.#counts.get(id) ?? 0;
  }

  #add(ids: readonly string[], difference: 1 | -1): void {
    for (const id of ids) {
      const count = this.#countOf(id) + difference;
      if (count === 0) {
        this.#counts.delete(id);
      } else {
        this.#counts.set(id, count);
      }
    }
  }
}
