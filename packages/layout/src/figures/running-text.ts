import type { Line } from "../words.ts";

/** The least number of words of a line of running text. */
const TEXT_WORDS = 6;
/** The least number of characters of a line of code: shorter ones are names, which label drawings. */
const CODE_CHARACTERS = 12;
/** The greatest distance between baselines of lines of one listing, in ems. */
const LEADING_EM = 1.8;

/** Returns whether a line has as many words as lines of running text. */
const isLong = ({ words }: Line): boolean => words.length >= TEXT_WORDS;

/** Returns the level lines of a page that are running text or code. */
export function runningText(lines: readonly Line[]): Line[] {
  const level = lines.filter(({ rotation }) => rotation === 0);
  const code = level.filter(isFixed).toSorted((a, b) => a.baselineY - b.baselineY);
  const listed = new Set<Line>();
  for (const [index, line] of code.entries()) {
    for (let at = index + 1; at < code.length; at++) {
      const next = code[at];
      if (next === undefined || next.baselineY - line.baselineY > LEADING_EM * line.sizePt) {
        break;
      }
      if (next.xMin < line.xMax && next.xMax > line.xMin && next.baselineY > line.baselineY) {
        listed.add(line).add(next);
      }
    }
  }
  return level.filter(
    (line) => isLong(line) || listed.has(line) || (isFixed(line) && lengthOf(line) >= CODE_CHARACTERS),
  );
}

const lengthOf = ({ words }: Line): number => words.reduce((sum, { text }) => sum + text.length, 0);

const isFixed = (line: Line): boolean =>
  line.words.reduce((sum, { text, font }) => sum + (font.isFixedPitch ? text.length : 0), 0) * 2 > lengthOf(line);
