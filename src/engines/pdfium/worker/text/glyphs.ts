import { type Box, GLYPH, type Glyphs, type Ink } from "@quire/layout";
import type { PageFunctions } from "../binding/page-functions.ts";
import { emptyArrays, emptyInk, finished, type GlyphArrays } from "./arrays.ts";
import { turnBackBrackets } from "./brackets.ts";
import { CodeTexts, type FindFontText, isCodeOrMadeOfOne, isDoubtful } from "./code-texts.ts";
import { PageFonts } from "./fonts.ts";
import type { PageView } from "./geometry.ts";
import { InkHeights } from "./heights.ts";
import { boundsOf, OBJECT, type PageObject, type PageObjects } from "./objects.ts";
import { type CharacterPlace, PlaceReader } from "./places.ts";
import {
  type Characters,
  hasMapError,
  inOrderOfDrawing,
  isRightToLeft,
  isUnmapped,
  LAST_UNICODE,
  type Run,
  readCharacters,
  runsOf,
} from "./runs.ts";
import { angleOf, styleOf, type TextStyle } from "./style.ts";
import { UnmappedCodes } from "./unmapped.ts";

interface Reading {
  readonly functions: PageFunctions;
  readonly textPage: number;
  readonly objects: PageObjects;
  readonly view: PageView;
  readonly findFontText?: FindFontText | undefined;
  /** Whether what each glyph draws is asked for too. */
  readonly hasInk?: boolean | undefined;
}

/** Returns the glyphs of a page in the order of drawing, and the fonts that they are set in. */
export function readGlyphs(reading: Reading): { glyphs: Glyphs; fonts: PageFonts["list"] } {
  const reader = new GlyphReader(reading);
  return { glyphs: reader.read(), fonts: reader.fonts.list };
}

class GlyphReader {
  readonly fonts: PageFonts;
  readonly #reading: Reading;
  readonly #characters: Characters;
  readonly #glyphs: GlyphArrays;
  readonly #places: PlaceReader;
  readonly #heights = new InkHeights();
  readonly #unmapped = new UnmappedCodes();
  readonly #codeTexts: CodeTexts;
  readonly #styles = new Map<number, TextStyle | undefined>();
  /** The objects that have characters. */
  readonly #spoken = new Set<number>();
  /**
   * Whether the previous run is right-to-left: in such text, spaces that PDFium inserts stand on the wrong side of a
   * letter.
   */
  #isRightToLeft = false;

  /** Whether the previous character is of the same object and has a Unicode value, and where it stands. */
  #mayJoin = false;
  #previousX = 0;
  #previousY = 0;

  constructor(reading: Reading) {
    const { functions, textPage, view, findFontText, hasInk = false } = reading;
    this.#reading = reading;
    this.fonts = new PageFonts(functions);
    this.#codeTexts = new CodeTexts(findFontText);
    this.#characters = readCharacters(functions.raw, textPage);
    if (this.#characters.hasRightToLeft) {
      turnBackBrackets(this.#characters.units);
    }
    const capacity = this.#characters.units.length;
    this.#glyphs = { ...emptyArrays(capacity), ...(hasInk && { ink: emptyInk(capacity) }) };
    this.#places = new PlaceReader(functions, textPage, view);
  }

  read(): Glyphs {
    const { texts } = this.#reading.objects;
    const runs = inOrderOfDrawing(runsOf(this.#characters), (handle) => texts.get(handle)?.order);
    let last: TextStyle | undefined;
    for (const run of runs) {
      this.#spoken.add(run.object);
      this.#lookForVertical(run);
    }
    for (const run of runs) {
      const style = this.#styleOf(run.object);
      if (style !== undefined) {
        this.#addRun(run, style);
        last = style;
      } else if (run.object === 0 && last !== undefined && !this.#isRightToLeft) {
        this.#addMissing(run, last);
      }
    }
    this.#completeTexts();
    this.#heights.complete(this.#glyphs);
    return finished(this.#glyphs);
  }

  /** Sets the texts of glyphs that PDFium does not tell. */
  #completeTexts(): void {
    this.#codeTexts.complete(this.#glyphs, ({ font, handle }, { at, unit, isCode }) => {
      if (isCode && font.name === "") {
        this.#unmapped.add(at, unit, handle);
      }
    });
    this.#unmapped.complete(this.#glyphs);
  }

  #styleOf(handle: number): TextStyle | undefined {
    const { functions, objects } = this.#reading;
    const object = objects.texts.get(handle);
    if (object === undefined || this.#styles.has(handle)) {
      return this.#styles.get(handle);
    }
    const style = styleOf(functions, object, { fonts: this.fonts, objects });
    this.#styles.set(handle, style);
    return style;
  }

