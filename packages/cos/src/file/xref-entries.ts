/** The kinds of place that an object can have (ISO 32000-2, tables 18 and 5). */
export const XrefKind = { none: 0, free: 1, file: 2, objectStream: 3 } as const;
export type XrefKind = (typeof XrefKind)[keyof typeof XrefKind];

const KINDS: readonly XrefKind[] = Object.values(XrefKind);

const PAGE_BITS = 9;
const PAGE_SIZE = 1 << PAGE_BITS;

/** The entries of 512 neighbouring numbers: 13 bytes each, whatever a file says about them. */
class Page {
  readonly kinds = new Uint8Array(PAGE_SIZE);
  /** For each entry, the offset in the file or the number of the object stream. */
  readonly places = new Float64Array(PAGE_SIZE);
  /** For each entry, the generation or the index in the object stream. */
  readonly details = new Uint32Array(PAGE_SIZE);
}

/**
 * The entries of all cross-reference sections together, by object number. Memory grows with the entries that are set:
 * the number eight million in a file of one object costs one page.
 */
export class XrefEntries {
  readonly #pages: (Page | undefined)[] = [];
  readonly #maxNumber: number;
  #highest = 0;

  constructor(maxNumber: number) {
    this.#maxNumber = maxNumber;
  }

  /** The highest number that was set, free ones included. */
  get highest(): number {
    return this.#highest;
  }

  kind(number: number): XrefKind {
    // A number that a file names may have more than 32 bits.
    if (number > this.#maxNumber) {
      return XrefKind.none;
    }
    return KINDS[this.#pages[number >>> PAGE_BITS]?.kinds[number & (PAGE_SIZE - 1)] ?? 0] ?? XrefKind.none;
  }

  /** Returns the object's offset from the start of the bytes, or the number of its object stream. */
  place(number: number): number {
    return this.#pages[number >>> PAGE_BITS]?.places[number & (PAGE_SIZE - 1)] ?? 0;
  }

  /** Returns the object's generation, or its index in the object stream. */
  detail(number: number): number {
    return this.#pages[number >>> PAGE_BITS]?.details[number & (PAGE_SIZE - 1)] ?? 0;
  }

  /**
   * Sets the entry of `number`. Returns false when the number is beyond the highest one allowed, and nothing was set.
   */
  set(number: number, kind: XrefKind, place: number, detail: number): boolean {
    if (number > this.#maxNumber) {
      return false;
    }
    const pageIndex = number >>> PAGE_BITS;
    while (this.#pages.length <= pageIndex) {
      this.#pages.push(undefined);
    }
    const page = (this.#pages[pageIndex] ??= new Page());
    const index = number & (PAGE_SIZE - 1);
    page.kinds[index] = kind;
    page.places[index] = place;
    page.details[index] = detail;
    this.#highest = Math.max(this.#highest, number);
    return true;
  }

  /**
   * Sets the entry of `number` unless there is one already: sections are read from the newest to the oldest. Returns
   * false when the number is beyond the highest one allowed.
   */
  setIfNone(number: number, kind: XrefKind, place: number, detail: number): boolean {
    return this.kind(number) !== XrefKind.none || this.set(number, kind, place, detail);
  }

  /** Yields the numbers of the objects that are in use, ascending. */
  *numbersInUse(): Generator<number> {
    for (const [pageIndex, page] of this.#pages.entries()) {
      for (const [index, kind] of page?.kinds.entries() ?? []) {
        if (kind > XrefKind.free) {
          yield (pageIndex << PAGE_BITS) | index;
        }
      }
    }
  }
}
