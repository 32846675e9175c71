/** A place that is held until it is released or disposed of; doing so again does nothing. */
export interface Place extends Disposable {
  release(): void;
}

/**
 * A number of places that tenants share. A tenant may fill all of them while nobody else asks; once they are full, a
 * tenant that holds less than its fair share, the places divided by the tenants that hold or want one, gets a place all the
 * same, and the tenants above theirs get none until there are fewer than `count` again. What is held so beyond `count` is
 * bounded: each tenant that comes is given a share that is smaller than the one before, `count / 2 + count / 3 + …`
 */
export class FairPlaces {
  /** The number of places that there are while tenants have no more than their share. */
  readonly count: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(count: number) {
    this.count = count;
  }

  /** The number of places that are held. */
  get held(): number {
    return this.#total;
  }

  /**
   * Takes a place for `tenant`; undefined when all are held or promised to others, and the tenant has its fair share.
   */
  take(tenant: string, promised = 0): Place | undefined {
    const own = this.#held.get(tenant) ?? 0;
    const tenants = this.#held.size + (own === 0 ? 1 : 0);
    if (this.#total + promised >= this.count && own + 1 > this.count / tenants) {
      return undefined;
    }
    this.#change(tenant, 1);
    let isHeld = true;
    const release = (): void => {
      if (isHeld) {
        isHeld = false;
        this.#change(tenant, -1);
      }
    };
    return { release, [Symbol.dispose]: release };
  }

  #change(tenant: string, difference: 1 | -1): void {
    const own = (this.#held.get(tenant) ?? 0) + difference;
    this.#total += difference;
    if (own === 0) {
      this.#held.delete(tenant);
    } else {
      this.#held.set(tenant, own);
    }
  }
}
