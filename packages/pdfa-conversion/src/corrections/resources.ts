import {
  type CosValue,
  contentOperations,
  decodeStream,
  Dict,
  Name,
  type Operation,
  type ResourceCategory,
  resolve,
  Stream,
} from "@quire/cos";
import type { Conversion, ConvertedPage, Correction } from "../conversion.ts";
import type { ChangePlace } from "../options.ts";

/**
 * Lists resources where content names them: forms, patterns, glyphs and appearances get those that viewers take from the
 * page that shows them (ISO 19005-2, -3 and -4, 6.2.2).
 */
export const resources: Correction = {
  page(page, conversion) {
    visitorOf(conversion).page(page);
  },
};

const VISITORS = new WeakMap<Conversion, Visitor>();

function visitorOf(conversion: Conversion): Visitor {
  const visitor = VISITORS.get(conversion) ?? new Visitor(conversion);
  VISITORS.set(conversion, visitor);
  return visitor;
}

class Visitor {
  readonly #conversion: Conversion;
  readonly #visited = new Set<unknown>();

  constructor(conversion: Conversion) {
    this.#conversion = conversion;
  }

  page({ dict, page, ref }: ConvertedPage): void {
    const own = dict.raw("Resources") ?? new Dict();
    const place = { page, object: ref.number };
    this.#nested(own, place, 0);
    for (const raw of dict.array("Annots") ?? []) {
      const annotation = resolve(raw);
      const normal = annotation instanceof Dict ? annotation.dict("AP")?.get("N") : null;
      const streams = normal instanceof Dict ? [...normal.entries.values()].map(resolve) : [normal];
      for (const stream of streams) {
        this.#content(stream, this.#conversion.catalog.dict("AcroForm")?.raw("DR") ?? own, place, 1);
      }
    }
  }

  /** Visits the content that resources lead to. */
  #nested(raw: CosValue, place: ChangePlace, depth: number): void {
    const dict = resolve(raw);
    if (!(dict instanceof Dict) || this.#visited.has(dict)) {
      return;
    }
    this.#visited.add(dict);
    this.#conversion.bounds.checkDepth(depth);
    for (const key of ["XObject", "Pattern"] as const) {
      for (const value of dict.dict(key)?.entries.values() ?? []) {
        this.#content(resolve(value), raw, place, depth + 1);
      }
    }
    for (const value of dict.dict("ExtGState")?.entries.values() ?? []) {
      const state = resolve(value);
      const mask = state instanceof Dict ? state.dict("SMask")?.get("G") : null;
      this.#content(mask ?? null, raw, place, depth + 1);
    }
    for (const value of dict.dict("Font")?.entries.values() ?? []) {
      const font = resolve(value);
      if (font instanceof Dict && font.name("Subtype") === "Type3") {
        this.#glyphs(font, raw, place, depth + 1);
      }
    }
  }

  #glyphs(font: Dict, owner: CosValue, place: ChangePlace, depth: number): void {
    if (this.#visited.has(font)) {
      return;
    }
    this.#visited.add(font);
    if (!(font.get("Resources") instanceof Dict)) {
      // Those of the page would hold the font itself.
      const own = new Dict();
      font.set("Resources", own);
      this.#conversion.changes.note("resources_listed", place, "Type3");
      for (const glyph of font.dict("CharProcs")?.entries.values() ?? []) {
        const stream = resolve(glyph);
        if (stream instanceof Stream) {
          this.#conversion.bounds.step();
          this.#complete(stream, own, resolve(owner), place);
        }
      }
    }
    this.#nested(font.raw("Resources") ?? owner, place, depth);
  }

  #content(stream: unknown, owner: CosValue, place: ChangePlace, depth: number): void {
    this.#conversion.bounds.step();
    if (!(stream instanceof Stream) || this.#visited.has(stream) || !isContent(stream.dict)) {
      return;
    }
    this.#visited.add(stream);
    const own = stream.dict.get("Resources");
    if (own instanceof Dict) {
      this.#complete(stream, own, resolve(owner), place);
    } else {
      stream.dict.set("Resources", owner);
      this.#conversion.changes.note("resources_listed", place, "Form");
    }
    this.#nested(stream.dict.raw("Resources") ?? owner, place, depth);
  }

  /** Adds what the content names, and only the owner's resources have. */
  #complete(stream: Stream, own: Dict, owner: unknown, place: ChangePlace): void {
    if (!(owner instanceof Dict) || owner === own) {
      return;
    }
    const { bounds, changes, document } = this.#conversion;
    const { bytes, remaining } = decodeStream(stream, bounds);
    if (remaining.length > 0) {
      return;
    }
    for (const operation of contentOperations(bytes, { source: document, bounds })) {
      const named = namedResource(operation);
      const missing = named && own.dict(named.category)?.has(named.name) !== true;
      const value = missing === true ? owner.dict(named?.category ?? "")?.raw(named?.name ?? "") : undefined;
      if (named !== undefined && value !== undefined) {
        const category = own.dict(named.category)?.copy() ?? new Dict();
        own.set(named.category, category.set(named.name, value));
        changes.note("resources_listed", place, named.name);
      }
    }
  }
}

const isContent = (dict: Dict): boolean =>
  dict.name("Subtype") === "Form" ||
  dict.get("PatternType") === 1 ||
  (dict.has("BBox") && dict.name("Subtype") === undefined);

interface NamedResource {
  readonly category: ResourceCategory;
  readonly name: string;
}

const CATEGORIES: Readonly<Record<string, ResourceCategory>> = {
  Do: "XObject",
  Tf: "Font",
  gs: "ExtGState",
  sh: "Shading",
  cs: "ColorSpace",
  CS: "ColorSpace",
  scn: "Pattern",
  SCN: "Pattern",
  BDC: "Properties",
  DP: "Properties",
};

/** Returns the resource that an operator names (ISO 32000-2, 7.8.3); undefined where it names none. */
function namedResource({ operator, operands }: Operation): NamedResource | undefined {
  const category = CATEGORIES[operator];
  const operand = operator === "Tf" ? operands[0] : operands.at(-1);
  return category === undefined || !(operand instanceof Name) ? undefined : { category, name: operand.value };
}