  /** Finds from the first two characters in a font which way it is written. */
  #lookForVertical({ object, start, end }: Run): void {
    const style = end - start > 1 ? this.#styleOf(object) : undefined;
    if (style === undefined || style.font.isVertical !== undefined) {
      return;
    }
    const { place } = this.#places;
    this.#places.readOrigin(start);
    const { originX, originY } = place;
    this.#places.readOrigin(start + 1);
    const [x, y] = [place.originX - originX, place.originY - originY];
    const { along, up, sizePt, font } = style;
    if (Math.hypot(x, y) > 0.1 * sizePt) {
      font.isVertical = Math.abs(x * up.x + y * up.y) > 2 * Math.abs(x * along.x + y * along.y);
    }
  }

  #addRun(run: Run, style: TextStyle): void {
    const { units } = this.#characters;
    const { start, end } = run;
    if (this.#isReplaced(run, style)) {
      this.#addReplacement(run, style);
      return;
    }
    this.#isRightToLeft = this.#characters.hasRightToLeft && hasRightToLeft(units, start, end);
    const isBackwards = this.#isRightToLeft && this.#isDrawnBackwards(start, end, style);
    const step = isBackwards ? -1 : 1;
    const at = this.#glyphs.count;
    this.#mayJoin = false;
    for (let index = isBackwards ? end - 1 : start; index >= start && index < end; index += step) {
      this.#add(index, style, isBackwards);
    }
    if (this.#isRightToLeft && end - start > 1 && this.#glyphs.count === at + 1) {
      this.#widen(at, run.object);
    }
  }

  /**
   * Widens a glyph to all that it stands for: an /ActualText of a letter and its points stands in the place of what is
   * drawn first, which may be a point, and the objects after it that are in the same marked content have no characters.
   */
  #widen(at: number, handle: number): void {
    const { functions, objects } = this.#reading;
    const { xMin, xMax } = this.#glyphs;
    let own = objects.texts.get(handle);
    for (let count = 0; own !== undefined && count < MOST_WIDENED; count += 1) {
      const box = boundsOf(functions, own);
      if (box !== undefined) {
        xMin[at] = Math.min(xMin[at] ?? 0, box.xMin);
        xMax[at] = Math.max(xMax[at] ?? 0, box.xMax);
      }
      own = this.#silentAfter(own);
    }
  }

  /** Returns the object after another one of the same marked content, where it has no characters. */
  #silentAfter({ handle, order }: PageObject): PageObject | undefined {
    const { functions, objects } = this.#reading;
    const next = objects.objects[order + 1];
    if (next?.type !== OBJECT.text || this.#spoken.has(next.handle)) {
      return undefined;
    }
    const markOf = (object: number): number =>
      functions.raw.FPDFPageObj_GetMark(object, Math.max(0, functions.raw.FPDFPageObj_CountMarks(object) - 1));
    const mark = markOf(handle);
    return mark !== 0 && mark === markOf(next.handle) ? next : undefined;
  }

  /** Returns whether all of an object's characters stand in one place: an /ActualText has replaced its glyphs. */
  #isReplaced({ object, start, end }: Run, { along, sizePt }: TextStyle): boolean {
    if (end - start < 2 || Math.abs(along.y) > 0.01 * sizePt) {
      return false;
    }
    const { place } = this.#places;
    this.#places.readOrigin(start);
    const { originX, originY } = place;
    this.#places.readOrigin(end - 1);
    if (place.originX !== originX || place.originY !== originY) {
      return false;
    }
    return end - start > MAX_LIGATURE || this.#isWiderThanLigature(object, sizePt);
  }

  #isWiderThanLigature(handle: number, sizePt: number): boolean {
    const { functions, objects } = this.#reading;
    const object = objects.texts.get(handle);
    const box = object && boundsOf(functions, object);
    return box !== undefined && box.xMax - box.xMin > MAX_LIGATURE_EM * sizePt;
  }

  /** Spreads the characters of an /ActualText over the box of what they stand for. */
  #addReplacement({ object, start, end }: Run, style: TextStyle): void {
    const { functions, objects } = this.#reading;
    const replaced = objects.texts.get(object);
    const glyphs = this.#glyphs;
    const { place } = this.#places;
    const { xMin, xMax } = (replaced && boundsOf(functions, replaced)) ?? this.#places.inkOf(start);
    const step = (xMax - xMin) / (end - start);
    for (let index = start; index < end; index++) {
      this.#places.read(index, this.#characters.units[index] ?? 0, style);
      place.originX = xMin + (index - start) * step;
      place.xMin = place.originX;
      place.xMax = place.originX + step;
      const at = glyphs.count++;
      glyphs.text.push(textOf(this.#characters.units[index] ?? 0));
      put(glyphs, at, style, place);
      glyphs.flags[at] = style.flags | (isWithin(place, style) ? 0 : GLYPH.clipped);
    }
  }

  /**
   * Returns whether a run is drawn in the opposite of its order. PDFium has put right-to-left text into the order in
   * which it is read: the last character is the leftmost.
   */
  #isDrawnBackwards(start: number, end: number, { along }: TextStyle): boolean {
    const { place } = this.#places;
    this.#places.readOrigin(start);
    const { originX, originY } = place;
    this.#places.readOrigin(end - 1);
    return (place.originX - originX) * along.x + (place.originY - originY) * along.y < 0;
  }

  #add(index: number, style: TextStyle, isBackwards: boolean): void {
    const unit = this.#characters.units[index] ?? 0;
    if (unit === SPACE && this.#isInserted(index)) {
      if (!this.#isRightToLeft) {
        this.#addSpace(index, style);
      }
      this.#mayJoin = false;
      return;
    }
    const hasNoValue = isUnmapped(this.#characters, index);
    const text = hasNoValue ? "\ufffd" : textOf(unit);
    this.#places.read(index, unit, style);
    const { place } = this.#places;
    const glyphs = this.#glyphs;
    // PDFium makes a character of each that a glyph stands for, all in the same place; a space is a sign of its own.
    // One of Latin among right-to-left letters may be a code, and is asked for by itself.
    const isStray = this.#isRightToLeft && isCodeOrMadeOfOne(unit);
    const maySpell = !hasNoValue && unit !== SPACE && !isStray;
    if (this.#mayJoin && maySpell && place.originX === this.#previousX && place.originY === this.#previousY) {
      const before = glyphs.text[glyphs.count - 1] ?? "";
      // A mark that has no width stands where the letter after it begins.
      if (!SYLLABLE_MARKS.test(before) || SYLLABLE_MARKS.test(text)) {
        if (before.length < MAX_TEXT) {
          glyphs.text[glyphs.count - 1] = isBackwards ? text + before : before + text;
        }
        if (this.#isRightToLeft && POINTS.test(before)) {
          // A point that has no width is drawn first: the glyph is as wide as its letter.
          put(glyphs, glyphs.count - 1, style, place);
        }
        return;
      }
    }
    this.#mayJoin = maySpell;
    this.#previousX = place.originX;
    this.#previousY = place.originY;
    const at = glyphs.count++;
    glyphs.text.push(text);
    put(glyphs, at, style, place);
    glyphs.flags[at] = style.flags | (hasNoValue ? GLYPH.unmapped : 0) | (isWithin(place, style) ? 0 : GLYPH.clipped);
    if (style.font.isVertical === true) {
      glyphs.angleDegrees[at] = angleOf({ x: -style.up.x, y: -style.up.y });
    } else if (style.font.ascent === 0) {
      this.#heights.add(at, style, { ink: this.#places.inkOf(index), x: place.originX, y: place.originY });
    }
    if (glyphs.ink !== undefined) {
      putInk(glyphs.ink, at, this.#places.inkOf(index));
    }
    if (hasNoValue || isStray || isDoubtful(unit, style.font)) {
      const isCode = hasNoValue && (unit === 0 || hasMapError(this.#characters, index));
      this.#codeTexts.add(style.font, { at, unit, isCode, isInRightToLeft: this.#isRightToLeft });
    }
  }

  /**
   * Returns whether PDFium has inserted a space that tells nothing: one that it says to be generated, or one beside a
   * point of Hebrew or Arabic, which is moved to its letter. In text that is read from the right it forgets what it has
   * generated, but that has no width.
   */
  #isInserted(index: number): boolean {
    const { raw, textPage, units } = this.#characters;
    if (raw.FPDFText_IsGenerated(textPage, index) === 1) {
      return true;
    }
    if (!this.#isRightToLeft || !(isPoint(units[index - 1] ?? 0) || isPoint(units[index + 1] ?? 0))) {
      return false;
    }
    const { xMin, yMin, xMax, yMax } = this.#places.inkOf(index);
    return xMin === xMax && yMin === yMax;
  }

  /** Adds the spaces among the characters that PDFium considers missing; line ends add nothing to what places show. */
  #addMissing({ start, end }: Run, style: TextStyle): void {
    for (let index = start; index < end; index++) {
      if (this.#characters.units[index] === SPACE) {
        this.#addSpace(index, style);
      }
    }
  }

  /** Adds a space that is not in the file. It has no width and stands where the glyph before it ends. */
  #addSpace(index: number, style: TextStyle): void {
    const glyphs = this.#glyphs;
    const before = glyphs.count - 1;
    if (before < 0) {
      return;
    }
    const at = glyphs.count++;
    glyphs.text.push(" ");
    this.#places.readOrigin(index);
    put(glyphs, at, style, this.#places.place);
    const isTurned = Math.abs(style.angleDegrees - 180) < 45;
    glyphs.xMin[at] = glyphs.xMax[at] = (isTurned ? glyphs.xMin[before] : glyphs.xMax[before]) ?? 0;
    glyphs.yMin[at] = glyphs.yMin[before] ?? 0;
    glyphs.yMax[at] = glyphs.yMax[before] ?? 0;
    glyphs.flags[at] = style.flags | GLYPH.generated;
  }
}

