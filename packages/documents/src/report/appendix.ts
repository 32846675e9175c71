import type { JsonValue } from "./json-value.ts";

/** A value that stands in the appendix, and the name by which its place in the report refers to it. */
export interface AppendixEntry {
  /** The name, such as `B12`, which is the `id` of an element too. */
  readonly name: string;
  readonly value: JsonValue;
}

/** The values of one kind of place, such as the ports of all containers: they share a table. */
export interface AppendixGroup {
  /** The letters that the names of its entries begin with. */
  readonly letters: string;
  /** The names of the members that lead to the place. */
  readonly path: readonly string[];
  readonly entries: readonly AppendixEntry[];
}

/** The values that are nested too deeply, or are too large, for the places that they have in a report. */
export class Appendix {
  #open = new Map<string, { letters: string; path: readonly string[]; entries: AppendixEntry[] }>();
  #groups = 0;

  /** Takes a value in, and returns its name. */
  add(value: JsonValue, path: readonly string[]): string {
    const key = JSON.stringify(path);
    let group = this.#open.get(key);
    if (group === undefined) {
      group = { letters: lettersOf(this.#groups), path, entries: [] };
      this.#groups += 1;
      this.#open.set(key, group);
    }
    const name = `${group.letters}${group.entries.length + 1}`;
    group.entries.push({ name, value });
    return name;
  }

  /** Yields each group, also those of values that come while the groups before them are laid out. */
  *groups(): Generator<AppendixGroup> {
    for (const [key, group] of this.#open) {
      // A value that comes later belongs to a group that is still to be laid out.
      this.#open.delete(key);
      yield group;
    }
  }
}

const LETTERS = 26;
const CODE_OF_A = 65;

/** Returns A, B and so on for an index, and AA after Z. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(CODE_OF_A + (index % LETTERS));
  return index < LETTERS ? last : lettersOf(Math.floor(index / LETTERS) - 1) + last;
}
