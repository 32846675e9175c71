import { Tally } from "../geometry/statistics.ts";
import { CODE_WEIGHT } from "../running-headers/body-size.ts";
import type { Word } from "../words.ts";
import type { Column, DocumentStyle, FlowLine } from "./flow.ts";

/** The look of a text as a whole. */
export interface TextStyle {
  readonly sizePt: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isCapitals: boolean;
  readonly color: number;
  readonly fontName: string;
}

/** The share of letters above which text is bold or italic as a whole. */
const NEARLY_ALL = 0.85;

export function styleOf(all: readonly Word[]): TextStyle {
  // Code within a heading is set as it is elsewhere.
  const text = all.filter(({ font }) => !font.isFixedPitch);
  const words = lettersOf(text) > TEXT_SHARE * lettersOf(all) ? text : all;
  let letters = 0;
  let bold = 0;
  let italic = 0;
  let lower = 0;
  let upper = 0;
  let smallCapitals = 0;
  let allFullWidth = 0;
  const sizes = new Tally<number>();
  const fullWidthSizes = new Tally<number>();
  const colors = new Tally<number>();
  const fonts = new Tally<string>();
  for (const { text: own, isBold, font, sizePt, color } of words) {
    const { length } = own;
    letters += length;
    bold += isBold ? length : 0;
    italic += font.isItalic ? length : 0;
    const size = Math.round(sizePt * 4) / 4;
    sizes.add(size, length);
    colors.add(color, length);
    fonts.add(font.name, length);
    let fullWidth = 0;
    const isSmallCapitals = SMALL_CAPITALS.test(font.name);
    for (const character of own) {
      const letterCase = caseOf(character);
      upper += letterCase === "upper" ? 1 : 0;
      lower += letterCase === "lower" && !isSmallCapitals ? 1 : 0;
      smallCapitals += letterCase === "lower" && isSmallCapitals ? 1 : 0;
      fullWidth += character >= FIRST_FULL_WIDTH && character <= LAST_FULL_WIDTH ? 1 : 0;
    }
    if (fullWidth > 0) {
      fullWidthSizes.add(size, fullWidth);
      allFullWidth += fullWidth;
    }
  }
  // The first letters of words come from the regular font, and count as of one with those behind them.
  const isCapitals = smallCapitals > Math.max(2, lower) || (upper > 2 && upper > 10 * lower);
  // Latin letters and figures among Chinese ones are set smaller, to look alike.
  const sizePt = (allFullWidth > FULL_WIDTH_SHARE * letters ? fullWidthSizes.most() : sizes.most()) ?? 0;
  return {
    sizePt: isCapitals ? sizeOfCapitals(sizes, sizePt) : sizePt,
    isBold: bold > NEARLY_ALL * letters,
    isItalic: italic > NEARLY_ALL * letters,
    isCapitals,
    color: colors.most() ?? 0,
    fontName: fonts.most() ?? "",
  };
}

function caseOf(character: string): "upper" | "lower" | "none" {
  if (character >= "a" && character <= "z") {
    return "lower";
  }
  return character !== character.toLowerCase() ? "upper" : character !== character.toUpperCase() ? "lower" : "none";
}

const TEXT_SHARE = 0.5;

/** The first and the last letter of Chinese, Japanese and Korean, and the share of them that makes a text one of these. */
const FIRST_FULL_WIDTH = "\u3041";
const LAST_FULL_WIDTH = "\uD7A3";
const FULL_WIDTH_SHARE = 0.25;

/** The names of fonts whose small letters are capitals, such as CMCSC10 or LinLibertineOSC. */
const SMALL_CAPITALS = /C?SC\d*(?:-|$)|csc\d+$|[Ss]mall-?[Cc]ap|Caps?(?:\d|-|$)/u;

/** The least size of small capitals, as a share of the capitals that they are set with. */
const LEAST_SMALL = 0.65;

/** Returns the size of capitals: that of the first letters of words where the others are drawn as smaller capitals. */
const sizeOfCapitals = ({ counts }: Tally<number>, usual: number): number =>
  Math.max(
    usual,
    ...[...counts].filter(([size, count]) => size < usual / LEAST_SMALL && count > 1).map(([size]) => size),
  );

const lettersOf = (words: readonly Word[]): number => words.reduce((sum, { text }) => sum + text.length, 0);

