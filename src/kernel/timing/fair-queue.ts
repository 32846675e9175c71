/** What is known of who waits: enough to be fair, and nothing of what is waited for. */
export interface Waiter {
  /** Who the work is for, as an opaque name; places are shared fairly between tenants. */
  readonly tenant: string;
  readonly isBackground: boolean;
  /** When the waiter came, in milliseconds of any clock that does not go back. */
  readonly sinceMs: number;
  /** When the work began that the waiter is a part of, by the same clock; the time when it came, where it is all. */
  readonly beganMs: number;
}

/**
 * The wait after which background work no longer comes after all other work, in milliseconds.
 * @internal Exported for tests.
 */
export const BACKGROUND_PATIENCE_MS = 5000;
/** The number of turns in a row that background work waits out once it has waited for too long. */
const TURNS_PASSED = 3;

/**
 * The one order in which the service lets work wait: what a client waits for comes before background work, tenants take
 * turns, and a tenant's own work keeps its order: what has begun is ended before what came later is begun, since work of
 * several parts that queued again for each would wait the longer the more had come meanwhile. Background work that has
 * waited for `BACKGROUND_PATIENCE_MS` has every fourth turn, so that it goes on, slowly, however much other work there is,
 * and does not hold that up either.
 */
export class FairQueue<Item extends Waiter> {
  readonly #interactive = new Turns<Item>();
  readonly #background = new Turns<Item>();
  /** The number of turns that background work has been passed over since its last one. */
  #passed = TURNS_PASSED;

  get size(): number {
    return this.#interactive.size + this.#background.size;
  }

  add(item: Item): void {
    this.#turnsOf(item).add(item);
  }

  /** Returns false when the item is not in the queue. */
  remove(item: Item): boolean {
    return this.#turnsOf(item).remove(item);
  }

  /** Takes the item whose turn it is out of the queue; undefined when none waits. */
  next(nowMs: number): Item | undefined {
    const oldestMs = this.#background.oldestMs();
    const isDue = this.#passed >= TURNS_PASSED && nowMs - oldestMs >= BACKGROUND_PATIENCE_MS;
    const turns = this.#interactive.size === 0 || isDue ? this.#background : this.#interactive;
    this.#passed = turns === this.#background ? 0 : this.#passed + 1;
    return turns.next();
  }

  /**
   * Takes out the item that gives way to one more of `tenant` in a full queue: the last in order of the tenant with the
   * most items. Returns undefined when `tenant` would then have at least as many.
   */
  giveWayTo(tenant: string): Item | undefined {
    const counts = new Map<string, number>();
    for (const item of this) {
      counts.set(item.tenant, (counts.get(item.tenant) ?? 0) + 1);
    }
    const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
    if (most === undefined || most[1] <= (counts.get(tenant) ?? 0) + 1) {
      return undefined;
    }
    return this.#background.takeLast(most[0]) ?? this.#interactive.takeLast(most[0]);
  }

  *[Symbol.iterator](): Generator<Item, void, undefined> {
    yield* this.#interactive;
    yield* this.#background;
  }

  #turnsOf({ isBackground }: Item): Turns<Item> {
    return isBackground ? this.#background : this.#interactive;
  }
}

/** Items of one priority. The tenant whose turn is next is the first in the map. */
class Turns<Item extends Waiter> {
  readonly #tenants = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(item: Item): void {
    const items = this.#tenants.get(item.tenant);
    if (items === undefined) {
      this.#tenants.set(item.tenant, [item]);
    } else {
      items.splice(items.findLastIndex(({ beganMs }) => beganMs <= item.beganMs) + 1, 0, item);
    }
    this.#size++;
  }

  remove(item: Item): boolean {
    const items = this.#tenants.get(item.tenant) ?? [];
    const index = items.indexOf(item);
    if (index !== -1) {
      items.splice(index, 1);
      this.#removed(item.tenant, items);
    }
    return index !== -1;
  }

  next(): Item | undefined {
    for (const [tenant, items] of this.#tenants) {
      const item = items.shift();
      this.#tenants.delete(tenant);
      this.#tenants.set(tenant, items);
      this.#removed(tenant, items);
      return item;
    }
    return undefined;
  }

  takeLast(tenant: string): Item | undefined {
    const items = this.#tenants.get(tenant);
    const item = items?.pop();
    if (items !== undefined) {
      this.#removed(tenant, items);
    }
    return item;
  }

  /** Returns when the first of those that wait came, in milliseconds; infinity when none waits. */
  oldestMs(): number {
    return Math.min(...[...this.#tenants.values()].map(([first]) => first?.sinceMs ?? Number.POSITIVE_INFINITY));
  }

  *[Symbol.iterator](): Generator<Item, void, undefined> {
    for (const items of this.#tenants.values()) {
      yield* items;
    }
  }

  #removed(tenant: string, left: readonly Item[]): void {
    this.#size--;
    if (left.length === 0) {
      this.#tenants.delete(tenant);
    }
  }
}
