import { buildNameTree, type CosDirect, type CosValue, type Dict, type Ref } from "@quire/cos";

/** The names of destinations in the new document, one character per byte. Each occurs once. */
export class DestinationNames {
  /** For each name in use, the number that the next name made from it may end with. */
  readonly #taken = new Map<string, number>();
  readonly #entries: (readonly [string, CosValue])[] = [];

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** Adds a destination and returns its name: `name`, or one made from it when that is in use. */
  add(name: string, value: CosValue): string {
    const free = this.reserve(name);
    this.#entries.push([free, value]);
    return free;
  }

  /** Reserves a name that is to lead nowhere, and returns it: `name`, or one made from it when that is in use. */
  reserve(name: string): string {
    let number = this.#taken.get(name);
    if (number === undefined) {
      this.#taken.set(name, 2);
      return name;
    }
    let free = numbered(name, number);
    while (this.#taken.has(free)) {
      number++;
      free = numbered(name, number);
    }
    this.#taken.set(name, number + 1);
    this.#taken.set(free, 2);
    return free;
  }

  /** Returns the name tree of everything added; undefined when nothing was. */
  tree(add: (value: CosDirect) => Ref): Dict | undefined {
    if (this.#entries.length === 0) {
      return undefined;
    }
    // Characters stand for bytes, so their order is that of the bytes.
    const sorted = this.#entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
    return buildNameTree(
      sorted.map(([name, value]) => [Buffer.from(name, "latin1"), value] as const),
      add,
    );
  }
}

/**
 * Returns the name with a number at its end. A name in UTF-16 stays in that form, because readers that list names show
 * it as text.
 */
function numbered(name: string, number: number): string {
  const ending = `-${number}`;
  const isUtf16 = name.startsWith("\u00fe\u00ff") && name.length % 2 === 0;
  return name + (isUtf16 ? ending.replaceAll(/./gu, "\u0000$&") : ending);
}
