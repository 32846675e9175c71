import { createHash } from "node:crypto";
import type { PageFont } from "@quire/layout";
import { type WebGlyph, webFont } from "@quire/typeset/webfont";

/** The most glyphs of a document's fonts; beyond them text is set in the reader's own fonts. */
const MAX_GLYPHS = 60_000;
/** The most fonts for the texts of one name, and of a document. */
const MAX_FAMILIES_OF_NAME = 400;
const MAX_FAMILIES = 4000;

/** A text that one glyph is painted for, and the glyph. */
export interface SetText {
  /** The name of the font in the document. */
  readonly name: string;
  readonly text: string;
  readonly glyph: WebGlyph;
}

/**
 * The fonts of an HTML document. Each character has one glyph in a font: where a font of the PDF has several for one,
 * such as small capitals or the forms of Arabic letters, or several subsets of a font call different ones so, there are
 * several fonts. What stands for several characters, such as a ligature, is the glyph of one of them, and the others
 * draw nothing.
 */
export class FontFamilies {
  /** Whether there was no room for something. */
  isFull = false;
  readonly #prefix: string;
  readonly #byName = new Map<string, Family[]>();
  readonly #placed = new Map<string, Family>();
  readonly #hashes = new WeakMap<WebGlyph, string>();
  #glyphs = 0;
  #families = 0;

  /** Creates fonts whose names begin with `prefix`, in ASCII without quotes. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Returns the family in which a text is painted as the glyph; undefined where there is no room for it. */
  place({ name, text, glyph }: SetText): string | undefined {
    const hash = this.#hashOf(glyph);
    const key = `${hash} ${name} ${text}`;
    const placed = this.#placed.get(key);
    if (placed !== undefined) {
      return placed.name;
    }
    const carried = carriedBy(text, hash);
    if (carried === undefined || this.#glyphs >= MAX_GLYPHS) {
      this.isFull = true;
      return undefined;
    }
    const family = this.#familyFor(name, carried);
    if (family === undefined) {
      this.isFull = true;
      return undefined;
    }
    this.#glyphs += family.add(carried, hash, glyph) ? 1 : 0;
    this.#placed.set(key, family);
    return family.name;
  }

  /** Returns the fonts, each with what was placed in it. */
  fonts(): PageFont[] {
    return [...this.#byName.values()].flat().map((family) => family.font());
  }

  #familyFor(name: string, carried: Carried): Family | undefined {
    let families = this.#byName.get(name);
    if (families === undefined) {
      families = [];
      this.#byName.set(name, families);
    }
    const found = families.find((family) => family.takes(carried));
    if (found !== undefined || families.length >= MAX_FAMILIES_OF_NAME || this.#families >= MAX_FAMILIES) {
      return found;
    }
    this.#families += 1;
    const family = new Family(`${this.#prefix}${this.#families}`);
    families.push(family);
    return family;
  }

  #hashOf(glyph: WebGlyph): string {
    let hash = this.#hashes.get(glyph);
    if (hash === undefined && glyph.contours.length === 0 && glyph.advance === 0) {
      hash = NOTHING;
      this.#hashes.set(glyph, hash);
    } else if (hash === undefined) {
      const numbers = glyph.contours.map(({ startX, startY, steps }) => [startX, startY, ...steps.flat()].map(rounded));
      const content = JSON.stringify([rounded(glyph.advance), numbers]);
      hash = createHash("sha1").update(content).digest("base64url");
      this.#hashes.set(glyph, hash);
    }
    return hash;
  }
}

const rounded = (value: number): number => Math.round(value * 1e4);

/** The glyphs of characters, by their hashes; those of characters that draw nothing are empty. */
type Carried = ReadonlyMap<number, string>;

/** Characters that browsers never draw with a glyph of their own, or reorder. */
const NOT_CARRYING = /^(?:\p{M}|\p{Z}|\p{C}|\u115f|\u1160|\u3164|\uffa0)$/u;
const PRIVATE = /^\p{Co}$/u;
const NOTHING = "";

/** Returns the character that carries the glyph of a text; undefined where none can. */
function carrierOf(characters: readonly string[]): string | undefined {
  return (
    characters.find((character) => !NOT_CARRYING.test(character) || PRIVATE.test(character)) ??
    characters.find((character) => /^[\p{M}]$/u.test(character))
  );
}

/**
 * Returns a text in two parts where the character that carries its glyph comes twice, as in the ligature of ff: the
 * second part is painted as nothing. It is empty for other texts.
 */
export function apartFromRepeated(text: string): readonly [string, string] {
  const characters = Array.from(text);
  const carrier = carrierOf(characters);
  const end = carrier === undefined ? text.length : text.indexOf(carrier) + carrier.length;
  return carrier !== undefined && text.includes(carrier, end) ? [text.slice(0, end), text.slice(end)] : [text, ""];
}

/** Returns the glyph of each character of a text, of which one carries the glyph; undefined where none can. */
function carriedBy(text: string, hash: string): Carried | undefined {
  const characters = Array.from(text);
  const carrier = carrierOf(characters);
  if (carrier === undefined) {
    return undefined;
  }
  const carried = new Map<number, string>();
  let isCarried = false;
  for (const character of characters) {
    const isCarrier: boolean = !isCarried && character === carrier;
    const codePoint = character.codePointAt(0) ?? 0;
    const before = carried.get(codePoint);
    // A character that comes twice would paint the glyph twice, or not at all.
    if (before !== undefined && before !== (isCarrier ? hash : NOTHING)) {
      return undefined;
    }
    carried.set(codePoint, isCarrier ? hash : NOTHING);
    isCarried ||= isCarrier;
  }
  return carried;
}

/** A font of the HTML. */
class Family {
  readonly name: string;
  readonly #hashes = new Map<number, string>();
  readonly #characters = new Map<number, number>();
  readonly #indices = new Map<string, number>([[NOTHING, 0]]);
  readonly #glyphs: WebGlyph[] = [{ contours: [], advance: 0 }];

  constructor(name: string) {
    this.name = name;
  }

  /** Returns whether each of the characters has that glyph, or none as yet. */
  takes(carried: Carried): boolean {
    for (const [character, hash] of carried) {
      const own = this.#hashes.get(character);
      if (own !== undefined && own !== hash) {
        return false;
      }
    }
    return true;
  }

  /** Gives characters their glyphs. @returns whether `glyph` is new to the font */
  add(carried: Carried, hash: string, glyph: WebGlyph): boolean {
    const isNew = !this.#indices.has(hash);
    if (isNew) {
      this.#indices.set(hash, this.#glyphs.push(glyph) - 1);
    }
    for (const [character, own] of carried) {
      this.#hashes.set(character, own);
      this.#characters.set(character, this.#indices.get(own) ?? 0);
    }
    return isNew;
  }

  font(): PageFont {
    const woff2 = webFont({ family: this.name, glyphs: this.#glyphs, characters: this.#characters });
    return { family: this.name, woff2 };
  }
}
