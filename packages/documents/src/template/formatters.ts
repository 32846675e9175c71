import type { Budget } from "./budget.ts";

/** The formatters of a rendering, by their options: to make one takes far longer than to use it. */
export class Formatters {
  readonly #numbers = new Map<string, Intl.NumberFormat>();
  readonly #times = new Map<string, Intl.DateTimeFormat>();
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  number(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
    const key = JSON.stringify([locale, options]);
    return this.#kept(this.#numbers, key, STEPS_PER_NUMBER, () => new Intl.NumberFormat(locale, options));
  }

  time(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    const key = JSON.stringify([locale, options]);
    return this.#kept(this.#times, key, STEPS_PER_TIME, () => new Intl.DateTimeFormat(locale, options));
  }

  #kept<Formatter>(kept: Map<string, Formatter>, key: string, steps: number, make: () => Formatter): Formatter {
    this.#budget.spend(steps);
    const known = kept.get(key);
    if (known !== undefined) {
      return known;
    }
    this.#budget.spend(STEPS_PER_FORMATTER);
    const made = make();
    kept.set(key, made);
    return made;
  }
}

// The cost of Intl in steps, each of which is a part of a template.
const STEPS_PER_NUMBER = 5;
const STEPS_PER_TIME = 80;
const STEPS_PER_FORMATTER = 2000;
