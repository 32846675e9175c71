import {
  asDict,
  type Bounds,
  type CosDocument,
  type CosValue,
  Dict,
  decodeStream,
  Name,
  type Page,
  Ref,
  resolve,
} from "@quire/cos";
import { Font, type FontFile } from "@quire/fonts";
import { KnownObjects } from "@quire/images";
import { shownText } from "@quire/metadata";
import { type FontDescription, type FontType, LIMITS, type Listed } from "../description.ts";
import { PageSet } from "./page-set.ts";

interface ListedFont {
  readonly dict: Dict;
  readonly object: number | null;
  readonly pages: PageSet;
}

/** Collects the fonts of a document: those that pages show, and those that only resources have. */
export class FontList {
  readonly #fonts: ListedFont[] = [];
  readonly #known = new KnownObjects<ListedFont>();
  readonly #bounds: Bounds;

  constructor({ bounds }: CosDocument) {
    this.#bounds = bounds;
  }

  /** Adds a font that a page selects, and those that its glyphs may select. */
  addShown(raw: CosValue, dict: Dict, page: number): void {
    this.#fontOf(raw, dict).pages.add(page);
    for (const [inner, innerDict] of fontsIn(dict.name("Subtype") === "Type3" ? dict.dict("Resources") : undefined)) {
      this.#fontOf(inner, innerDict).pages.add(page);
    }
  }

  /** Adds the fonts in the resources of a page, whether it selects them or not. */
  addResources(page: Page): void {
    for (const [raw, dict] of fontsIn(page.resources)) {
      this.#bounds.step();
      this.#fontOf(raw, dict);
    }
  }

  listed(): Listed<FontDescription> {
    return {
      items: this.#fonts.slice(0, LIMITS.fonts).map((font) => described(font, this.#bounds)),
      total: this.#fonts.length,
    };
  }

  #fontOf(raw: CosValue, dict: Dict): ListedFont {
    return this.#known.get(raw instanceof Ref ? raw : dict, () => {
      const object = raw instanceof Ref ? raw.number : null;
      const font = { dict, object, pages: new PageSet(LIMITS.pagesOfOne) };
      this.#fonts.push(font);
      return font;
    });
  }
}

/** Returns the fonts of a resource dictionary, as they are written there. */
function fontsIn(resources: Dict | undefined): (readonly [CosValue, Dict])[] {
  const entries = resources?.dict("Font")?.entries.values() ?? [];
  return [...entries].flatMap((raw) => {
    const dict = resolve(raw);
    return dict instanceof Dict ? [[raw, dict] as const] : [];
  });
}

function described({ dict, object, pages }: ListedFont, bounds: Bounds): FontDescription {
  const font = new Font(dict);
  const descendant = font.descendantDict;
  const inner = descendant === undefined ? undefined : new Font(descendant);
  const file = inner?.fontFile ?? font.fontFile;
  const written = font.baseFont ?? inner?.baseFont ?? dict.name("Name");
  const baseFont = written === undefined || written === "" ? null : shownText(nameText(written), LIMITS.nameCharacters);
  const isType3 = font.kind === "type3";
  return {
    name: baseFont?.replace(/^[A-Z]{6}\+/u, "") ?? null,
    baseFont,
    type: typeOf(font, inner, file),
    encoding: shownText(encodingOf(font), LIMITS.nameCharacters),
    // The glyphs of a Type 3 font are in the document by nature.
    isEmbedded: isType3 || file !== undefined,
    isSubset:
      isSubsetName(font.baseFont) || isSubsetName(inner?.baseFont) || isSubsetName(font.descriptor?.name("FontName")),
    hasToUnicode: hasToUnicode(dict, bounds),
    object,
    pages: pages.pages,
    pageCount: pages.pageCount,
  };
}

/** Names are bytes, which are meant as UTF-8 (ISO 32000-2, 7.3.5). */
function nameText(name: string): string {
  const bytes = Buffer.from(name, "latin1");
  const text = bytes.toString("utf8");
  return text.includes("\uFFFD") ? name : text;
}

const isSubsetName = (name: string | undefined): boolean => name !== undefined && /^[A-Z]{6}\+/u.test(name);

function typeOf(font: Font, inner: Font | undefined, file: FontFile | undefined): FontType {
  if (font.subtype === "Type0") {
    return inner?.subtype === "CIDFontType2" ? cidTrueType(file) : cidType0(file);
  }
  switch (font.subtype) {
    case "Type3":
      return "Type 3";
    case "MMType1":
      return "Multiple Master Type 1";
    case "Type1":
      return simpleType1(file);
    case "TrueType":
      return file?.subtype === "OpenType" ? "TrueType (OpenType)" : "TrueType";
    case undefined:
    default:
      return "unknown";
  }
}

function simpleType1(file: FontFile | undefined): FontType {
  if (file?.subtype === "OpenType") {
    return "Type 1 (OpenType)";
  }
  return file?.subtype === "Type1C" ? "Type 1C" : "Type 1";
}

function cidType0(file: FontFile | undefined): FontType {
  if (file?.subtype === "OpenType") {
    return "CID Type 0 (OpenType)";
  }
  return file?.subtype === "CIDFontType0C" ? "CID Type 0C" : "CID Type 0";
}

const cidTrueType = (file: FontFile | undefined): FontType =>
  file?.subtype === "OpenType" ? "CID TrueType (OpenType)" : "CID TrueType";

function encodingOf({ dict }: Font): string {
  const encoding = dict.get("Encoding");
  if (encoding instanceof Name) {
    return encoding.value;
  }
  const inner = asDict(encoding);
  if (inner === undefined) {
    return "built-in";
  }
  const hasDifferences = (inner.array("Differences")?.length ?? 0) > 0;
  return inner.name("CMapName") ?? (hasDifferences ? "custom" : (inner.name("BaseEncoding") ?? "built-in"));
}

/** Returns whether a font has a CMap that says what its codes mean; a name in its place says nothing (9.10.3). */
function hasToUnicode(dict: Dict, bounds: Bounds): boolean {
  const stream = dict.stream("ToUnicode");
  return stream !== undefined && decodeStream(stream, bounds).bytes.length > 0;
}
