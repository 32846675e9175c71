import type { RawPageFunctions } from "../binding/page-functions.ts";

/** Characters of a text page that one text object has drawn. */
export interface Run {
  /** 0: PDFium thinks that they should be there. */
  readonly object: number;
  readonly start: number;
  readonly end: number;
}

/** Characters from the text page, which PDFium has put in another order than that of drawing. */
export interface Characters {
  readonly raw: RawPageFunctions;
  readonly textPage: number;
  readonly units: Uint32Array;
}

export function readCharacters(raw: RawPageFunctions, textPage: number): Characters {
  const count = Math.max(0, Math.min(MAX_CHARACTERS, raw.FPDFText_CountChars(textPage)));
  const units = new Uint32Array(count);
  for (let index = 0; index < count; index++) {
    units[index] = raw.FPDFText_GetUnicode(textPage, index);
  }
  return { raw, textPage, units };
}

const MAX_CHARACTERS = 2_000_000;

/** The characters in their order, those of the same object together. */
export function runsOf({ raw, textPage, units }: Characters): Run[] {
  const runs: Run[] = [];
  const objectAt = (index: number): number => raw.FPDFText_GetTextObject(textPage, index);
  // What is read from the right may be of one object, then of another, and of the first one again.
  const mayAlternate = units.some(isRightToLeft);
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

/** Hebrew, Arabic and the scripts between them; their presentation forms; those of the supplementary plane. */
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

/** Many objects have a letter or two: only behind these it pays to leap. */
const SHORT = 4;

/** Doubles the steps while the object is the same, and halves them when it is not. */
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

/** The runs in the order in which `orderOf` has their objects; what PDFium has put in comes behind what it is after. */
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