const SPACE = 0x20;
/** The most objects that one glyph stands for: a letter and its points. */
const MOST_WIDENED = 8;

const POINT = /^\p{Mn}$/u;
const POINTS = /^\p{Mn}+$/u;
const isPoint = (unit: number): boolean => isRightToLeft(unit) && POINT.test(String.fromCodePoint(unit));
/** Marks of the scripts of India and South-East Asia, from Devanagari to Khmer. */
const SYLLABLE_MARKS = /^(?:(?=[\u0900-\u17FF])\p{M})+$/u;
/** The largest number of characters that a code may stand for. */
const MAX_TEXT = 1000;
/** The longest text of a glyph that is not an /ActualText, and the greatest width of such a glyph, in ems. */
const MAX_LIGATURE = 4;
const MAX_LIGATURE_EM = 1.25;

function hasRightToLeft(units: Uint32Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    if (isRightToLeft(units[index] ?? 0)) {
      return true;
    }
  }
  return false;
}

/**
 * Returns the text of a character. PDFium has U+0002 for a hyphen at the end of a line, and U+FFFE in earlier versions.
 */
function textOf(unit: number): string {
  return unit === 2 || unit === 0xff_fe ? "-" : String.fromCodePoint(Math.min(unit, LAST_UNICODE));
}

