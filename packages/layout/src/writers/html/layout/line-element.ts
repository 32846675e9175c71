import type { Box, Link } from "../../../content.ts";
import { hasRightToLeft } from "../../../words/bidi.ts";
import type { Line, Word } from "../../../words.ts";
import { cleanText } from "../../common/clean-text.ts";
import { safeHref } from "../../common/safe-href.ts";
import { lineText } from "../../text/line-text.ts";
import { attributes, escapeHtml } from "../escape-html.ts";
import { colorValue, isLight, rounded } from "./values.ts";

export interface LineOptions {
  readonly links: readonly Link[];
  /** Returns whether light type can be read at a place. */
  readonly isOnDark: (box: Box) => boolean;
  /** Whether the text is there to be selected alone, as what it looks like is in the picture behind it. */
  readonly isUnseen?: boolean;
}

/** Words that look alike and follow each other. */
interface Run {
  readonly words: Word[];
  readonly style: Readonly<Record<string, string | number | undefined>>;
  readonly key: string;
  readonly href: string | undefined;
}

/**
 * Returns the element of a line of text: each run of one style is fitted to its place; the spaces between runs are for
 * those who copy it.
 */
export function lineElement(line: Line, options: LineOptions): string {
  const parts: string[] = [];
  for (const run of runsOf(line, options)) {
    const [first] = run.words;
    const span = `<tspan${attributes({ ...placeOf(run.words, line.rotation), ...run.style })}>${escapeHtml(cleanText(lineText(run.words)))}</tspan>`;
    const linked =
      run.href === undefined ? span : `<a${attributes({ href: run.href, rel: "noopener noreferrer" })}>${span}</a>`;
    parts.push(parts.length === 0 || first?.isJoined === true ? linked : ` ${linked}`);
  }
  const unseen = options.isUnseen === true ? { "fill-opacity": 0 } : {};
  return `<text${attributes({ transform: turnOf(line), ...unseen })}>${parts.join("")}</text>`;
}

function runsOf({ words }: Line, options: LineOptions): Run[] {
  const runs: Run[] = [];
  for (const word of words) {
    const href = hrefOf(word, options.links);
    const style = styleOf(word, options);
    const key = JSON.stringify([href, style, word.baselineY]);
    const last = runs.at(-1);
    // Words that are read from right to left each stand at their own place, whatever order they come in.
    if (last?.key === key && !hasRightToLeft(word.text) && follows(last.words.at(-1), word)) {
      last.words.push(word);
    } else {
      runs.push({ words: [word], style, key, href });
    }
  }
  return runs;
}

const follows = (before: Word | undefined, word: Word): boolean =>
  before === undefined || (!hasRightToLeft(before.text) && (word.xMin >= before.xMin || word.yMin !== before.yMin));

const styleOf = (word: Word, { isOnDark }: LineOptions): Run["style"] => ({
  "font-size": rounded(word.sizePt),
  "font-family": word.font.isFixedPitch ? "monospace" : word.font.isSerif ? "serif" : undefined,
  "font-weight": word.isBold ? "bold" : undefined,
  "font-style": word.font.isItalic ? "italic" : undefined,
  fill: word.color === 0 || (isLight(word.color) && !isOnDark(word)) ? undefined : colorValue(word.color),
});

/** Returns where a word leads to; undefined for one that no link is over, and for what a browser is not to open. */
export function hrefOf({ xMin, xMax, yMin, yMax }: Word, links: readonly Link[]): string | undefined {
  const x = (xMin + xMax) / 2;
  const y = (yMin + yMax) / 2;
  const link = links.find((each) => x >= each.xMin && x <= each.xMax && y >= each.yMin && y <= each.yMax);
  return safeHref(link?.uri);
}

/**
 * The height of a rotated line's baseline above the line's lower edge, as a share of its height: its box is from ascent
 * to descent.
 */
const DESCENT = 0.2;

/**
 * Returns the place of words in the coordinates of the rotated page: the whole line is rotated around the page's
 * corner.
 */
function placeOf(
  words: readonly Word[],
  rotation: Line["rotation"],
): { x: number; y: number; textLength: number | undefined; lengthAdjust: string } {
  const xMin = words.reduce((least, word) => Math.min(least, word.xMin), Infinity);
  const yMin = words.reduce((least, word) => Math.min(least, word.yMin), Infinity);
  const xMax = words.reduce((most, word) => Math.max(most, word.xMax), -Infinity);
  const yMax = words.reduce((most, word) => Math.max(most, word.yMax), -Infinity);
  const isLevel = rotation === 0 || rotation === 180;
  const length = rounded(isLevel ? xMax - xMin : yMax - yMin);
  const fitted = { textLength: length > 0 ? length : undefined, lengthAdjust: "spacingAndGlyphs" };
  switch (rotation) {
    case 0:
      return { x: rounded(xMin), y: rounded(words[0]?.baselineY ?? yMax), ...fitted };
    case 90:
      // Downward on the page: (x, y) is at (y, -x) of the rotated page.
      return { x: rounded(yMin), y: rounded(-xMin - DESCENT * (xMax - xMin)), ...fitted };
    case 180:
      return { x: rounded(-xMax), y: rounded(-yMin - DESCENT * (yMax - yMin)), ...fitted };
    case 270:
      return { x: rounded(-yMax), y: rounded(xMax - DESCENT * (xMax - xMin)), ...fitted };
  }
}

const turnOf = ({ rotation }: Line): string | undefined => (rotation === 0 ? undefined : `rotate(${rotation})`);
