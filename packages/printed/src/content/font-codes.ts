import { type Bounds, type CosDirect, type CosDocument, Dict, Stream } from "@quire/cos";
import { readToUnicode } from "@quire/fonts";

type TextOf = (code: number, lengthBytes: number) => string | undefined;

/** The codes of a font that a document shows, and the text that they stand for. */
export class FontCodes {
  readonly dict: Dict;
  /** The shown codes that ToUnicode gives no text to that may be one (ISO 32000-2, 9.10.3). */
  readonly unknown = new Set<number>();
  readonly lengthBytes: 1 | 2;
  /** The texts of the shown codes, empty for unknown ones. */
  readonly texts = new Map<number, string>();
  /** Whether ToUnicode gives a shown code a text of the private use areas that was not accepted. */
  hasPrivate = false;
  readonly #textOf: TextOf;
  readonly #acceptsPrivate: boolean;

  constructor(dict: Dict, bounds: Bounds, acceptsPrivate: boolean) {
    this.#acceptsPrivate = acceptsPrivate;
    this.dict = dict;
    this.lengthBytes = dict.name("Subtype") === "Type0" ? 2 : 1;
    const stream = dict.get("ToUnicode");
    const map = stream instanceof Stream ? readToUnicode(stream, bounds) : undefined;
    this.#textOf = (code, lengthBytes) => map?.textOf(code, lengthBytes);
  }

  /** Whether the glyph for what the font does not have is shown: code 0 of a composite font, as browsers write them. */
  get showsNotdef(): boolean {
    return this.lengthBytes === 2 && this.unknown.has(0);
  }

  /** Returns the text of a shown string; nothing for codes whose text is not known. */
  textOf(shown: Uint8Array): string {
    let text = "";
    for (let index = 0; index + this.lengthBytes <= shown.length; index += this.lengthBytes) {
      const first = shown[index] ?? 0;
      const code = this.lengthBytes === 1 ? first : first * 256 + (shown[index + 1] ?? 0);
      text += this.textOfCode(code);
    }
    return text;
  }

  /** Returns the text of a shown code; an empty one where it is not known. */
  textOfCode(code: number): string {
    return this.texts.get(code) ?? this.#read(code);
  }

  #read(code: number): string {
    const text = this.#textOf(code, this.lengthBytes);
    const isPrivate = !this.#acceptsPrivate && text !== undefined && PRIVATE.test(text);
    this.hasPrivate ||= isPrivate;
    if (text === undefined || text === "" || isPrivate || UNUSABLE.test(text)) {
      this.unknown.add(code);
      this.texts.set(code, "");
      return "";
    }
    this.texts.set(code, text);
    return text;
  }
}

/** The characters that no code may stand for (ISO 14289-1, 7.21.7): zero, the byte order mark, and its reverse. */
// oxlint-disable-next-line no-control-regex -- the browser writes zeros for what it does not know
const UNUSABLE = /[\u0000\ufeff\ufffe]/;

const PRIVATE = /\p{Co}/u;

/** The fonts of a document, each read when it is used first. */
export class DocumentFonts {
  readonly #fonts = new Map<Dict, FontCodes>();
  readonly #document: CosDocument;
  readonly #acceptsPrivate: boolean;

  /**
   * @param acceptsPrivate whether codes may stand for characters of the private use areas, which mean nothing to a reader
   */
  constructor(document: CosDocument, acceptsPrivate: boolean) {
    this.#document = document;
    this.#acceptsPrivate = acceptsPrivate;
  }

  get all(): Iterable<FontCodes> {
    return this.#fonts.values();
  }

  of(font: CosDirect): FontCodes | undefined {
    if (!(font instanceof Dict)) {
      return undefined;
    }
    const codes = this.#fonts.get(font) ?? new FontCodes(font, this.#document.bounds, this.#acceptsPrivate);
    this.#fonts.set(font, codes);
    return codes;
  }
}
