import type { InstalledFonts } from "../fonts/installed-fonts.ts";
import { linesOf } from "./characters.ts";
import { faceFinder } from "./face-finder.ts";
import type { GlyphRun } from "./glyph-run.ts";
import { shapeLine } from "./line.ts";
import { type SetLine, setLine } from "./set-line.ts";

export interface TypesetOptions {
  readonly fonts: InstalledFonts;
  readonly sizePt: number;
  /** The family that is preferred where it has the characters. */
  readonly family?: string | undefined;
  /** The alignment of lines that are shorter than the longest. */
  readonly align: "left" | "center" | "right";
}

export interface TextLine {
  /** The height of the baseline above the bottom of the block, in points. */
  readonly baselinePt: number;
  readonly widthPt: number;
  /** The runs from left to right. */
  readonly runs: readonly GlyphRun[];
}

/** A block of lines. Its origin is its lower left corner, y runs upwards. */
export interface TypesetText {
  readonly sizePt: number;
  readonly widthPt: number;
  readonly heightPt: number;
  readonly lines: readonly TextLine[];
  /**
   * The characters that no installed font has, controls and unpaired surrogates, each once; they are left out of the
   * lines.
   */
  readonly missing: readonly string[];
}

/**
 * Sets `text`, whose lines end with line feeds or Unicode's other line ends, in one block. Lines are not broken. Each
 * has the direction of its first strong character (UAX #9). A tab is four spaces; spaces at the end of a line are left
 * out, and so are controls and unpaired surrogates, which are `missing`. It never throws.
 */
export function typeset(text: string, { fonts, sizePt, family, align }: TypesetOptions): TypesetText {
  const faceFor = faceFinder(fonts, { family, context: text });
  const missing = new Set<string>();
  const shaped = new Map<string, SetLine>();
  const mainFace = faceFor(" ");
  const set = linesOf(text).map((line) => {
    const known = shaped.get(line) ?? setLine(shapeLine(line, faceFor, missing), { sizePt, mainFace });
    shaped.set(line, known);
    return known;
  });
  const widthPt = set.reduce((widest, line) => Math.max(widest, line.widthPt), 0);
  const heightPt = set.reduce((sum, line) => sum + line.heightPt, 0);
  return { sizePt, widthPt, heightPt, lines: placed(set, { widthPt, heightPt, align }), missing: [...missing] };
}

/** Places the lines from the top of the block downwards, at its sides or in its middle. */
function placed(
  lines: readonly SetLine[],
  block: { widthPt: number; heightPt: number; align: TypesetOptions["align"] },
): TextLine[] {
  const share = { left: 0, center: 0.5, right: 1 }[block.align];
  let topPt = block.heightPt;
  return lines.map(({ runs, widthPt, heightPt, baselineFromTopPt }) => {
    const leftPt = (block.widthPt - widthPt) * share;
    const baselinePt = topPt - baselineFromTopPt;
    topPt -= heightPt;
    return { baselinePt, widthPt, runs: runs.map((run) => ({ ...run, xPt: run.xPt + leftPt })) };
  });
}
