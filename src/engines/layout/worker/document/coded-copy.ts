import {
  type CosDirect,
  type CosDocument,
  type CosValue,
  Dict,
  isUpdatable,
  type Page,
  Ref,
  resolve,
  Stream,
  writeDocument,
  writeUpdate,
} from "@quire/cos";
import { WrittenFile } from "../../../cos/worker/written-file.ts";
import { type CodeRange, COMPOSITE_CODES, SIMPLE_CODES, TYPE_3_CODES } from "../../../pdfium/worker/painted/codes.ts";
import { glyphCountOf } from "./glyph-count.ts";

/**
 * Writes a copy of a document in which the fonts of `pages` have the /ToUnicode maps of painted/codes.ts. The document
 * has these fonts from then on.
 * @throws CosError `too_complex`
 */
export function writeCodedCopy(document: CosDocument, pages: Iterable<Page>, path: string): void {
  const fonts = new CodedFonts(document);
  for (const page of pages) {
    fonts.addPage(page);
  }
  using file = new WrittenFile(path);
  if (isUpdatable(document)) {
    writeUpdate(document, file);
  } else {
    writeDocument(document.trailer, file, {}, document.bounds);
  }
}

/** The indirect object that a value is written in. */
interface Holder {
  readonly number: number;
  readonly value: CosDirect;
}

const MAX_DEPTH = 16;

/** Finds the fonts that pages may use, and gives each its map. */
class CodedFonts {
  readonly #document: CosDocument;
  readonly #seen = new Set<Dict>();
  readonly #maps = new Map<string, Ref>();

  constructor(document: CosDocument) {
    this.#document = document;
  }

  addPage(page: Page): void {
    const holder = page.ref && { number: page.ref.number, value: page.dict };
    this.#addResources(page.rawAttribute("Resources"), holder, 0);
    for (const annotation of page.dict.array("Annots") ?? []) {
      const dict = resolve(annotation);
      const appearances = dict instanceof Dict ? dict.dict("AP")?.raw("N") : undefined;
      this.#addContent(appearances, undefined, 0);
    }
  }

  #addResources(value: CosValue | undefined, around: Holder | undefined, depth: number): void {
    const { holder, value: resources } = held(value, around);
    if (!(resources instanceof Dict) || this.#seen.has(resources) || depth > MAX_DEPTH) {
      return;
    }
    this.#seen.add(resources);
    this.#document.bounds.step();
    this.#forEach(resources.raw("Font"), holder, (font, own) => this.#addFont(font, own, depth));
    for (const category of ["XObject", "Pattern"]) {
      this.#forEach(resources.raw(category), holder, (content, own) => this.#addContent(content, own, depth));
    }
  }

  #forEach(
    value: CosValue | undefined,
    around: Holder | undefined,
    visit: (value: CosValue | undefined, holder: Holder | undefined) => void,
  ): void {
    const { holder, value: dict } = held(value, around);
    if (dict instanceof Dict) {
      for (const key of dict.keys()) {
        visit(dict.raw(key), holder);
      }
    }
  }

  /** Adds the fonts of a stream with resources, or of each of a dictionary of such streams. */
  #addContent(value: CosValue | undefined, around: Holder | undefined, depth: number): void {
    const { holder, value: content } = held(value, around);
    if (content instanceof Stream) {
      this.#addResources(content.dict.raw("Resources"), holder, depth + 1);
    } else if (content instanceof Dict && depth < MAX_DEPTH) {
      for (const key of content.keys()) {
        this.#addContent(content.raw(key), holder, depth + 1);
      }
    }
  }

  #addFont(value: CosValue | undefined, around: Holder | undefined, depth: number): void {
    const { holder, value: font } = held(value, around);
    if (!(font instanceof Dict) || holder === undefined || this.#seen.has(font)) {
      return;
    }
    this.#seen.add(font);
    this.#document.bounds.step();
    font.set("ToUnicode", this.#mapFor(font));
    this.#document.replace(holder.number, holder.value);
    if (font.name("Subtype") === "Type3") {
      this.#addResources(font.raw("Resources"), holder, depth + 1);
    }
  }

  #mapFor(font: Dict): Ref {
    const subtype = font.name("Subtype");
    if (subtype === "Type0") {
      return this.#map(limited(COMPOSITE_CODES, glyphCountOf(font, this.#document.bounds)), "composite");
    }
    return this.#map(subtype === "Type3" ? TYPE_3_CODES : SIMPLE_CODES, "simple");
  }

  #map(ranges: readonly CodeRange[], kind: "simple" | "composite"): Ref {
    const data = mapOf(ranges, kind === "simple" ? 2 : 4);
    const known = this.#maps.get(data);
    if (known !== undefined) {
      return known;
    }
    const added = this.#document.add(new Stream(new Dict(), Buffer.from(data, "latin1")));
    this.#maps.set(data, added);
    return added;
  }
}

/** Returns a value, and the object that it is written in: itself where it is referred to. */
const held = (
  value: CosValue | undefined,
  around: Holder | undefined,
): { readonly holder: Holder | undefined; readonly value: CosDirect } => {
  const direct = resolve(value);
  return { holder: value instanceof Ref ? { number: value.number, value: direct } : around, value: direct };
};

/** Returns the ranges as far as there are codes, in whole ranges of one first byte. */
const limited = (ranges: readonly CodeRange[], count: number): CodeRange[] =>
  ranges
    .filter(({ firstCode }) => firstCode < count)
    .map((range) => ({ ...range, lastCode: Math.min(range.lastCode, (count - 1) | 0xff) }));

const hex = (value: number, length: number): string => value.toString(16).padStart(length, "0");

/** The most ranges of a map in one list (Adobe Technical Note 5411). */
const MAX_RANGES = 100;

/** Returns a /ToUnicode map (ISO 32000-2, 9.10.3), with a range for each first byte. */
function mapOf(ranges: readonly CodeRange[], digits: number): string {
  const lines = ranges.flatMap(({ firstCode, lastCode, firstValue }) =>
    Array.from({ length: Math.ceil((lastCode + 1 - firstCode) / 256) }, (_, index) => {
      const first = firstCode + 256 * index;
      const last = Math.min(lastCode, first | 0xff);
      return `<${hex(first, digits)}> <${hex(last, digits)}> <${hex(firstValue + first - firstCode, 4)}>`;
    }),
  );
  const lists: string[] = [];
  for (let index = 0; index < lines.length; index += MAX_RANGES) {
    const list = lines.slice(index, index + MAX_RANGES);
    lists.push(`${list.length} beginbfrange`, ...list, "endbfrange");
  }
  const space = `<${hex(0, digits)}> <${"f".repeat(digits)}>`;
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def",
    `1 begincodespacerange ${space} endcodespacerange`,
    ...lists,
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}
