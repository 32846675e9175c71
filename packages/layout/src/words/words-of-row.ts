import { Tally } from "../geometry/statistics.ts";
import { isSpace } from "../glyphs/glyph-text.ts";
import type { Word } from "../words.ts";
import { hasRightToLeft, isRightToLeft, readingOrder } from "./bidi.ts";
import { circledSign } from "./circled.ts";
import { SEGMENT_GAP_EM, spacingFrom, WORD_GAP_EM } from "./letter-spacing.ts";
import { marksWithoutWidth } from "./marks.ts";
import { isKerned } from "./rows.ts";
import { type Letters, wordOf } from "./word-of.ts";

/** Words with no wide gap between them; not yet a line, which may have several such segments. */
export interface Segment {
  readonly words: readonly Word[];
  readonly uMin: number;
  readonly uMax: number;
  readonly baseline: number;
  readonly sizePt: number;
}

/** Divides glyphs of one baseline, from the left, into segments. */
export function segmentsOfRow(row: readonly number[], letters: Letters): Segment[] {
  const { placing, content } = letters;
  const segments: Segment[] = [];
  let pieces: Piece[] = [];
  let open: number[] = [];
  let end = 0;
  let isSpaced = false;
  let spacing = { wordGapEm: WORD_GAP_EM, end: 0 };
  const marks = marksWithoutWidth(row, letters);
  const closePiece = (isJoined: boolean): void => {
    if (open.length > 0) {
      pieces.push({ glyphs: open, isJoined });
      open = [];
    }
  };
  for (let index = 0; index < row.length; index++) {
    const glyph = row[index] ?? 0;
    if (isSpace(content.glyphs.text[glyph] ?? "")) {
      isSpaced ||= !isTakenBack(glyph, { last: open.at(-1), next: row[index + 1], end, letters });
      continue;
    }
    const last = open.at(-1);
    const start = placing.uMin[glyph] ?? 0;
    const cut =
      last === undefined ? "none" : cutBefore(glyph, { last, gapPt: start - end, isSpaced, spacing, letters });
    if (cut !== "none") {
      closePiece(cut === "style");
    }
    if (cut === "segment") {
      segments.push(segmentOf(pieces, letters));
      pieces = [];
    }
    if (cut === "segment" || index >= spacing.end) {
      spacing = spacingFrom(row, index, letters);
    }
    const right = placing.uMax[glyph] ?? start;
    end = open.length === 0 ? right : Math.max(end, marks.has(glyph) ? end : right);
    open.push(glyph);
    isSpaced = false;
  }
  closePiece(false);
  return pieces.length === 0 ? segments : [...segments, segmentOf(pieces, letters)];
}

/** The greatest distance between places that are one, and the least width of a space that a font gives room, in ems. */
const SAME_PLACE_EM = 0.03;
const SPACE_EM = 0.15;
const SMALL_LETTER = /^\p{Ll}/u;

/**
 * Returns whether the room of a space between small letters was taken back: the letter that is drawn right after it begins
 * where it does itself, and right behind the one before. Programs that have hyphenated and joined words anew leave such
 * spaces within them.
 */
function isTakenBack(
  space: number,
  {
    last,
    next,
    end,
    letters: { placing, content },
  }: {
    readonly last: number | undefined;
    readonly next: number | undefined;
    readonly end: number;
    readonly letters: Letters;
  },
): boolean {
  const { text, sizePt: sizes } = content.glyphs;
  const at = placing.uMin[space] ?? 0;
  const sizePt = sizes[space] ?? 0;
  const isThere = (place: number): boolean => Math.abs(place - at) < SAME_PLACE_EM * sizePt;
  const isWide = (placing.uMax[space] ?? 0) - at > SPACE_EM * sizePt;
  return (
    isWide &&
    next === space + 1 &&
    isThere(placing.uMin[next] ?? 0) &&
    isThere(end) &&
    SMALL_LETTER.test(text[last ?? -1] ?? "") &&
    SMALL_LETTER.test(text[next] ?? "")
  );
}

