import { buildNameTree, type CosValue, compareNames, type Dict } from "@quire/cos";
import type { Assembly } from "../assembly.ts";

/** The entries of several documents' name trees in one: a name that is taken already gets a number. */
export class JoinedNames {
  readonly #keyOf: (value: CosValue) => string;
  readonly #values = new Map<string, CosValue>();
  /** By the name that entries had in their own documents: the first value of that name. */
  readonly #first = new Map<string, CosValue>();
  /** Those of names that collide: by that name, and the key. */
  readonly #colliding = new Map<string, Map<string, CosValue>>();
  readonly #lastNumber = new Map<string, number>();

  /** `keyOf` tells the content: values of the same name and key are kept once. It is asked only when names collide. */
  constructor(keyOf: (value: CosValue) => string) {
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.#values.size;
  }

  /** @returns the value that is in the new tree: `value`, or one of the same name and content that was there before */
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

/** "data.xml" becomes "data-2.xml"; so does its form in UTF-16BE, which the byte order mark tells. */
function numbered(text: string, number: number): string {
  const isUtf16 = text.startsWith("\u00fe\u00ff");
  const suffix = isUtf16 ? Buffer.from(`-${number}`, "utf16le").swap16().toString("latin1") : `-${number}`;
  const dot = text.lastIndexOf(isUtf16 ? "\0." : ".");
  const isExtension = dot > 0 && text.length - dot <= MAX_EXTENSION && dot % (isUtf16 ? 2 : 1) === 0;
  return isExtension ? text.slice(0, dot) + suffix + text.slice(dot) : text + suffix;
}

/** Bytes, the full stop included. */
const MAX_EXTENSION = 12;
