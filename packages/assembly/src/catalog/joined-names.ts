import { buildNameTree, type CosValue, compareNames, type Dict } from "@quire/cos";
import type { Assembly } from "../assembly.ts";

/**
 * The entries of several documents' name trees in one. An entry whose name is already in use gets a name with a number.
 */
export class JoinedNames {
  readonly #keyOf: (value: CosValue) => string;
  readonly #values = new Map<string, CosValue>();
  /** The first value of each name, by the name that entries had in their documents. */
  readonly #first = new Map<string, CosValue>();
  /** The values of names that collide, by that name and then by key. */
  readonly #colliding = new Map<string, Map<string, CosValue>>();
  readonly #lastNumber = new Map<string, number>();

  /**
   * Takes the function that returns a key for a value's content: values of the same name and key are kept once. It is
   * called only when names collide.
   */
  constructor(keyOf: (value: CosValue) => string) {
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.#values.size;
  }

  /**
   * Adds a value and returns the one that is in the new tree: `value`, or an earlier one of the same name and content.
   */
  add(name: Uint8Array, value: CosValue): CosValue {
    const text = Buffer.from(name).toString("latin1");
    const first = this.#first.get(text);
    if (first === undefined) {
      this.#first.set(text, value);
      this.#values.set(this.#free(text), value);
      return value;
    }
    const byKey = this.#colliding.get(text) ?? new Map([[this.#keyOf(first), first]]);
    this.#colliding.set(text, byKey);
    const key = this.#keyOf(value);
    const known = byKey.get(key);
    if (known === undefined) {
      byKey.set(key, value);
      this.#values.set(this.#free(text), value);
    }
    return known ?? value;
  }

  tree(assembly: Assembly): Dict {
    const entries = Array.from(this.#values, ([text, value]) => [Buffer.from(text, "latin1"), value] as const);
    return buildNameTree(
      entries.toSorted(([one], [other]) => compareNames(one, other)),
      (value) => assembly.add(value),
    );
  }

  #free(text: string): string {
    let number = this.#lastNumber.get(text) ?? 1;
    let free = text;
    while (this.#values.has(free)) {
      number++;
      free = numbered(text, number);
    }
    this.#lastNumber.set(text, number);
    return free;
  }
}

/**
 * Returns the name with a number before its extension: "data.xml" becomes "data-2.xml". A name in UTF-16BE, recognised
 * by its byte order mark, stays in that form.
 */
function numbered(text: string, number: number): string {
  const isUtf16 = text.startsWith("\u00fe\u00ff");
  const suffix = isUtf16 ? Buffer.from(`-${number}`, "utf16le").swap16().toString("latin1") : `-${number}`;
  const dot = text.lastIndexOf(isUtf16 ? "\0." : ".");
  const isExtension = dot > 0 && text.length - dot <= MAX_EXTENSION && dot % (isUtf16 ? 2 : 1) === 0;
  return isExtension ? text.slice(0, dot) + suffix + text.slice(dot) : text + suffix;
}

/** The maximum number of bytes of an extension, the full stop included. */
const MAX_EXTENSION = 12;