/** The glyphs of a word, or of a part of one where the style changes within it. */
interface Piece {
  readonly glyphs: readonly number[];
  /** Whether no space parts the piece from the next. */
  readonly isJoined: boolean;
}

/** The widest gap in a line of code, in ems: code has runs of up to six spaces of 0.6 em. */
const FIXED_PITCH_SEGMENT_GAP_EM = 3.6;

/**
 * The widest gap between letters of scripts that are written without spaces, in ems: a gap parts them only when a
 * letter would nearly fit or, where their boxes show that nothing stands off within them, half of one.
 */
const UNSPACED_GAP_EM = 0.6;
const UNSPACED_FULL_GAP_EM = 0.35;
/** The least width of a box, in ems, that such a letter fills. */
const FULL_WIDTH_EM = 0.9;

interface Before {
  readonly last: number;
  readonly gapPt: number;
  /** Whether a glyph for a space stands between. */
  readonly isSpaced: boolean;
  readonly spacing: { readonly wordGapEm: number };
  readonly letters: Letters;
}

/** Returns what ends before a glyph: nothing, a part of a word in one style, a word, or a segment. */
function cutBefore(
  glyph: number,
  { last, gapPt, isSpaced, spacing, letters }: Before,
): "none" | "style" | "word" | "segment" {
  const { sizePt, font, text } = letters.content.glyphs;
  if (circledSign(last, glyph, text, letters.placing) !== undefined) {
    return "none";
  }
  const gap = gapBetween(gapPt / Math.max(sizePt[glyph] ?? 0, sizePt[last] ?? 0), last, letters);
  const isFixed = isFixedPitch(font[glyph], letters) && isFixedPitch(font[last], letters);
  if (gap > (isFixed ? FIXED_PITCH_SEGMENT_GAP_EM : SEGMENT_GAP_EM)) {
    return "segment";
  }
  // In code each sign may be a word, and letters are never spaced.
  const usualGap = isFixed ? WORD_GAP_EM : spacing.wordGapEm;
  const wordGap =
    isUnspaced(text[last]) && isUnspaced(text[glyph]) ? unspacedGap(glyph, last, { usualGap, letters }) : usualGap;
  if (isSpaced || gap > wordGap || isOverdrawn(glyph, last, letters)) {
    return "word";
  }
  if (isKerned(glyph, last, letters)) {
    return "none";
  }
  return isOtherStyle(glyph, { last, letters }) ? "style" : "none";
}

const isFixedPitch = (font: number | undefined, { fonts }: Letters): boolean => fonts[font ?? 0]?.isFixedPitch === true;

/** Returns the widest gap between two letters of a script that is written without spaces, in ems. */
function unspacedGap(
  glyph: number,
  last: number,
  { usualGap, letters: { content, placing } }: { readonly usualGap: number; readonly letters: Letters },
): number {
  const isFull = (own: number): boolean =>
    (placing.uMax[own] ?? 0) - (placing.uMin[own] ?? 0) >= FULL_WIDTH_EM * (content.glyphs.sizePt[own] ?? 0);
  return isFull(last) && isFull(glyph) ? Math.max(UNSPACED_FULL_GAP_EM, usualGap) : UNSPACED_GAP_EM;
}

/** The least overlap, in ems, of pieces that are drawn over each other, and of glyphs drawn one right after the other. */
const OVERLAP_EM = 0.25;
const KERNED_OVERLAP_EM = 0.6;
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]/u;

/** Returns whether a letter begins a piece of text that was drawn over another one: they are of different words. */
function isOverdrawn(glyph: number, last: number, { content, placing }: Letters): boolean {
  const { text, sizePt } = content.glyphs;
  const gapPt = (placing.uMin[glyph] ?? 0) - (placing.uMax[last] ?? 0);
  const gap = gapPt / Math.max(sizePt[glyph] ?? 0, sizePt[last] ?? 0);
  const isText = (own: number): boolean => LETTER_OR_DIGIT.test(text[own] ?? "");
  return gap < -(glyph === last + 1 ? KERNED_OVERLAP_EM : OVERLAP_EM) && isText(glyph) && isText(last);
}

