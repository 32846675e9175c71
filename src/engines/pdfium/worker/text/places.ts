import type { Box } from "@quire/layout";
import type { PageFunctions } from "../binding/page-functions.ts";
import { boxThrough, type PageView, xOf, yOf } from "./geometry.ts";
import type { TextStyle } from "./style.ts";

/**
 * The place of a character, in points of the page as it is seen. One object is reused for all, as there are so many.
 */
export interface CharacterPlace {
  originX: number;
  originY: number;
  xMin: number;
  yMin: number;
  xMax: number;
  yMax: number;
}

/** What is known of the advances of a font's characters, by Unicode value. */
interface FontAdvances {
  readonly handle: number;
  /** The widths that the font states, in ems. */
  readonly widths: Map<number, number>;
  /** The characters whose width was seen on the page: the next one began where they end by it. */
  readonly proven: Set<number>;
}

/** Reads the places of the characters of a text page. */
export class PlaceReader {
  readonly place: CharacterPlace = {
    originX: 0,
    originY: 0,
    xMin: 0,
    yMin: 0,
    xMax: 0,
    yMax: 0,
  };
  readonly #functions: PageFunctions;
  readonly #textPage: number;
  readonly #view: PageView;
  readonly #advances = new Map<number, FontAdvances>();
  #lastFont: FontAdvances | undefined;
  /** The origin that was looked up last: that of the next character is needed twice. */
  readonly #origin = { index: -1, x: 0, y: 0 };

  constructor(functions: PageFunctions, textPage: number, view: PageView) {
    this.#functions = functions;
    this.#textPage = textPage;
    this.#view = view;
  }

  readOrigin(index: number): void {
    this.#lookUpOrigin(index);
    this.place.originX = this.#origin.x;
    this.place.originY = this.#origin.y;
  }

  #lookUpOrigin(index: number): void {
    const origin = this.#origin;
    if (origin.index === index) {
      return;
    }
    const { raw, scratch } = this.#functions;
    raw.FPDFText_GetCharOrigin(this.#textPage, index, scratch.address, scratch.address + 8);
    const { doubles } = scratch;
    const x = doubles[0] ?? 0;
    const y = doubles[1] ?? 0;
    const { matrix } = this.#view;
    origin.index = index;
    origin.x = xOf(matrix, x, y);
    origin.y = yOf(matrix, x, y);
  }

  /** Reads the origin and the box of a character into `place`. */
  read(index: number, unit: number, style: TextStyle): void {
    this.readOrigin(index);
    if (style.font.isVertical === true) {
      this.#setVerticalBox(style);
    } else {
      this.#setBox(style, this.#advanceOf(index, unit, style));
    }
  }

  /** Returns the box of what a character draws. */
  inkOf(index: number): Box {
    const { raw, scratch } = this.#functions;
    const { address } = scratch;
    raw.FPDFText_GetCharBox(this.#textPage, index, address, address + 8, address + 16, address + 24);
    const [xMin = 0, xMax = 0, yMin = 0, yMax = 0] = scratch.doubles.subarray(0, 4);
    return boxThrough(this.#view.matrix, { xMin, yMin, xMax, yMax });
  }

  #setBox(style: TextStyle, advance: number): void {
    const { ascent, descent } = style.font;
    if (ascent === 0) {
      this.#spread(style, 0, advance, USUAL_DESCENT, USUAL_ASCENT);
    } else {
      this.#spread(style, 0, advance, descent, ascent);
    }
  }

  /**
   * Sets the box of a character in vertical writing. PDFium returns the origin that a glyph has in horizontal writing:
   * its lower left corner, apart from the descent.
   */
  #setVerticalBox(style: TextStyle): void {
    this.#spread(style, 0, 1, EM_BOX_TOP - 1, EM_BOX_TOP);
    this.place.originX += style.up.x * EM_BOX_TOP;
    this.place.originY += style.up.y * EM_BOX_TOP;
  }

