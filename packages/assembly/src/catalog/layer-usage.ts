import { asDict, type Bounds, type CosArray, type CosValue, type Dict, type Page, Ref, resolve } from "@quire/cos";
import type { SourceDocument } from "../source-document.ts";
import { listedLayersOf } from "./listed-layers.ts";

/** Makes the layer usage of a source, as a function for `SourceDocument.memo`. */
export const layerUsageOf = (source: SourceDocument): LayerUsage =>
  new LayerUsage(source.memo(listedLayersOf), source.document.bounds);

/**
 * The optional content groups that pages use (ISO 32000-2, 8.11.3): in the resources of their contents, forms, patterns
 * and glyphs, and in annotations. Everything in the resources counts as used, because contents are not read.
 */
export class LayerUsage {
  readonly #listed: ReadonlyMap<number, Ref>;
  readonly #bounds: Bounds;
  readonly #byPage = new Map<number, ReadonlySet<number>>();
  /** The groups by resources, which many pages may share. */
  readonly #byResources = new Map<Dict, ReadonlySet<number>>();

  constructor(listed: ReadonlyMap<number, Ref>, bounds: Bounds) {
    this.#listed = listed;
    this.#bounds = bounds;
  }

  /** Returns the object numbers of the groups that the page uses. */
  of(page: Page): ReadonlySet<number> {
    const known = this.#byPage.get(page.index);
    if (known !== undefined) {
      return known;
    }
    const walk = new Walk(this.#listed, this.#bounds);
    for (const annotation of page.dict.array("Annots") ?? []) {
      this.#bounds.step();
      walk.annotation(asDict(resolve(annotation)));
    }
    const used = new Set([...walk.finish(), ...this.#ofResources(page.resources)]);
    this.#byPage.set(page.index, used);
    return used;
  }

  #ofResources(resources: Dict | undefined): ReadonlySet<number> {
    if (resources === undefined) {
      return new Set();
    }
    let used = this.#byResources.get(resources);
    if (used === undefined) {
      const walk = new Walk(this.#listed, this.#bounds);
      walk.resources(resources);
      used = walk.finish();
      this.#byResources.set(resources, used);
    }
    return used;
  }
}

class Walk {
  readonly #listed: ReadonlyMap<number, Ref>;
  readonly #bounds: Bounds;
  readonly #found = new Set<number>();
  readonly #seen = new Set<Dict | CosArray>();
  readonly #pending: Dict[] = [];

  constructor(listed: ReadonlyMap<number, Ref>, bounds: Bounds) {
    this.#listed = listed;
    this.#bounds = bounds;
  }

  /** Walks until nothing is left to visit, or all groups are found. */
  finish(): Set<number> {
    for (let next = this.#pending.pop(); next && this.#found.size < this.#listed.size; next = this.#pending.pop()) {
      this.#look(next);
    }
    return this.#found;
  }

  resources(resources: Dict | undefined): void {
    if (resources !== undefined && !this.#seen.has(resources)) {
      this.#seen.add(resources);
      this.#pending.push(resources);
    }
  }

  annotation(annotation: Dict | undefined): void {
    if (annotation === undefined) {
      return;
    }
    this.#content(annotation.raw("OC"));
    for (const appearance of this.#dictsIn(annotation.dict("AP"))) {
      this.#drawing(appearance);
      for (const ofState of appearance.has("Subtype") ? [] : this.#dictsIn(appearance)) {
        this.#drawing(ofState);
      }
    }
    const action = annotation.dict("A");
    if (action?.name("S") === "SetOCGState") {
      this.#groups(action.raw("State"));
    }
  }

  #look(resources: Dict): void {
    for (const properties of this.#valuesIn(resources.dict("Properties"))) {
      this.#content(properties);
    }
    for (const xObject of this.#dictsIn(resources.dict("XObject"))) {
      this.#drawing(xObject);
    }
    for (const pattern of this.#dictsIn(resources.dict("Pattern"))) {
      this.#drawing(pattern);
    }
    for (const state of this.#dictsIn(resources.dict("ExtGState"))) {
      this.#drawing(state.dict("SMask")?.dict("G"));
    }
    for (const font of this.#dictsIn(resources.dict("Font"))) {
      this.resources(font.name("Subtype") === "Type3" ? font.dict("Resources") : undefined);
    }
  }

  /** Visits the dictionary of a form, an image or a pattern. */
  #drawing(drawing: Dict | undefined): void {
    if (drawing === undefined || this.#seen.has(drawing)) {
      return;
    }
    this.#seen.add(drawing);
    this.#content(drawing.raw("OC"));
    this.resources(drawing.dict("Resources"));
    for (const alternate of drawing.array("Alternates") ?? []) {
      this.#bounds.step();
      const dict = asDict(resolve(alternate));
      this.#content(dict?.raw("OC"));
      this.#content(dict?.dict("Image")?.raw("OC"));
    }
  }

  /** Adds a group, or the groups of a membership dictionary (8.11.2.2). */
  #content(raw: CosValue | undefined): void {
    if (raw instanceof Ref && this.#listed.has(raw.number)) {
      this.#found.add(raw.number);
      return;
    }
    const membership = asDict(resolve(raw));
    if (membership !== undefined && !this.#seen.has(membership)) {
      this.#seen.add(membership);
      this.#groups(membership.raw("OCGs"));
      this.#groups(membership.raw("VE"));
    }
  }

  /** Adds a group, or those in an array of groups, names and such arrays. */
  #groups(raw: CosValue | undefined): void {
    const pending = raw === undefined ? [] : [raw];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      this.#bounds.step();
      if (next instanceof Ref && this.#listed.has(next.number)) {
        this.#found.add(next.number);
        continue;
      }
      const value = resolve(next);
      if (Array.isArray(value) && !this.#seen.has(value)) {
        this.#seen.add(value);
        for (const element of value) {
          pending.push(element);
        }
      }
    }
  }

  *#valuesIn(dict: Dict | undefined): Generator<CosValue, void, undefined> {
    for (const value of dict?.entries.values() ?? []) {
      this.#bounds.step();
      yield value;
    }
  }

  *#dictsIn(dict: Dict | undefined): Generator<Dict, void, undefined> {
    for (const value of this.#valuesIn(dict)) {
      const found = asDict(resolve(value));
      if (found !== undefined) {
        yield found;
      }
    }
  }
}
