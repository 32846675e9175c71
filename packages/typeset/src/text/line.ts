import type { FontFace } from "../fonts/font-face.ts";
import { embeddingLevels, visualOrder } from "./bidi.ts";
import { withoutSpent, withoutTrailingSpaces, writableLine } from "./characters.ts";
import type { FaceFinder } from "./face-finder.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import { type Item, type ShapedGlyph, shapeItem } from "./shaping.ts";

/** Glyphs of one face and one embedding level, from left to right. Lengths are in units of the face's em square. */
export interface ShapedRun {
  readonly face: FontFace;
  readonly level: number;
  readonly glyphs: readonly ShapedGlyph[];
}

/** Returns the runs of a line from left to right; none for a line in which nothing is visible. */
export function shapeLine(line: string, faceFor: FaceFinder, missing: Set<string>): ShapedRun[] {
  const text = writableLine(line, missing);
  const seen = withoutTrailingSpaces(withoutSpent({ text, levels: embeddingLevels(text) }));
  const pieces = piecesOf(seen, faceFor, missing);
  const written = pieces.map((piece) => piece.text).join("");
  const runs = itemsOf(pieces).map((item): ShapedRun => {
    return { face: item.face, level: item.level, glyphs: shapeItem(written, item, missing) };
  });
  return visualOrder(joined(runs.filter(({ glyphs }) => glyphs.length > 0)));
}

/** Returns the longest parts of one level, script and face. */
function itemsOf(pieces: readonly Piece[]): Item[] {
  const items: Item[] = [];
  let start = 0;
  for (const { text, level, script, face } of pieces) {
    const end = start + text.length;
    const last = items.at(-1);
    if (last !== undefined && last.level === level && last.script === script && last.face === face) {
      items[items.length - 1] = { ...last, end };
    } else {
      items.push({ start, end, level, script, face });
    }
    start = end;
  }
  return items;
}

/** Joins neighbouring runs that only their scripts separated. */
function joined(runs: readonly ShapedRun[]): ShapedRun[] {
  const longer: { face: FontFace; level: number; parts: (readonly ShapedGlyph[])[] }[] = [];
  for (const { face, level, glyphs } of runs) {
    const last = longer.at(-1);
    if (last !== undefined && last.face === face && last.level === level) {
      last.parts.push(glyphs);
    } else {
      longer.push({ face, level, parts: [glyphs] });
    }
  }
  return longer.map(({ face, level, parts }) => ({
    face,
    level,
    glyphs: (level % 2 === 1 ? parts.toReversed() : parts).flat(),
  }));
}