  /**
   * Returns the advance of a character, in ems. The loose box contains what is drawn, too: it is wider than the advance
   * where an f or a j hangs over. The font knows one width for a character, which is not that of a ligature or of
   * another glyph for the same character.
   */
  #advanceOf(index: number, unit: number, style: TextStyle): number {
    const byFont = this.#advanceByFont(style, unit);
    const { handle } = style.font;
    if (byFont !== undefined && this.#isFollowedAt(byFont, index, style)) {
      this.#ofFont(handle).proven.add(unit);
      return byFont;
    }
    const byBox = style.font.hasLooseBoxes ? this.#advanceByBox(index, style) : undefined;
    if (byFont === undefined || byBox === undefined) {
      return byFont ?? byBox ?? HALF_EM;
    }
    if (this.#isOfOneGlyphWithNext(index)) {
      return byBox;
    }
    const isOfFont = byBox >= byFont - ROUNDING_EM && byBox <= byFont + overhangEmOf(unit);
    const isProven = isOfFont || this.#ofFont(handle).proven.has(unit) || this.#isNextWithin(byFont, byBox, style);
    return isProven ? byFont : byBox;
  }

  /**
   * Returns whether the next character has the origin of this one: both are of one glyph, a ligature. A space has it too
   * where text runs to the left.
   */
  #isOfOneGlyphWithNext(index: number): boolean {
    this.#lookUpOrigin(index + 1);
    const isAtOrigin = this.#origin.x === this.place.originX && this.#origin.y === this.place.originY;
    return isAtOrigin && this.#functions.raw.FPDFText_GetUnicode(this.#textPage, index + 1) !== SPACE;
  }

  /**
   * Returns whether the character that was looked up last begins behind one advance, and before the end of the other:
   * that is ink which hangs over, as the tail of an italic f does over the space behind it.
   */
  #isNextWithin(byFont: number, byBox: number, { along }: TextStyle): boolean {
    const { originX, originY } = this.place;
    const way = (this.#origin.x - originX) * along.x + (this.#origin.y - originY) * along.y;
    const next = way / (along.x * along.x + along.y * along.y);
    return next >= byFont - ROUNDING_EM && next < byBox - ROUNDING_EM;
  }

  /** Returns whether the next character begins where this one ends by its font: then there is nothing to doubt. */
  #isFollowedAt(advance: number, index: number, { along, sizePt }: TextStyle): boolean {
    this.#lookUpOrigin(index + 1);
    const { originX, originY } = this.place;
    const missX = this.#origin.x - originX - advance * along.x;
    const missY = this.#origin.y - originY - advance * along.y;
    return Math.abs(missX) + Math.abs(missY) < ROUNDING_EM * sizePt;
  }

  #advanceByBox(index: number, style: TextStyle): number | undefined {
    const { raw, scratch } = this.#functions;
    raw.FPDFText_GetLooseCharBox(this.#textPage, index, scratch.address);
    const { floats } = scratch;
    const width = (floats[2] ?? 0) - (floats[0] ?? 0);
    const height = (floats[1] ?? 0) - (floats[3] ?? 0);
    return this.#advanceIn(width, height, style);
  }

  /**
   * Returns the advance in ems, from the size of the loose box: that around the slanted or turned parallelogram of the
   * glyph, whose height is any. Returns undefined for type turned by half a right angle, whose box does not determine
   * it.
   */
  #advanceIn(width: number, height: number, { along, up, sizePt }: TextStyle): number | undefined {
    const { a, b } = this.#view.matrix;
    const [acrossPt, downPt] =
      a === 0 ? [height * Math.abs(b), width * Math.abs(b)] : [width * Math.abs(a), height * Math.abs(a)];
    const upX = Math.abs(up.x);
    const upY = Math.abs(up.y);
    const determinant = Math.abs(along.x) * upY - Math.abs(along.y) * upX;
    if (Math.abs(determinant) < MIN_DETERMINANT * sizePt * sizePt) {
      return undefined;
    }
    return Math.max(0, (acrossPt * upY - downPt * upX) / determinant);
  }

  /**
   * Sets the box around the parallelogram from `from` to `to` ems along the baseline and from `low` to `high` ems above
   * it.
   */
  #spread({ along, up }: TextStyle, from: number, to: number, low: number, high: number): void {
    const { place } = this;
    place.xMin = place.originX + Math.min(along.x * from, along.x * to) + Math.min(up.x * low, up.x * high);
    place.yMin = place.originY + Math.min(along.y * from, along.y * to) + Math.min(up.y * low, up.y * high);
    place.xMax = place.originX + Math.max(along.x * from, along.x * to) + Math.max(up.x * low, up.x * high);
    place.yMax = place.originY + Math.max(along.y * from, along.y * to) + Math.max(up.y * low, up.y * high);
  }

  #ofFont(handle: number): FontAdvances {
    if (this.#lastFont?.handle === handle) {
      return this.#lastFont;
    }
    const known = this.#advances.get(handle) ?? {
      handle,
      widths: new Map<number, number>(),
      proven: new Set<number>(),
    };
    this.#advances.set(handle, known);
    this.#lastFont = known;
    return known;
  }

  /** Returns the width of a character in its font, in ems; PDFium offers no way to look it up but by Unicode. */
  #advanceByFont({ font }: TextStyle, unit: number): number | undefined {
    const { widths } = this.#ofFont(font.handle);
    let width = widths.get(unit);
    if (width === undefined) {
      const { raw, scratch } = this.#functions;
      const isReported = raw.FPDFFont_GetGlyphWidth(font.handle, unit, 1, scratch.address) !== 0;
      width = isReported ? (scratch.floats[0] ?? 0) : 0;
      widths.set(unit, width);
    }
    return width > 0 && width < 10 ? width : undefined;
  }
}

/**
 * The height, in ems, at which vertical writing begins above the origin of horizontal writing, unless a font says
 * otherwise.
 */
const EM_BOX_TOP = 0.88;
const SPACE = 0x20;
const HALF_EM = 0.5;
const ROUNDING_EM = 0.01;
/** The most, in ems, that a letter hangs over. */
const OVERHANG_EM = 0.15;
/** The most that an f hangs over, in italic type, where its arm reaches above what follows. */
const OVERHANG_OF_F_EM = 0.32;
const LETTER_F = 0x66;

const overhangEmOf = (unit: number): number => (unit === LETTER_F ? OVERHANG_OF_F_EM : OVERHANG_EM);
/** The least determinant of the matrix, in ems: type with less cannot be read, or is turned by half a right angle. */
const MIN_DETERMINANT = 0.05;
const USUAL_ASCENT = 0.75;
const USUAL_DESCENT = -0.25;
