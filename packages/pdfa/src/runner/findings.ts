import type { Flavour } from "../flavours.ts";
import type { Place } from "../place.ts";
import type { Finding } from "../report.ts";
import { type AnyRule, idIn } from "../rules/rule.ts";
import type { RuleId } from "../rules/rule-id.ts";

/** The number of occurrences that are listed for a rule; more are only counted. */
const MAX_OCCURRENCES = 20;
const MAX_PAGES = 100;

interface Counted {
  readonly rule: AnyRule;
  readonly id: RuleId;
  count: number;
  readonly pages: Set<number>;
  readonly occurrences: { readonly place: Place; readonly values: string }[];
}

/** Counts the violations of each rule, and keeps the first places. */
export class Findings {
  readonly #flavour: Flavour;
  readonly #counted = new Map<string, Counted>();

  constructor(flavour: Flavour) {
    this.#flavour = flavour;
  }

  add(rule: AnyRule, place: Place, values: string): void {
    let counted = this.#counted.get(rule.key);
    if (counted === undefined) {
      const id = idIn(rule, this.#flavour);
      if (id === undefined) {
        return;
      }
      counted = { rule, id, count: 0, pages: new Set(), occurrences: [] };
      this.#counted.set(rule.key, counted);
    }
    counted.count += 1;
    if (place.page !== undefined && counted.pages.size < MAX_PAGES) {
      counted.pages.add(place.page);
    }
    if (counted.occurrences.length < MAX_OCCURRENCES) {
      counted.occurrences.push({ place, values });
    }
  }

  /** The findings, sorted by clause and test. */
  get list(): readonly Finding[] {
    return [...this.#counted.values()]
      .map(({ rule: { key, message, requirement, hint, fix }, id, count, pages, occurrences }) => ({
        key,
        id,
        message,
        requirement,
        hint,
        fix,
        count,
        occurrences,
        pages: [...pages].toSorted((a, b) => a - b),
      }))
      .toSorted((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
  }
}
