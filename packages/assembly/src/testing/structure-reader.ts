import { qpdfJson, reported } from "./catalog-documents.ts";

/** A value as qpdf's JSON has it: references are "1 0 R", names "/P", strings "u:…" or "b:…". */
type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };
type Entries = { readonly [key: string]: Value };

/** The structure of a file as qpdf reads its objects, interpreted here independently of the package. */
export interface StructureReading {
  /**
   * The lines of an outline, one for each element, indented by its depth up to 20: type and marked content,
   * `page:MCID`.
   */
  readonly outline: readonly string[];
  /** The contradictions between pages, parent tree and elements, and the elements that the root does not lead to. */
  readonly problems: readonly string[];
  readonly root: Entries;
  readonly resolve: (value: Value | undefined) => Value;
  readonly entries: (value: Value | undefined) => Entries;
}

export function readStructure(pdf: Uint8Array): StructureReading {
  const reader = new Reader(pdf);
  reader.walk();
  reader.checkHolders();
  reader.checkStrays();
  return reader;
}

/** Returns each object as one line of qpdf's JSON. */
export function objectsOf(pdf: Uint8Array): Record<string, string> {
  const { qpdf } = JSON.parse(reported("qpdf", ["--json=2", "--json-key=qpdf", "%"], pdf)) as {
    qpdf: [unknown, object];
  };
  return Object.fromEntries(Object.entries(qpdf[1]).map(([key, value]) => [key, JSON.stringify(value)] as const));
}

class Reader implements StructureReading {
  readonly outline: string[] = [];
  readonly problems: string[] = [];
  readonly root: Entries;
  readonly #objects: Entries;
  readonly #rootRef: Value;
  readonly #pages: string[];
  readonly #parents = new Map<number, Value>();
  readonly #reached = new Set<string>();
  /** The content of the elements, as "element page:MCID" and "element object". */
  readonly #content = new Set<string>();

