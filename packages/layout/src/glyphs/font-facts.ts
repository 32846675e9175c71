import type { Font, PageContent } from "../content.ts";
import { median } from "../geometry/statistics.ts";

/** The actual properties of a font, from its letters more than from what it states. */
export interface FontFacts {
  readonly font: Font;
  readonly isBold: boolean;
  readonly isFixedPitch: boolean;
  /** A key that is equal for fonts that a reader takes for one style. */
  readonly style: string;
}

const BOLD_NAME = /bold|black|heavy|semibold|demi(?!an)|[-,]bd\b|cmbx|cmssbx|sfbx/i;
const BOLD_WEIGHT = 600;
const ITALIC_NAME = /italic|oblique|slanted|cmti|cmsl|sfti/i;
const FIXED_NAME = /mono|courier|consol|typewriter|menlo|cmtt|sftt|fixed|nimbusmon/i;

/** Returns the facts of each font of a page, in the order of `PageContent.fonts`. */
export function fontFacts(content: PageContent): FontFacts[] {
  const pitches = pitchesOf(content);
  return content.fonts.map((font, index) => {
    const isBold = font.weight >= BOLD_WEIGHT || BOLD_NAME.test(font.name);
    const isItalic = font.isItalic || ITALIC_NAME.test(font.name);
    const pitch = pitches[index];
    const isFixedPitch =
      pitch?.isOfText(content.glyphs.count) !== true &&
      (pitch?.isFixed() ?? (font.isFixedPitch || FIXED_NAME.test(font.name)));
    const facts = font.isFixedPitch === isFixedPitch && font.isItalic === isItalic;
    return {
      font: facts ? font : { ...font, isFixedPitch, isItalic },
      isBold,
      isFixedPitch,
      style: `${isBold ? "b" : ""}${isItalic ? "i" : ""}${isFixedPitch ? "f" : ""}`,
    };
  });
}

function pitchesOf({ fonts, glyphs }: PageContent): Pitch[] {
  const pitches = fonts.map(() => new Pitch());
  for (let glyph = 0; glyph < glyphs.count; glyph++) {
    const text = glyphs.text[glyph] ?? "";
    const code = text.charCodeAt(0);
    if (text.length === 1 && code > 0x20 && code < 0x7f) {
      const isUpright = (glyphs.angleDegrees[glyph] ?? 0) % 180 === 0;
      const length = isUpright
        ? (glyphs.xMax[glyph] ?? 0) - (glyphs.xMin[glyph] ?? 0)
        : (glyphs.yMax[glyph] ?? 0) - (glyphs.yMin[glyph] ?? 0);
      pitches[glyphs.font[glyph] ?? 0]?.add(code, length / (glyphs.sizePt[glyph] ?? 1));
    } else if (isFullWidth(code)) {
      pitches[glyphs.font[glyph] ?? 0]?.addFullWidth();
    }
  }
  return pitches;
}

/** Returns whether a code unit is a letter of Chinese, Japanese or Korean, which all fonts have in one width. */
const isFullWidth = (code: number): boolean =>
  (code >= 0x3041 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff);

/** The greatest difference between advances of one pitch, in ems; boxes are rounded. */
const SAME_PITCH_EM = 0.03;
/**
 * The number of different letters that a font has to show before its advances prove a fixed pitch: figures alone mostly
 * have one advance.
 */
const KINDS_OF_LETTERS = 6;

const NARROW = new Set("ijltfr.,:;'|!I()[]");
const WIDE = new Set("mwMWOQGNHDCUAVKRBXYPSETZnuhdbpqgoeackvxyzs@%");

/** The share of a font's letters that have the one advance; an odd one comes from an encoding that lies. */
const ONE_PITCH_SHARE = 0.85;

/** The shares of the glyphs of a page that the font of its text has, and of letters of full width among those. */
const MOST_OF_PAGE = 0.7;
const FULL_WIDTH_SHARE = 0.25;

/** Gathers the advances of one font. */
class Pitch {
  readonly #narrow: number[] = [];
  readonly #wide: number[] = [];
  readonly #seen = new Set<number>();
  #latin = 0;
  #fullWidth = 0;

  addFullWidth(): void {
    this.#fullWidth += 1;
  }

  add(code: number, advanceEm: number): void {
    this.#latin += 1;
    if (this.#seen.has(code)) {
      return;
    }
    this.#seen.add(code);
    const character = String.fromCharCode(code);
    if (NARROW.has(character)) {
      this.#narrow.push(advanceEm);
    } else if (WIDE.has(character)) {
      this.#wide.push(advanceEm);
    }
  }

  /**
   * Returns whether the font is that of most text of the page, in Chinese, Japanese or Korean with some Latin: many such
   * fonts have Latin letters of half the width, which tells no code then.
   * @param all the number of glyphs of the page
   */
  isOfText(all: number): boolean {
    const own = this.#latin + this.#fullWidth;
    return this.#latin > 0 && this.#fullWidth > FULL_WIDTH_SHARE * own && own > MOST_OF_PAGE * all;
  }

  /** Returns whether the font is of fixed pitch; undefined where too few letters were seen. */
  isFixed(): boolean | undefined {
    if (this.#narrow.length === 0 || this.#wide.length === 0) {
      return undefined;
    }
    const advances = [...this.#narrow, ...this.#wide];
    const usual = median(advances, 0);
    const isUsual = (advance: number): boolean => Math.abs(advance - usual) <= SAME_PITCH_EM;
    const same = advances.filter(isUsual).length;
    if (same < ONE_PITCH_SHARE * advances.length || !this.#narrow.some(isUsual) || !this.#wide.some(isUsual)) {
      return false;
    }
    return this.#seen.size >= KINDS_OF_LETTERS ? true : undefined;
  }
}
