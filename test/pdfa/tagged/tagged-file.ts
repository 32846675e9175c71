import {
  Bounds,
  CosDocument,
  CosString,
  type CosValue,
  Dict,
  decodeStream,
  encodeTextString,
  MadeObjects,
  Name,
  Ref,
  readPageTree,
  resolve,
  Stream,
  writeDocument,
} from "@quire/cos";

/** An element of the structure tree, with what leads to it. */
export interface MutableElement {
  readonly dict: Dict;
  readonly parent: Dict;
  /** The value among the parent's kids. */
  readonly raw: CosValue;
}

export const name = (value: string): Name => new Name(value);
export const text = (value: string): CosString => new CosString(encodeTextString(value));

/** A tagged document that is changed in place and written as a new file. */
export class TaggedFile {
  readonly catalog: Dict;
  readonly pages: readonly Dict[];
  readonly elements: readonly MutableElement[];
  readonly made = new MadeObjects();
  readonly #document: CosDocument;

  constructor(bytes: Uint8Array) {
    this.#document = CosDocument.open(bytes, { keepsFacts: true });
    this.catalog = this.#document.catalog;
    this.pages = readPageTree(this.#document).pages.map(({ dict }) => dict);
    this.elements = elementsIn(this.catalog.dict("StructTreeRoot"));
  }

  get root(): Dict | undefined {
    return this.catalog.dict("StructTreeRoot");
  }

  get annotations(): readonly Dict[] {
    return this.pages.flatMap((page) =>
      (page.array("Annots") ?? []).map(resolve).filter((value): value is Dict => value instanceof Dict),
    );
  }

  /** Returns the elements of these types as they are written. */
  of(types: RegExp): readonly Dict[] {
    return this.elements.map(({ dict }) => dict).filter((dict) => types.test(dict.name("S") ?? ""));
  }

  /** Changes the text of a stream that is the value of a key; returns false where nothing changes. */
  change(owner: Dict, key: string, changed: (content: string) => string): boolean {
    const raw = owner.get(key);
    const stream = Array.isArray(raw) ? resolve(raw[0]) : raw;
    if (!(stream instanceof Stream)) {
      return false;
    }
    const before = Buffer.from(decodeStream(stream, new Bounds()).bytes).toString("latin1");
    const after = changed(before);
    const entries = [...stream.dict.entries].filter(([entry]) => !/^(?:Filter|DecodeParms|Length)$/u.test(entry));
    const ref = this.made.add(new Stream(new Dict(entries), Buffer.from(after, "latin1")));
    if (Array.isArray(raw)) {
      raw[0] = ref;
    } else {
      owner.set(key, ref);
    }
    return after !== before;
  }

  write(): Uint8Array {
    const parts: Uint8Array[] = [];
    const options = { unifyStreams: false, objectStreams: false, version: this.#document.header.version };
    writeDocument(this.#document.trailer, { write: (bytes) => void parts.push(Uint8Array.from(bytes)) }, options);
    return Buffer.concat(parts);
  }
}

/** Returns the kids of an element as an array that belongs to it. */
export function kidsOf(element: Dict): CosValue[] {
  const raw = element.raw("K");
  const value = resolve(raw);
  const kids = Array.isArray(value) ? value : raw === undefined ? [] : [raw];
  element.set("K", kids);
  return kids;
}

/** Returns the attributes of an owner, which are added where there are none. */
export function attributesOf(element: Dict, owner: string): Dict {
  const value = element.get("A");
  const objects = (Array.isArray(value) ? value : [value])
    .map(resolve)
    .filter((one): one is Dict => one instanceof Dict);
  const known = objects.find((one) => one.name("O") === owner);
  const attributes = known ?? new Dict([["O", name(owner)]]);
  if (known === undefined) {
    element.set("A", [...objects, attributes]);
  }
  return attributes;
}

function elementsIn(root: Dict | undefined): readonly MutableElement[] {
  const found: MutableElement[] = [];
  const seen = new Set<Dict>();
  const pending = root === undefined ? [] : [root];
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    const value = parent.get("K");
    for (const raw of Array.isArray(value) ? value : [parent.raw("K") ?? null]) {
      const dict = resolve(raw);
      if (dict instanceof Dict && !/^(?:MCR|OBJR)$/u.test(dict.name("Type") ?? "") && !seen.has(dict)) {
        seen.add(dict);
        found.push({ dict, parent, raw });
        pending.push(dict);
      }
    }
  }
  return found;
}

/** Returns whether an element is another one or above it by /P. */
export function isAbove(dict: Dict, other: Dict): boolean {
  const passed = new Set<Dict>();
  for (let next: Dict | undefined = other; next !== undefined && !passed.has(next); next = next.dict("P")) {
    if (next === dict) {
      return true;
    }
    passed.add(next);
  }
  return false;
}

export const isReference = (value: CosValue): value is Ref => value instanceof Ref;
