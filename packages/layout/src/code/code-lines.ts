import type { CodeDraft } from "../flow/drafts.ts";
import type { FlowLine } from "../flow/flow.ts";
import { median } from "../geometry/statistics.ts";
import { leadingOf } from "./leading.ts";
import { typedLines } from "./wrapped-lines.ts";

/** Returns the text of code line by line, with its indentation and its blank lines. */
export function codeLines({ parts }: CodeDraft): string[] {
  const pitch = pitchOf(parts.flatMap(({ lines }) => lines));
  const texts: string[] = [];
  for (const { column, lines } of parts) {
    const left = lines.reduce((least, { line }) => Math.min(least, line.xMin), Infinity);
    const leading = leadingOf(lines);
    let last: FlowLine | undefined;
    for (const typed of typedLines(lines, { column, leading })) {
      const [first] = typed;
      const blank =
        last === undefined || first === undefined
          ? 0
          : Math.round((first.line.baselineY - last.line.baselineY) / leading) - 1;
      for (let count = 0; count < Math.min(blank, MOST_BLANK); count++) {
        texts.push("");
      }
      texts.push(typed.map((flow) => spaced(flow, { left, pitch })).join(" "));
      last = typed.at(-1);
    }
  }
  return texts;
}

const MOST_BLANK = 3;

/** Returns the usual advance of one character, in points. */
function pitchOf(lines: readonly FlowLine[]): number {
  const advances: number[] = [];
  for (const { line } of lines) {
    for (const { xMin, xMax, text } of line.words) {
      advances.push((xMax - xMin) / Math.max(1, text.length));
    }
  }
  return Math.max(1, median(advances, 6));
}

function spaced({ line }: FlowLine, { left, pitch }: { readonly left: number; readonly pitch: number }): string {
  let text = "";
  let end = left;
  for (const { text: own, xMin, xMax, isJoined } of line.words) {
    const columns = Math.round((xMin - end) / pitch);
    const least = text.trim() === "" ? 0 : 1;
    text += (isJoined === true ? "" : " ".repeat(Math.max(least, Math.min(columns, MOST_SPACES)))) + own;
    end = xMax;
  }
  return text.replace(TYPOGRAPHIC, (sign) => TYPED[sign] ?? sign);
}

/** The characters of code for the quotes, minus signs and accents that typesetters print for them. */
const TYPED: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201C": '"',
  "\u201D": '"',
  "\u2212": "-",
  "\u2217": "*",
  "\u223C": "~",
  "\u02DC": "~",
  "\u02C6": "^",
  "\u2010": "-",
};
const TYPOGRAPHIC = /[\u2018\u2019\u201C\u201D\u2212\u2217\u223C\u02DC\u02C6\u2010]/g;

const MOST_SPACES = 120;
