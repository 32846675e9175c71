import { glyphText, type PageContent, type Word } from "@quire/layout";
import type { Contour, WebGlyph } from "@quire/typeset/webfont";
import type { PaintedGlyph, TextLook } from "../../../pdfium/worker/painted/painted-text.ts";

/** Characters of a word that are painted together, as one glyph. */
export interface Cluster {
  readonly text: string;
  readonly look: TextLook;
  readonly originX: number;
  readonly originY: number;
  readonly glyph: WebGlyph;
}

type OutlinedGlyph = PaintedGlyph & { readonly glyph: WebGlyph };

/**
 * Returns a word as clusters: one for each glyph where the word's text is that of its glyphs, and otherwise one for the
 * whole word.
 */
export function clustersOf(word: Word, { glyphs }: PageContent, painted: readonly OutlinedGlyph[]): Cluster[] {
  const texts = word.glyphs.map((glyph) => glyphText(glyphs.text[glyph] ?? ""));
  const [first] = painted;
  if (first === undefined) {
    return [];
  }
  if (texts.join("") !== word.text || painted.some(({ look }) => !isAlike(look, first.look))) {
    return [combined(word.text, painted)];
  }
  const groups: { text: string; parts: OutlinedGlyph[] }[] = [];
  for (const [index, part] of painted.entries()) {
    const text = texts[index] ?? "";
    const last = groups.at(-1);
    // What has no text belongs to what stands before it, and so does a mark to its letter.
    if (last !== undefined && (text === "" || last.text === "")) {
      last.text += text;
      last.parts.push(part);
    } else {
      groups.push({ text, parts: [part] });
    }
  }
  return groups.map(({ text, parts }) => combined(text, parts));
}

/** Returns whether two looks turn text in the same way. */
const isAlike = ({ along, up }: TextLook, other: TextLook): boolean =>
  sameDirection(along, other.along) && sameDirection(up, other.up);

interface Vector {
  readonly x: number;
  readonly y: number;
}

function sameDirection(one: Vector, other: Vector): boolean {
  const lengths = Math.hypot(one.x, one.y) * Math.hypot(other.x, other.y);
  return Math.abs(one.x * other.y - one.y * other.x) < 0.001 * lengths && one.x * other.x + one.y * other.y > 0;
}

/** Returns one glyph of several, in ems of the leftmost one's text. */
function combined(text: string, parts: readonly OutlinedGlyph[]): Cluster {
  const start = parts.reduce((least, part) => (isBefore(part, least) ? part : least));
  const { look, originX, originY } = start;
  if (parts.length === 1) {
    return { text, look, originX, originY, glyph: start.glyph };
  }
  const contours: Contour[] = [];
  let advance = 0;
  for (const part of parts) {
    const to = transformation(part, start);
    contours.push(...part.glyph.contours.map((contour) => moved(contour, to)));
    advance = Math.max(advance, to(part.glyph.advance, 0).x);
  }
  return { text, look, originX, originY, glyph: { contours, advance } };
}

const isBefore = (one: PaintedGlyph, { look, originX, originY }: PaintedGlyph): boolean =>
  (one.originX - originX) * look.along.x + (one.originY - originY) * look.along.y < 0;

/** Returns the function from ems of one glyph to ems of another. */
function transformation(from: PaintedGlyph, to: PaintedGlyph): (x: number, y: number) => Vector {
  const { along, up } = to.look;
  const determinant = along.x * up.y - along.y * up.x;
  return (x, y) => {
    const pageX = from.originX + from.look.along.x * x + from.look.up.x * y - to.originX;
    const pageY = from.originY + from.look.along.y * x + from.look.up.y * y - to.originY;
    return {
      x: (pageX * up.y - pageY * up.x) / determinant,
      y: (along.x * pageY - along.y * pageX) / determinant,
    };
  };
}

function moved({ startX, startY, steps }: Contour, to: (x: number, y: number) => Vector): Contour {
  const start = to(startX, startY);
  return {
    startX: start.x,
    startY: start.y,
    steps: steps.map((step) => {
      if (step.length === 2) {
        const end = to(step[0], step[1]);
        return [end.x, end.y];
      }
      const one = to(step[0], step[1]);
      const two = to(step[2], step[3]);
      const end = to(step[4], step[5]);
      return [one.x, one.y, two.x, two.y, end.x, end.y];
    }),
  };
}