/** Returns what most text of a document looks like. */
export function documentStyle(columns: readonly Column[]): DocumentStyle {
  const sizes = new Tally<number>();
  const bold = new Tally<boolean>();
  const colors = new Tally<number>();
  const leadings = new Tally<number>();
  let letters = 0;
  let fixed = 0;
  for (const column of columns) {
    let last: FlowLine | undefined;
    for (const item of column.items) {
      if (item.kind !== "line") {
        last = undefined;
        continue;
      }
      for (const { sizePt, text, isBold, color, font } of item.line.words) {
        sizes.add(Math.round(sizePt * 4) / 4, font.isFixedPitch ? text.length * CODE_WEIGHT : text.length);
        bold.add(isBold, text.length);
        letters += text.length;
        fixed += font.isFixedPitch ? text.length : 0;
        colors.add(color, text.length);
      }
      const leading = last === undefined ? undefined : leadingBetween(last, item, column);
      if (leading !== undefined) {
        leadings.add(leading);
      }
      last = item;
    }
  }
  return {
    bodySizePt: sizes.most() ?? 10,
    leading: leadingOf(leadings),
    isBodyBold: bold.most() ?? false,
    bodyColor: colors.most() ?? 0,
    inlineCodePt: inlineCodeOf(columns),
    isFixedText: fixed > MOSTLY_FIXED * letters,
  };
}

/** The share of letters of fixed pitch above which the pitch does not distinguish code. */
const MOSTLY_FIXED = 0.9;

/** The difference below which two sizes are one, as a share of the larger. */
const SAME_SIZE = 0.04;

export const isSameSize = (a: number, b: number): boolean => Math.abs(a - b) < SAME_SIZE * Math.max(a, b);

/**
 * Returns the size of code within lines of text, in points; undefined where there is none, where there are no listings,
 * or where listings have the same size.
 */
function inlineCodeOf(columns: readonly Column[]): number | undefined {
  const inline = new Tally<number>();
  const listed = new Tally<number>();
  for (const { items } of columns) {
    for (const [index, item] of items.entries()) {
      if (item.kind !== "line") {
        continue;
      }
      const next = items[index + 1];
      if (item.isFixed && next?.kind === "line" && next.isFixed) {
        listed.add(rounded(item.line.sizePt), item.text.length + next.text.length);
      }
      for (const { font, sizePt, text } of item.isFixed ? [] : item.line.words) {
        if (font.isFixedPitch) {
          inline.add(rounded(sizePt), text.length);
        }
      }
    }
  }
  const [own, other] = [inline.most(), listed.most()];
  return own === undefined || other === undefined || isSameSize(own, other) ? undefined : own;
}

const rounded = (sizePt: number): number => Math.round(sizePt * 4) / 4;

/** The least and the greatest leading within one text, as multiples of the size. */
const LEAST_LEADING = 0.8;
const MOST_LEADING = 2.4;
/** The share of its column that a wrapped line fills. */
const FULL_SHARE = 0.8;

/**
 * Returns the distance between two lines of one text, as a multiple of their size; undefined where they may be of two
 * texts.
 */
export function leadingBetween({ line: last }: FlowLine, next: FlowLine, column: Column): number | undefined {
  const { line } = next;
  const leading = (line.baselineY - last.baselineY) / line.sizePt;
  const isFull = last.xMax - last.xMin > FULL_SHARE * (column.xMax - column.xMin);
  const isOneText = Math.abs(last.sizePt - line.sizePt) < 0.3 && (isFull || /^\p{Ll}/u.test(next.text));
  return isOneText && leading > LEAST_LEADING && leading < MOST_LEADING ? Math.round(leading * 20) / 20 : undefined;
}

/** The share of the count of the most frequent distance that makes a distance a leading. */
const FREQUENT = 0.4;

/**
 * Returns the least of the frequent distances between lines: in documents of short paragraphs the gaps are as frequent.
 */
export function leadingOf(distances: Tally<number>, otherwise = 1.2): number {
  const most = Math.max(0, ...distances.counts.values());
  const frequent = [...distances.counts].filter(([, count]) => count >= FREQUENT * most).map(([distance]) => distance);
  return frequent.length === 0 ? otherwise : Math.min(...frequent);
}
