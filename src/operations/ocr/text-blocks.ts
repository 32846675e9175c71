import type { RecognizedLine, RecognizedPage, TextBox } from "../../engines/tesseract/port.ts";
import { lineText } from "./page-text.ts";

/*
 * The kinds of paragraphs, as far as their lines show them: headings by the size of their type, lists by what their
 * lines begin with. Where it is not clear, it is a paragraph.
 */

interface Placed {
  readonly box: TextBox;
  /** The lines as they are on the page. */
  readonly lines: readonly string[];
}

interface ListItem {
  /** The marker: `-` for every bullet, or the number with what follows it, such as `3.`. */
  readonly marker: string;
  readonly lines: readonly string[];
}

export type TextBlock =
  | (Placed & { readonly type: "heading"; readonly level: 1 | 2 })
  | (Placed & { readonly type: "paragraph" })
  | (Placed & { readonly type: "list"; readonly items: readonly ListItem[] });

export function textBlocks({ blocks }: Pick<RecognizedPage, "blocks">): TextBlock[] {
  const paragraphs = blocks.flatMap((block) => block.paragraphs.map(({ lines }) => paragraphOf(lines)));
  const commonSize = median(paragraphs.flatMap(({ wordSizes }) => wordSizes));
  return paragraphs.map((paragraph, index): TextBlock => {
    const { box, lines, items } = paragraph;
    if (isListAmong(paragraphs, index)) {
      return { type: "list", box, lines, items };
    }
    const level = headingLevel(paragraph, commonSize);
    return level === undefined ? { type: "paragraph", box, lines } : { type: "heading", level, box, lines };
  });
}

interface Paragraph extends Placed {
  /** The sizes of type, in pixels, estimated from the height of each word. */
  readonly wordSizes: readonly number[];
  /** The items; empty unless the first line begins one. */
  readonly items: readonly ListItem[];
}

function paragraphOf(recognized: readonly RecognizedLine[]): Paragraph {
  const lines = recognized.map(lineText);
  const words = recognized.flatMap(({ words: ofLine }) => ofLine).filter(({ text }) => LETTERS_OR_DIGITS.test(text));
  return {
    box: boxAround(recognized.map(({ box }) => box)),
    lines,
    wordSizes: words.map(({ text, box }) => (box.yMax - box.yMin) / relativeHeight(text)),
    items: itemsOf(lines),
  };
}

const LETTERS_OR_DIGITS = /[\p{L}\p{N}]{2}/u;

// The reach of small letters, capitals and figures, and descenders of common Latin typefaces, in ems.
const X_HEIGHT = 0.52;
const CAP_HEIGHT = 0.72;
const DESCENT = 0.21;
const OTHER_SCRIPTS = 0.9;
const REACHES_UP = /[\p{Lu}\p{N}bdfhijklt!?&%$#@(){}[\]|/"'€£]/u;
const REACHES_DOWN = /[gjpqyQ,;(){}[\]|/]/;

/** Returns how high a word is relative to its size of type: "on" is little more than half as high as "Copy". */
const relativeHeight = (text: string): number =>
  /\p{Script=Latin}|\d/u.test(text)
    ? (REACHES_UP.test(text) ? CAP_HEIGHT : X_HEIGHT) + (REACHES_DOWN.test(text) ? DESCENT : 0)
    : OTHER_SCRIPTS;

const boxAround = (boxes: readonly TextBox[]): TextBox => ({
  xMin: Math.min(...boxes.map(({ xMin }) => xMin)),
  yMin: Math.min(...boxes.map(({ yMin }) => yMin)),
  xMax: Math.max(...boxes.map(({ xMax }) => xMax)),
  yMax: Math.max(...boxes.map(({ yMax }) => yMax)),
});

const MAX_HEADING_LINES = 3;
const MAX_HEADING_CHARACTERS = 200;
/**
 * The smallest sizes of headings of each level, relative to the page's common size; smaller differences may be chance.
 */
const HEADING_SIZES = { 1: 1.7, 2: 1.3 } as const;

function headingLevel({ lines, wordSizes }: Paragraph, commonSize: number): 1 | 2 | undefined {
  const text = lines.join(" ");
  const isShort = lines.length <= MAX_HEADING_LINES && text.length <= MAX_HEADING_CHARACTERS;
  if (!isShort || wordSizes.length === 0 || !/\p{L}{2}/u.test(text) || /[,;]$/.test(text)) {
    return undefined;
  }
  const size = median(wordSizes);
  if (size >= HEADING_SIZES[1] * commonSize) {
    return 1;
  }
  return size >= HEADING_SIZES[2] * commonSize ? 2 : undefined;
}

/** Returns the median; 0 when there are no values. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const BULLET = /^[•‣◦▪●∙·]\s+(?=\S)/u;
const DASH = /^[-–—*]\s+(?=\S)/u;
const NUMBER = /^(\d{1,3}[.)])\s+(?=\S)/;
/** A check box, which stays in the text of its item. */
const CHECK_BOX = /^(?=\[[ x]\]\s+\S)/;

/** Returns the items that the lines of a paragraph make, when it begins with one. */
function itemsOf(lines: readonly string[]): ListItem[] {
  const items: { marker: string; lines: string[] }[] = [];
  for (const line of lines) {
    const mark = BULLET.exec(line) ?? CHECK_BOX.exec(line) ?? DASH.exec(line) ?? NUMBER.exec(line);
    if (mark !== null) {
      items.push({ marker: mark[1] ?? "-", lines: [line.slice(mark[0].length)] });
    } else if (items.length === 0) {
      return [];
    } else {
      items.at(-1)?.lines.push(line);
    }
  }
  return items;
}

/**
 * Returns whether a paragraph is a list. A bullet or a check box makes a list by itself; a dash or a number only next to
 * another one, from which numbers have to continue.
 */
function isListAmong(paragraphs: readonly Paragraph[], index: number): boolean {
  const { items = [], lines = [] } = paragraphs[index] ?? {};
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) {
    return false;
  }
  if (BULLET.test(lines[0] ?? "") || CHECK_BOX.test(lines[0] ?? "")) {
    return true;
  }
  const before = paragraphs[index - 1]?.items.at(-1);
  const after = paragraphs[index + 1]?.items[0];
  const goesOn = items.every((item, at) => at === 0 || follows(items[at - 1], item));
  return goesOn && (items.length > 1 || follows(before, first) || follows(last, after));
}

function follows(one: ListItem | undefined, next: ListItem | undefined): boolean {
  return one !== undefined && next !== undefined && (one.marker === "-" ? "-" : nextNumber(one.marker)) === next.marker;
}

const nextNumber = (marker: string): string => `${Number.parseInt(marker, 10) + 1}${marker.slice(-1)}`;
