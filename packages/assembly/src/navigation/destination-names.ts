import { buildNameTree, type CosDirect, type CosValue, type Dict, type Ref } from "@quire/cos";

/** The names of destinations in the new document, one character per byte: none of them is there twice. */
export class DestinationNames {
  /** For each name that is taken, the number that the next name made from it may end with. */
  readonly #taken = new Map<string, number>();
  readonly #entries: (readonly [string, CosValue])[] = [];

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** Adds a destination. @returns its name: `name`, or one made from it when that is taken */
  add(name: string, value: CosValue): string {
    const free = this.reserve(name);
    this.#entries.push([free, value]);
    return free;
  }

  /** As `add`, for a name that is to lead nowhere. */
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

  /** The name tree of all that was added; undefined when nothing was. */
  tree(add: (value: CosDirect) => Ref): Dict | undefined {
    if (this.#entries.length === 0) {
      return undefined;
    }
    // Characters stand for bytes: their order is that of the bytes.
    const sorted = this.#entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
    return buildNameTree(
      sorted.map(([name, value]) => [Buffer.from(name, "latin1"), value] as const),
      add,
    );
  }
}

/** Readers that list names show those of UTF-16 as text, which they stay. */
function numbered(name: string, number: number): string {
  const ending = `-${number}`;
  const isUtf16 = name.startsWith("\u00fe\u00ff") && name.length % 2 === 0;
  return name + (isUtf16 ? ending.replaceAll(/./gu, "\u0000$&") : ending);
}