  constructor(pdf: Uint8Array) {
    const [, objects] = qpdfJson("qpdf", pdf) as [unknown, Record<string, { value?: Value; stream?: { dict: Value } }>];
    this.#objects = Object.fromEntries(
      Object.entries(objects).map(([key, { value, stream }]) => [key, value ?? stream?.dict ?? null] as const),
    );
    const trailer = this.entries(this.#objects["trailer"]);
    const catalog = this.entries(trailer["/Root"]);
    this.#rootRef = catalog["/StructTreeRoot"] ?? null;
    this.root = this.entries(this.#rootRef);
    this.#pages = this.#leaves(catalog["/Pages"] ?? null);
    this.#readParents(this.root["/ParentTree"] ?? null, 0);
  }

  readonly resolve = (value: Value | undefined): Value =>
    isReference(value) ? (this.#objects[`obj:${value}`] ?? null) : (value ?? null);

  readonly entries = (value: Value | undefined): Entries => {
    const direct = this.resolve(value);
    return typeof direct === "object" && direct !== null && !Array.isArray(direct) ? (direct as Entries) : {};
  };

  walk(): void {
    const way: { element: Value; depth: number; page: number }[] = [{ element: this.#rootRef, depth: 0, page: -1 }];
    for (let place = way.pop(); place; place = way.pop()) {
      const { element, depth, page } = place;
      const entries = this.entries(element);
      const own = this.#pageOf(entries["/Pg"], page, "an element");
      const content: string[] = [];
      const below: Value[] = [];
      for (const kid of listOf(this.resolve(entries["/K"]) === null ? [] : this.#kids(entries))) {
        const contentItem = this.#contentItem(kid, own);
        if (contentItem === undefined) {
          below.push(kid);
        } else {
          content.push(contentItem);
          this.#content.add(`${shown(element)} ${contentItem}`);
        }
      }
      if (depth > 0) {
        this.outline.push(
          `${" ".repeat(Math.min(depth - 1, MAX_INDENT))}${shown(entries["/S"]).slice(1)} ${content.join(" ")}`.trimEnd(),
        );
      }
      for (const kid of below.toReversed()) {
        if (this.#enter(kid, element)) {
          way.push({ element: kid, depth: depth + 1, page: own });
        }
      }
    }
  }

  checkHolders(): void {
    for (const [index, page] of this.#pages.entries()) {
      const entries = this.entries(page);
      this.#checkPage(index, entries["/StructParents"]);
      for (const annotation of listOf(this.resolve(entries["/Annots"]))) {
        const key = this.entries(annotation)["/StructParent"];
        if (typeof key === "number") {
          const element = this.#parents.get(key);
          this.#expect(this.#content.has(`${shown(element)} ${shown(annotation)}`), `key ${key} of an annotation`);
        }
      }
    }
  }

  /** Reports elements that only references from elsewhere lead to. */
  checkStrays(): void {
    for (const [key, value] of Object.entries(this.#objects)) {
      const isElement = this.entries(value)["/Type"] === "/StructElem";
      this.#expect(!isElement || this.#reached.has(key.slice(4)), `${key} is an element without a place`);
    }
  }

  #checkPage(index: number, key: Value | undefined): void {
    const elements = typeof key === "number" ? this.resolve(this.#parents.get(key)) : [];
    this.#expect(Array.isArray(elements), `page ${index} has key ${shown(key)}, and the parent tree no array`);
    for (const [mcid, element] of listOf(elements).entries()) {
      if (element !== null) {
        this.#expect(this.#reached.has(shown(element)), `${shown(element)} is not in the tree`);
        this.#expect(
          this.#content.has(`${shown(element)} ${index}:${mcid}`),
          `${shown(element)} has no ${index}:${mcid}`,
        );
      }
    }
    for (const item of this.#content) {
      const [, page, mcid] = / (\d+):(\d+)$/.exec(item) ?? [];
      if (Number(page) === index) {
        const there = listOf(elements)[Number(mcid)];
        this.#expect(item === `${shown(there)} ${page}:${mcid}`, `the parent tree has ${shown(there)} for ${item}`);
      }
    }
  }

  #enter(kid: Value, parent: Value): boolean {
    const isNew = !isReference(kid) || !this.#reached.has(kid);
    this.#expect(isNew, `${shown(kid)} is there twice`);
    this.#reached.add(shown(kid));
    const { "/P": above, "/S": type } = this.entries(kid);
    this.#expect(typeof type === "string", `${JSON.stringify(kid)} is no element`);
    this.#expect(above === parent, `${shown(kid)} has ${shown(above)} above it, not ${shown(parent)}`);
    return isNew;
  }

  #contentItem(kid: Value, page: number): string | undefined {
    if (typeof kid === "number") {
      return `${page}:${kid}`;
    }
    const { "/Type": type, "/MCID": mcid, "/Pg": own, "/Stm": stream, "/Obj": object } = this.entries(kid);
    if (type === "/MCR") {
      return stream === undefined
        ? `${this.#pageOf(own, page, "an MCR")}:${shown(mcid)}`
        : `${shown(stream)}:${shown(mcid)}`;
    }
    if (type === "/OBJR") {
      this.#pageOf(own, page, "an OBJR");
      this.#expect(this.resolve(object) !== null, "an OBJR refers to nothing");
      return shown(object);
    }
    return undefined;
  }

  #pageOf(reference: Value | undefined, inherited: number, who: string): number {
    if (reference === undefined) {
      return inherited;
    }
    const page = this.#pages.indexOf(shown(reference));
    this.#expect(page >= 0, `/Pg of ${who} is ${shown(reference)}, no page`);
    return page;
  }

  #kids(entries: Entries): readonly Value[] {
    const kids = this.resolve(entries["/K"]);
    return Array.isArray(kids) ? (kids as readonly Value[]) : [entries["/K"] ?? null];
  }

  #leaves(node: Value): string[] {
    const kids = this.entries(node)["/Kids"];
    return kids === undefined ? [shown(node)] : listOf(this.resolve(kids)).flatMap((kid) => this.#leaves(kid));
  }

  #readParents(node: Value, depth: number): void {
    const { "/Nums": numbers, "/Kids": kids } = this.entries(node);
    const array = listOf(this.resolve(numbers));
    for (let index = 0; index + 1 < array.length; index += 2) {
      this.#parents.set(Number(array[index]), array[index + 1] ?? null);
    }
    for (const kid of depth < 20 ? listOf(this.resolve(kids)) : []) {
      this.#readParents(kid, depth + 1);
    }
  }

  #expect(holds: boolean, problem: string): void {
    if (!holds) {
      this.problems.push(problem);
    }
  }
}

const shown = (value: Value | undefined): string => (typeof value === "string" ? value : JSON.stringify(value ?? null));
const isReference = (value: Value | undefined): value is string =>
  typeof value === "string" && /^\d+ \d+ R$/.test(value);
const listOf = (value: Value | undefined): readonly Value[] =>
  Array.isArray(value) ? (value as readonly Value[]) : [];

const MAX_INDENT = 20;