function put(glyphs: GlyphArrays, at: number, style: TextStyle, place: CharacterPlace): void {
  glyphs.originX[at] = place.originX;
  glyphs.originY[at] = place.originY;
  glyphs.xMin[at] = place.xMin;
  glyphs.yMin[at] = place.yMin;
  glyphs.xMax[at] = place.xMax;
  glyphs.yMax[at] = place.yMax;
  glyphs.font[at] = style.fontIndex;
  glyphs.sizePt[at] = style.sizePt;
  glyphs.angleDegrees[at] = style.angleDegrees;
  glyphs.color[at] = style.color;
  glyphs.markedContentId[at] = style.markedContentId;
}

function putInk(ink: Ink, at: number, { xMin, yMin, xMax, yMax }: Box): void {
  ink.xMin[at] = xMin;
  ink.yMin[at] = yMin;
  ink.xMax[at] = xMax;
  ink.yMax[at] = yMax;
}

/** Returns whether the middle of a character is within the clip: then it is mostly visible. */
function isWithin({ xMin, yMin, xMax, yMax }: CharacterPlace, { clip }: TextStyle): boolean {
  const x = (xMin + xMax) / 2;
  const y = (yMin + yMax) / 2;
  return x >= clip.xMin && x <= clip.xMax && y >= clip.yMin && y <= clip.yMax;
}