/** The width of a glyph, in ems, that has room for the whole of a ligature. */
const WIDEST_PART_EM = 0.47;
/** The greatest difference between widths of letters of a ligature, in ems; spaces are wider. */
const UNEVEN_EM = 0.12;

/**
 * Returns the gap before a glyph, without the missing width of a ligature: some engines give a ligature the box of one
 * of its letters, and what follows then stands off by the others.
 */
function gapBetween(gap: number, last: number, { content, placing }: Letters): number {
  const { text, sizePt } = content.glyphs;
  const own = text[last] ?? "";
  if (own.length < 2) {
    return gap;
  }
  const width = ((placing.uMax[last] ?? 0) - (placing.uMin[last] ?? 0)) / (sizePt[last] ?? 1);
  const rest = width * (Array.from(own).length - 1);
  return width < WIDEST_PART_EM && Math.abs(gap - rest) < UNEVEN_EM ? 0 : gap;
}

/** Returns whether a text begins in Chinese or Japanese writing, by its first UTF-16 unit. */
function isUnspaced(text: string | undefined): boolean {
  const unit = text?.charCodeAt(0) ?? 0;
  return unit >= 0x2e80 && (unit < 0xa4d0 || (unit >= 0xf900 && unit < 0xfb00) || (unit >= 0xff00 && unit < 0xffa0));
}

/** The greatest difference between sizes that are one, as a share: producers round. */
const SAME_SIZE = 0.06;

function isOtherStyle(glyph: number, { last, letters }: { last: number; letters: Letters }): boolean {
  const { font, sizePt } = letters.content.glyphs;
  if (Math.abs((sizePt[glyph] ?? 0) - (sizePt[last] ?? 0)) > SAME_SIZE * (sizePt[last] ?? 0)) {
    return true;
  }
  const own = font[glyph] ?? 0;
  const other = font[last] ?? 0;
  return own !== other && letters.fonts[own]?.style !== letters.fonts[other]?.style;
}

function segmentOf(pieces: readonly Piece[], letters: Letters): Segment {
  const words: Word[] = [];
  const { uMin, uMax, baseline } = letters.placing;
  let from = Infinity;
  let to = Number.NEGATIVE_INFINITY;
  const sizes = new Tally<number>();
  let isAfterJoined = false;
  const { text } = letters.content.glyphs;
  const hasRight = pieces.some(({ glyphs }) => glyphs.some((glyph) => hasRightToLeft(text[glyph] ?? "")));
  const isRight = hasRight && isRightToLeft(pieces.flatMap(({ glyphs }) => glyphs.map((glyph) => text[glyph] ?? "")));
  for (const { glyphs, isJoined } of pieces) {
    const word = wordOf(glyphs, { letters, isAfterJoined, isRight });
    isAfterJoined = isJoined;
    for (const glyph of glyphs) {
      from = Math.min(from, uMin[glyph] ?? from);
      to = Math.max(to, uMax[glyph] ?? to);
    }
    if (word !== undefined) {
      words.push(word);
    }
    sizes.add(letters.content.glyphs.sizePt[glyphs[0] ?? 0] ?? 0, glyphs.length);
  }
  const first = pieces[0]?.glyphs[0] ?? 0;
  return {
    words: hasRight ? asRead(words, isRight) : words,
    uMin: from,
    uMax: to,
    baseline: baseline[first] ?? 0,
    sizePt: sizes.most() ?? 0,
  };
}

/** Puts words that are given from left to right, some of them of right-to-left scripts, into the order of reading. */
function asRead(words: readonly Word[], isRight: boolean): readonly Word[] {
  if (words.length < 2) {
    return words;
  }
  const { order } = readingOrder(
    words.map(({ text }) => text),
    isRight,
  );
  return order.flatMap((index, place): Word[] => {
    const word = words[index];
    if (word === undefined) {
      return [];
    }
    // A word that was joined to the one on its left is joined to the one that is now next to it.
    const before = order[place - 1];
    const isJoined =
      before !== undefined && words[Math.max(index, before)]?.isJoined === true && Math.abs(index - before) === 1;
    return [{ ...word, isJoined }];
  });
}
