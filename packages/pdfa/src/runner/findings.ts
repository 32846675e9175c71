import type { RuleFlavour } from "../flavours.ts";
import type { Place } from "../place.ts";
import type { Finding } from "../report.ts";
import { type AnyRule, type Broken, idIn } from "../rules/rule.ts";
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
  readonly #flavour: RuleFlavour;
  readonly #counted = new Map<string, Counted>();

  constructor(flavour: RuleFlavour) {
    this.#flavour = flavour;
  }

  /** Counts a violation; `test` is the number of the test where the rule stands for several. */
  add(rule: AnyRule, place: Place, { broken: values, id: test }: Broken): void {
    const key = test === undefined ? rule.key : `${rule.key} ${test}`;
    let counted = this.#counted.get(key);
    if (counted === undefined) {
      const id = test ?? idIn(rule, this.#flavour);
      if (id === undefined) {
        return;
      }
      counted = { rule, id, count: 0, pages: new Set(), occurrences: [] };
      this.#counted.set(key, counted);
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
      .map(({ rule: { key, message, requirement, hint, fix, conversion }, id, count, pages, occurrences }) => ({
        key,
        id,
        message,
        requirement,
        hint,
        fix,
        conversion,
        count,
        occurrences,
        pages: [...pages].toSorted((a, b) => a - b),
      }))
      .toSorted((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
  }
}
