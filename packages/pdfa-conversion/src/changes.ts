import type { Change, ChangeCode, ChangePlace } from "./options.ts";

const MAX_PLACES = 10;
const MAX_DETAILS = 20;
const MAX_DETAIL_CHARACTERS = 80;

interface Noted {
  count: number;
  readonly details: Set<string>;
  readonly places: ChangePlace[];
}

/** Collects what a conversion changes, each kind once with its number and first places. */
export class Changes {
  readonly #noted = new Map<ChangeCode, Noted>();

  /**
   * Notes a change.
   * @param detail what was found there, in a few words
   */
  note(code: ChangeCode, { page, object }: ChangePlace = {}, detail?: string): void {
    const noted = this.#noted.get(code) ?? { count: 0, details: new Set(), places: [] };
    this.#noted.set(code, noted);
    noted.count += 1;
    if (noted.places.length < MAX_PLACES && (page !== undefined || object !== undefined)) {
      noted.places.push({ page, object });
    }
    if (detail !== undefined && noted.details.size < MAX_DETAILS) {
      noted.details.add(shown(detail));
    }
  }

  has(code: ChangeCode): boolean {
    return this.#noted.has(code);
  }

  /** All changes in the order in which their kinds were first noted. */
  get list(): readonly Change[] {
    return [...this.#noted].map(([code, { count, details, places }]) => ({
      code,
      count,
      details: [...details],
      places,
    }));
  }
}

/** Returns a text of the document on one line, without control characters. */
const shown = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .slice(0, MAX_DETAIL_CHARACTERS)
    .toWellFormed();
