const NAMES_AT_A_TIME = 500;

export interface LeftoverRules {
  names(): Promise<readonly string[]>;
  /** Returns the names that belong to work that the store does not know yet. */
  inUse(): Iterable<string>;
  /** Returns those of `names` that the store knows. */
  needed(names: readonly string[]): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
}

/**
 * Finds and removes blobs that the store does not know. Work in progress makes such things too, for a moment;
 * therefore what is not removed at once goes only when it was unknown at the last look, an hour ago, as well. This does
 * not depend on the clock.
 */
export class Leftovers {
  readonly #rules: LeftoverRules;
  #suspects: ReadonlySet<string> = new Set();

  constructor(rules: LeftoverRules) {
    this.#rules = rules;
  }

  async remove({ atOnce }: { readonly atOnce: boolean }): Promise<void> {
    const rules = this.#rules;
    const found = await rules.names();
    // This is read after the names and before the store is asked: what is released in between is known to the store by
    // then.
    const kept = new Set(rules.inUse());
    for (let at = 0; at < found.length; at += NAMES_AT_A_TIME) {
      for (const name of await rules.needed(found.slice(at, at + NAMES_AT_A_TIME))) {
        kept.add(name);
      }
    }
    const unknown = found.filter((name) => !kept.has(name));
    const leftovers = unknown.filter((name) => atOnce || this.#suspects.has(name));
    this.#suspects = new Set(unknown);
    for (const name of leftovers) {
      await rules.remove(name);
    }
  }
}
