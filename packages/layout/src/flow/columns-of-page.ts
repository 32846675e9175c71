import type { Block } from "../blocks.ts";
import type { Box, PageContent } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";
import { Tally } from "../geometry/statistics.ts";
import { isBulletText } from "../lists/bullet-signs.ts";
import { bulletsOf } from "../lists/drawn-bullets.ts";
import { mergedLines } from "../regions/merged-lines.ts";
import type { Piece } from "../regions/piece.ts";
import { regionsOf } from "../regions/regions.ts";
import { isRightToLeft } from "../words/bidi.ts";
import type { Line, Word } from "../words.ts";
import type { Column, FlowItem, FlowLine } from "./flow.ts";

interface PageParts {
  readonly content: PageContent;
  /** The lines of the page, without those of running headers and footers and of tables. */
  readonly lines: readonly Line[];
  /** Tables and figures with their places on the upright page. */
  readonly blocks: readonly { readonly block: Block; readonly box: Box }[];
}

/** Returns the columns of one page in reading order; their `order` counts from `first`. */
export function columnsOfPage({ content, lines, blocks }: PageParts, first: number): Column[] {
  const bullets = bulletsOf(content, lines);
  const isItem = (line: Line): boolean => isBulletText(line.words[0]?.text ?? "") || bullets.of(line) !== undefined;
  const hasBox = (line: Line): boolean => bullets.of(line)?.isBox === true;
  const isCut = ({ xMax, sizePt }: Line): boolean => xMax > content.widthPt - CUT_EM * sizePt;
  const pieces: Piece[] = [
    ...lines.map(
      (line): Piece => ({ ...boxOf(line), part: { kind: "line", line }, isItem: isItem(line), isCut: isCut(line) }),
    ),
    ...blocks.map(({ box }, id): Piece => ({ ...box, part: { kind: "box", id } })),
  ];
  return regionsOf(pieces).map((region, index) => {
    const own = region.flatMap(({ part }) => (part.kind === "line" ? [part.line] : []));
    const merged = belowEachOther(mergedLines(own, hasBox).map((line): FlowLine => flowLine(line, bullets.of(line))));
    const others = region.flatMap(({ part }): FlowItem[] => {
      const found = part.kind === "box" ? blocks[part.id] : undefined;
      return found === undefined ? [] : [{ kind: "block", ...found }];
    });
    return {
      page: content.page,
      order: first + index,
      ...boxAround(region),
      nextXMin: nextXMin(boxAround(region), pieces),
      isRightToLeft: isRightToLeft(own.flatMap(({ words }) => words.map(({ text }) => text))),
      items: inOrder(merged, others),
    };
  });
}

/** The distance from the edge of the page from which it cuts a line, in ems: margins are wider. */
const CUT_EM = 0.6;

/** Returns where the first of the pieces right of a column begins that stand beside it. */
function nextXMin({ xMax, yMin, yMax }: Box, pieces: readonly Piece[]): number | undefined {
  const next = pieces.reduce(
    (least, piece) =>
      piece.xMin >= xMax && piece.yMin < yMax && piece.yMax > yMin ? Math.min(least, piece.xMin) : least,
    Number.POSITIVE_INFINITY,
  );
  return Number.isFinite(next) ? next : undefined;
}

const boxOf = ({ xMin, yMin, xMax, yMax }: Box): Box => ({ xMin, yMin, xMax, yMax });

const topOf = (item: FlowItem): number =>
  item.kind === "line" ? item.line.baselineY - 0.5 * item.line.sizePt : item.box.yMin;

/** The greatest distance between the baselines of lines side by side, in ems. */
const SIDE_BY_SIDE_EM = 0.3;

/** Puts lines that stand side by side behind boxes to tick, from the left, where the first of them is: they are one list. */
function belowEachOther(lines: readonly FlowLine[]): FlowLine[] {
  const result: FlowLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const first = lines[at];
    const isBeside = ({ bullet, line }: FlowLine): boolean =>
      first?.bullet?.isBox === true &&
      bullet?.isBox === true &&
      line.baselineY - first.line.baselineY < SIDE_BY_SIDE_EM * line.sizePt;
    let end = at + 1;
    for (let next = lines[end]; next !== undefined && isBeside(next); next = lines[end]) {
      end++;
    }
    const row = lines.slice(at, end).toSorted((a, b) => a.line.xMin - b.line.xMin);
    const [leftmost] = row;
    if (row.length > 1 && leftmost !== undefined) {
      const { bullet, line: place } = leftmost;
      result.push(...row.map((own) => ({ ...own, bullet, line: { ...own.line, xMin: place.xMin } })));
    } else {
      result.push(...row);
    }
    at = end;
  }
  return result;
}

/** Puts tables and figures among lines, by where they begin. */
function inOrder(lines: readonly FlowLine[], others: readonly FlowItem[]): FlowItem[] {
  return others.length === 0 ? [...lines] : [...lines, ...others].toSorted((a, b) => topOf(a) - topOf(b));
}

function flowLine(line: Line, bullet: FlowLine["bullet"]): FlowLine {
  const text = line.words.map(({ text: own, isJoined }, index) => (index === 0 || isJoined === true ? own : ` ${own}`));
  return {
    kind: "line",
    line: withTextSize(line),
    text: text.join(""),
    bullet,
    isFixed: isFixed(line.words),
  };
}

/**
 * Gives a line the size of its text where that is larger, even where it has more code: code within text is often set
 * smaller.
 */
function withTextSize(line: Line): Line {
  const sizes = new Tally<number>();
  for (const { text, font, sizePt } of line.words) {
    if (!font.isFixedPitch && LETTER.test(text)) {
      sizes.add(sizePt, text.length);
    }
  }
  const sizePt = sizes.most() ?? line.sizePt;
  return sizePt > line.sizePt ? { ...line, sizePt } : line;
}

/**
 * The share of the letters of a line of code that are of fixed pitch; signs within code may come from fonts for
 * mathematics.
 */
const FIXED_SHARE = 0.9;

function isFixed(all: readonly Word[]): boolean {
  const words = isNumbered(all) ? all.slice(1) : all;
  let letters = 0;
  let fixed = 0;
  for (const { text, font } of words) {
    const count = LETTER.test(text) ? text.length : 0;
    letters += count;
    fixed += font.isFixedPitch ? count : 0;
  }
  // A line that begins with a bullet or a number of another font is an item whose text is code, not code.
  if (words[0]?.font.isFixedPitch !== true) {
    return false;
  }
  return letters > 0
    ? fixed >= FIXED_SHARE * letters
    : words.length > 0 && words.every(({ font }) => font.isFixedPitch);
}

/** The least gap between the number of a line of a listing and its code, in ems. */
const NUMBER_GAP_EM = 0.4;
/** The greatest size of a number that is small beside its code, as a share of the code's. */
const SMALL_NUMBER = 0.8;
/** The greatest distance of its baseline from that of the code, in ems: marks of footnotes are raised. */
const SAME_BASELINE_EM = 0.1;

/** Returns whether a line begins with a bare number that is apart from its text, or small, as in lines of listings. */
const isNumbered = ([first, second]: readonly Word[]): boolean =>
  first !== undefined &&
  second !== undefined &&
  /^\d{1,4}$/u.test(first.text) &&
  (second.xMin - first.xMax > NUMBER_GAP_EM * second.sizePt ||
    (first.sizePt <= SMALL_NUMBER * second.sizePt &&
      Math.abs(first.baselineY - second.baselineY) <= SAME_BASELINE_EM * second.sizePt));

const LETTER = /[\p{L}\p{N}]/u;
