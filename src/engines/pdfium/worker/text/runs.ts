import type { RawPageFunctions } from "../binding/page-functions.ts";

/** Characters of a text page that one text object has drawn. */
export interface Run {
  /** The address of the object; 0 for characters that PDFium has inserted. */
  readonly object: number;
  readonly start: number;
  readonly end: number;
}

/** The characters of a text page, which PDFium has put in another order than that of drawing. */
export interface Characters {
  readonly raw: RawPageFunctions;
  readonly textPage: number;
  readonly units: Uint32Array;
  /** Whether any of them is read from the right. */
  readonly hasRightToLeft: boolean;
}

export function readCharacters(raw: RawPageFunctions, textPage: number): Characters {
  const count = Math.max(0, Math.min(MAX_CHARACTERS, raw.FPDFText_CountChars(textPage)));
  const units = new Uint32Array(count);
  let hasRightToLeft = false;
  for (let index = 0; index < count; index++) {
    const unit = raw.FPDFText_GetUnicode(textPage, index);
    units[index] = unit;
    hasRightToLeft ||= isRightToLeft(unit);
  }
  return { raw, textPage, units, hasRightToLeft };
}

const MAX_CHARACTERS = 2_000_000;

/**
 * Returns whether a character has no Unicode value: PDFium found none by /ToUnicode, the encoding, the collection of a
 * composite font or the glyph's name, or what it found is the replacement character.
 */
export function isUnmapped(characters: Characters, index: number): boolean {
  const unit = characters.units[index] ?? 0;
  return unit === 0 || unit === REPLACEMENT || unit > LAST_UNICODE || hasMapError(characters, index);
}

/** Returns whether PDFium found no Unicode value: the unit is then the character code. */
export const hasMapError = ({ raw, textPage }: Characters, index: number): boolean =>
  raw.FPDFText_HasUnicodeMapError(textPage, index) === 1;

const REPLACEMENT = 0xff_fd;
export const LAST_UNICODE = 0x10_ff_ff;

/** Returns the characters in their order as runs, each of one object. */
export function runsOf({ raw, textPage, units, hasRightToLeft: mayAlternate }: Characters): Run[] {
  const runs: Run[] = [];
  const objectAt = (index: number): number => raw.FPDFText_GetTextObject(textPage, index);
  // Text that is read from the right may be of one object, then of another, and of the first one again.
  for (let start = 0; start < units.length; ) {
    const object = objectAt(start);
    const end =
      mayAlternate || object === 0
        ? endByOne(objectAt, { object, start, length: units.length })
        : endByLeaps(objectAt, { object, start, length: units.length });
    runs.push({ object, start, end });
    start = end;
  }
  return runs;
}

/**
 * Returns whether a character is of Hebrew, Arabic and the scripts between them, their presentation forms, or the
 * right-to-left scripts of the supplementary plane.
 */
export const isRightToLeft = (unit: number): boolean =>
  unit >= 0x590 &&
  (unit <= 0x8ff ||
    (unit >= 0xfb1d && unit <= 0xfefc) ||
    (unit >= 0x1_08_00 && unit <= 0x1_0f_ff) ||
    (unit >= 0x1_e8_00 && unit <= 0x1_ef_ff));

interface Beginning {
  readonly object: number;
  readonly start: number;
  readonly length: number;
}

function endByOne(objectAt: (index: number) => number, { object, start, length }: Beginning): number {
  let end = start + 1;
  while (end < length && objectAt(end) === object) {
    end++;
  }
  return end;
}

/**
 * The length up to which objects are tested character by character: many have a letter or two, and only beyond that
 * leaps pay off.
 */
const SHORT = 4;

/**
 * Returns the end of an object's characters. It doubles the steps while the object is the same, and halves them when it
 * is not.
 */
function endByLeaps(objectAt: (index: number) => number, { object, start, length }: Beginning): number {
  for (let index = start + 1; index < start + SHORT; index++) {
    if (index >= length || objectAt(index) !== object) {
      return index;
    }
  }
  let step = SHORT;
  while (start + step < length && objectAt(start + step) === object) {
    step *= 2;
  }
  let inside = start + Math.floor(step / 2);
  let outside = Math.min(start + step, length);
  while (outside - inside > 1) {
    const middle = (inside + outside) >> 1;
    if (objectAt(middle) === object) {
      inside = middle;
    } else {
      outside = middle;
    }
  }
  return outside;
}

/**
 * Returns the runs in the order that `orderOf` gives their objects; characters that PDFium has inserted follow the run
 * that they came after.
 */
export function inOrderOfDrawing(runs: readonly Run[], orderOf: (object: number) => number | undefined): Run[] {
  let previous = -1;
  let isSorted = true;
  const placed = runs.map((run) => {
    const order = (run.object === 0 ? undefined : orderOf(run.object)) ?? previous;
    isSorted &&= order >= previous;
    previous = order;
    return { run, order };
  });
  return (isSorted ? placed : placed.toSorted((one, other) => one.order - other.order)).map(({ run }) => run);
}
