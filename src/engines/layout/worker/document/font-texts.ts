import { type Bounds, type CosDirect, type CosDocument, CosError, Dict, type Page, resolve, Stream } from "@quire/cos";
import { Font, type FontText, fontText, hasSignsForLetters } from "@quire/fonts";
import type { FindFontText, LoadedFont } from "../../../pdfium/worker/text/code-texts.ts";

/** The fonts of a document, by which the codes of a page's text are read where PDFium knows no better. */
export class FontTexts {
  readonly #document: CosDocument;
  readonly #known = new Map<Dict, FontText>();
  readonly #told = new Map<Dict, boolean>();

  constructor(document: CosDocument) {
    this.#document = document;
  }

  /** Returns the finder of a page's fonts, whose resources are searched at the first question. */
  of(page: Page): FindFontText {
    let fonts: readonly Dict[] | undefined;
    return (loaded) =>
      unlessTooComplex(() => {
        fonts ??= fontsOf(page, this.#document);
        const texts = alike(fonts, loaded).map((font) => this.#textOf(font));
        const best = texts.length > 1 ? bestMatch(texts, loaded) : texts[0];
        // The best match may be the wrong one: a character that any of the fonts has may be meant.
        return best && { ...best, hasCharacter: (character) => texts.some((own) => own.hasCharacter(character)) };
      });
  }

  /**
   * Returns whether the fonts of a page's content say what all of their codes stand for, so that none of its text is
   * without Unicode values. It is false where that is not known without the text. Pages of a document mostly share their
   * fonts, each of which is read once; loading the text of each page takes far longer.
   */
  tellAllTextOf({ resources }: Page): boolean {
    const search = new FontSearch(this.#document.bounds);
    const fonts = unlessTooComplex(() => search.addResources(resources ?? null, 0).fonts) ?? new Set();
    return fonts.size > 0 && [...fonts].every((font) => this.#tellsAll(font));
  }

  #tellsAll(font: Dict): boolean {
    let tells = this.#told.get(font);
    if (tells === undefined) {
      tells = unlessTooComplex(() => hasPlainCodes(font) && tellsAllCodes(font, this.#textOf(font))) ?? false;
      this.#told.set(font, tells);
    }
    return tells;
  }

  #textOf(font: Dict): FontText {
    let text = this.#known.get(font);
    if (text === undefined) {
      text = careful(fontText(font, this.#document.bounds));
      this.#known.set(font, text);
    }
    return text;
  }
}

/** Makes the functions of a font find nothing where its data are too complex. */
const careful = (font: FontText): FontText => ({
  textOf: (code) => unlessTooComplex(() => font.textOf(code)),
  widthOf: (code) => unlessTooComplex(() => font.widthOf(code)),
  codesOf: (text) => unlessTooComplex(() => font.codesOf(text)) ?? [],
  hasCharacter: (character) => unlessTooComplex(() => font.hasCharacter(character)) ?? true,
});

function unlessTooComplex<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CosError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Returns whether the codes of a font are those that it has widths for (ISO 32000-2, 9.6.2.1), and nothing but its own data
 * says what they stand for: it is of Type 1 or TrueType, and not known by its name to have signs in place of letters.
 */
function hasPlainCodes(dict: Dict): boolean {
  const { kind, baseFont = "" } = new Font(dict);
  return (kind === "type1" || kind === "truetype") && !hasSignsForLetters(baseFont);
}

/** Returns whether a simple font says what every code stands for that it has a width for. */
function tellsAllCodes(dict: Dict, text: FontText): boolean {
  const first = dict.integer("FirstChar");
  const count = dict.array("Widths")?.length ?? 0;
  if (first === undefined || count === 0 || count > SIMPLE_CODES) {
    return false;
  }
  const codes = Array.from({ length: count }, (_, index) => first + index);
  return codes.every((code) => text.widthOf(code) === 0 || text.textOf(code) !== undefined);
}

/** The number of codes of one byte. */
const SIMPLE_CODES = 256;

const MAX_DEPTH = 12;
const MAX_FONTS = 5000;

/** Returns the font dictionaries of a page: those of its resources, of forms and patterns in them, of annotations. */
function fontsOf({ resources, dict }: Page, { bounds, catalog }: CosDocument): readonly Dict[] {
  const search = new FontSearch(bounds);
  search.addResources(resources ?? null, 0);
  const annotations = dict.array("Annots") ?? [];
  for (const element of annotations) {
    const annotation = resolve(element);
    if (annotation instanceof Dict) {
      search.addAppearances(annotation.dict("AP"));
    }
  }
  if (annotations.length > 0) {
    search.addResources(catalog.dict("AcroForm")?.get("DR") ?? null, 0);
  }
  return [...search.fonts];
}

class FontSearch {
  readonly fonts = new Set<Dict>();
  readonly #seen = new Set<Dict>();
  readonly #bounds: Bounds;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Adds the fonts of a resource dictionary (ISO 32000-2, 7.8.3) and of the content streams in it. */
  addResources(resources: CosDirect, depth: number): this {
    if (!(resources instanceof Dict) || this.#seen.has(resources) || depth > MAX_DEPTH) {
      return this;
    }
    this.#seen.add(resources);
    for (const font of this.#dictsIn(resources.dict("Font"))) {
      if (this.fonts.size < MAX_FONTS) {
        this.fonts.add(font);
      }
      this.addResources(font.get("Resources"), depth + 1);
    }
    for (const category of ["XObject", "Pattern"]) {
      for (const stream of this.#dictsIn(resources.dict(category))) {
        this.addResources(stream.get("Resources"), depth + 1);
      }
    }
    return this;
  }

  /** Adds the fonts of an appearance dictionary (12.5.5), whose entries are streams or dictionaries of them. */
  addAppearances(appearances: Dict | undefined): void {
    for (const key of appearances?.keys() ?? []) {
      const value = appearances?.get(key) ?? null;
      const streams = value instanceof Stream ? [value.dict] : this.#dictsIn(value instanceof Dict ? value : undefined);
      for (const stream of streams) {
        this.addResources(stream.get("Resources"), 0);
      }
    }
  }

  *#dictsIn(dict: Dict | undefined): Generator<Dict> {
    for (const key of dict?.keys() ?? []) {
      this.#bounds.step();
      const value = dict?.dict(key);
      if (value !== undefined) {
        yield value;
      }
    }
  }
}

/** Returns the fonts of a name (PDFium leaves out the tags of some subsets) or, if no font has it, all. */
function alike(fonts: readonly Dict[], { baseFont }: LoadedFont): readonly Dict[] {
  const untagged = baseFont.replace(SUBSET_TAG, "");
  const tests = [
    (name: string): boolean => name === baseFont,
    (name: string): boolean => name.replace(SUBSET_TAG, "") === untagged,
  ];
  const found = tests.map((test) => fonts.filter((font) => namesOf(font).some(test)));
  return found.find(({ length }) => length > 0) ?? fonts;
}

/** Matches the tag of a font subset (ISO 32000-2, 9.9.2). */
const SUBSET_TAG = /^[A-Z]{6}\+/;

/** Returns the names that PDFium may report of a font; that of a Type 3 font is empty. */
function namesOf(font: Dict): readonly string[] {
  const descendant = resolve(font.array("DescendantFonts")?.[0]);
  const own = font.name("BaseFont") ?? "";
  return descendant instanceof Dict ? [own, descendant.name("BaseFont") ?? ""] : [own];
}

/**
 * Returns the font whose widths agree with most of the advances that are seen on the page or, of several such, the one
 * that tells the text of most codes. Spacing and kerning hide the width of some codes.
 */
function bestMatch(fonts: readonly FontText[], { advances }: LoadedFont): FontText | undefined {
  const ranked = fonts.map((font) => {
    let fitting = 0;
    let known = 0;
    for (const [code, seen] of advances) {
      const width = font.widthOf(code);
      fitting += width !== undefined && seen.some((advance) => Math.abs(advance - width) <= SAME_WIDTH) ? 1 : 0;
      known += font.textOf(code) === undefined ? 0 : 1;
    }
    return { font, fitting, known };
  });
  return ranked.toSorted((one, other) => other.fitting - one.fitting || other.known - one.known)[0]?.font;
}

/** The greatest difference of widths that are the same, in thousandths of the type size: places are rounded. */
const SAME_WIDTH = 12;
