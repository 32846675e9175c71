import type { FontFace } from "../fonts/font-face.ts";
import type { GlyphRun } from "./glyph-run.ts";
import type { ShapedRun } from "./line.ts";

/** A line that has its size, but no place in a block: its runs start from its left end. */
export interface SetLine {
  readonly runs: readonly GlyphRun[];
  readonly widthPt: number;
  readonly heightPt: number;
  /** The distance of the baseline below the upper end of the line, in points. */
  readonly baselineFromTopPt: number;
}

export interface LineStyle {
  readonly sizePt: number;
  /** The face of the space: no line is lower than one of it, and its line gap is that of all lines. */
  readonly mainFace: FontFace | undefined;
}

/** The metrics where no font is installed, in ems: those of most fonts. */
const withoutFace = { ascent: 0.8, descent: 0.2, lineGap: 0 };

/** Sets shaped runs one after the other. Half of the line gap is above, half below. */
export function setLine(shaped: readonly ShapedRun[], { sizePt, mainFace }: LineStyle): SetLine {
  const runs: GlyphRun[] = [];
  let widthPt = 0;
  for (const run of shaped) {
    const set = setRun(run, sizePt, widthPt);
    runs.push(set);
    widthPt += set.widthPt;
  }
  const main = mainFace === undefined ? withoutFace : metricsOf(mainFace);
  const all = [main, ...shaped.map(({ face }) => metricsOf(face))];
  const ascentPt = all.reduce((highest, { ascent }) => Math.max(highest, ascent), main.ascent) * sizePt;
  const descentPt = all.reduce((lowest, { descent }) => Math.max(lowest, descent), main.descent) * sizePt;
  const lineGapPt = main.lineGap * sizePt;
  return { runs, widthPt, heightPt: ascentPt + descentPt + lineGapPt, baselineFromTopPt: lineGapPt / 2 + ascentPt };
}

function setRun({ face, level, glyphs }: ShapedRun, sizePt: number, xPt: number): GlyphRun {
  const scale = sizePt / face.unitsPerEm;
  const set = glyphs.map(({ glyph, advance, offsetX, offsetY, text }) => {
    return { glyph, advancePt: advance * scale, offsetXPt: offsetX * scale, offsetYPt: offsetY * scale, text };
  });
  const widthPt = set.reduce((sum, { advancePt }) => sum + advancePt, 0);
  return { face, direction: level % 2 === 1 ? "rtl" : "ltr", xPt, widthPt, glyphs: set };
}

/** Returns the metrics of a face in ems, both positive. */
function metricsOf({ ascent, descent, lineGap, unitsPerEm }: FontFace): {
  ascent: number;
  descent: number;
  lineGap: number;
} {
  return { ascent: ascent / unitsPerEm, descent: -descent / unitsPerEm, lineGap: lineGap / unitsPerEm };
}
