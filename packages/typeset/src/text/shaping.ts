import { Buffer, BufferFlag, ClusterLevel, Direction, shape } from "harfbuzzjs";
import type { FontFace } from "../fonts/font-face.ts";
import { isIgnorable } from "./characters.ts";
import { hbFontOf } from "./harfbuzz.ts";
import type { Script } from "./scripts.ts";

/** A part of a line that is shaped at once. Offsets are in UTF-16 code units of the line. */
export interface Item {
  readonly start: number;
  readonly end: number;
  readonly level: number;
  readonly script: Script;
  readonly face: FontFace;
}

/** A glyph, with lengths in units of the em square and the characters that it stands for. */
export interface ShapedGlyph {
  readonly glyph: number;
  readonly advance: number;
  readonly offsetX: number;
  readonly offsetY: number;
  readonly text: string;
}

/** The number of characters that HarfBuzz reads on either side of an item, to join letters. */
const contextCharacters = 5;

/** The buffer of the process; there is one, because its memory is freed only when the object is collected. */
let buffer: Buffer | undefined;

/**
 * Returns the glyphs of an item from left to right. Characters that the face turns out to lack are left out and added
 * to `missing`.
 */
export function shapeItem(line: string, item: Item, missing: Set<string>): ShapedGlyph[] {
  const filled = (buffer ??= newBuffer());
  const font = hbFontOf(item.face);
  // Only what matters of a long line is copied, or the time would grow with the square of its length.
  const from = Math.max(0, item.start - 2 * contextCharacters);
  filled.clearContents();
  filled.addText(line.slice(from, item.end + 2 * contextCharacters), item.start - from, item.end - item.start);
  filled.setDirection(item.level % 2 === 1 ? Direction.RTL : Direction.LTR);
  filled.setScript(item.script);
  shape(font, filled);
  return withCharacters(glyphsOf(filled), item, { line, from, missing });
}

function newBuffer(): Buffer {
  const made = new Buffer();
  // Invisible characters get no glyph, and a mark without a base gets no circle: a watermark shows what it was given.
  made.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES | BufferFlag.DO_NOT_INSERT_DOTTED_CIRCLE);
  made.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
  return made;
}

interface PlacedGlyph {
  readonly glyph: number;
  readonly advance: number;
  readonly offsetX: number;
  readonly offsetY: number;
  /** The index of the glyph's first character, in the text given to the buffer. */
  readonly cluster: number;
}

function glyphsOf(shaped: Buffer): PlacedGlyph[] {
  const positions = shaped.getGlyphPositions();
  return shaped.getGlyphInfos().map(({ codepoint, cluster }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    return { glyph: codepoint, advance: xAdvance, offsetX: xOffset, offsetY: yOffset, cluster };
  });
}

interface Shaping {
  readonly line: string;
  /** The offset in the line at which the buffer's text begins. */
  readonly from: number;
  readonly missing: Set<string>;
}

/** Gives the characters of each cluster to the leftmost of its glyphs, which are next to each other. */
function withCharacters(glyphs: readonly PlacedGlyph[], item: Item, { line, from, missing }: Shaping): ShapedGlyph[] {
  const clusters = Map.groupBy(glyphs, ({ cluster }) => cluster + from);
  const starts = [...clusters.keys()].toSorted((a, b) => a - b);
  // Characters before the first cluster that got no glyph are part of that cluster.
  const texts = new Map(
    starts.map((start, index) => [start, line.slice(index === 0 ? item.start : start, starts[index + 1] ?? item.end)]),
  );
  return [...clusters].flatMap(([start, placed]) =>
    textedGlyphs(placed, texts.get(start) ?? "", { face: item.face, missing }),
  );
}

/**
 * Returns the glyphs of a cluster with their characters. Glyph 0 is left out, and so are the characters that it stands
 * for.
 */
function textedGlyphs(
  placed: readonly PlacedGlyph[],
  text: string,
  { face, missing }: { face: FontFace; missing: Set<string> },
): ShapedGlyph[] {
  const shown = placed.filter(({ glyph }) => glyph !== 0);
  const written = shown.length === placed.length ? text : writtenOf(text, shown.length > 0 ? face : undefined, missing);
  return shown.map(({ glyph, advance, offsetX, offsetY }, index) => {
    return { glyph, advance, offsetX, offsetY, text: index === 0 ? written : "" };
  });
}

function writtenOf(text: string, face: FontFace | undefined, missing: Set<string>): string {
  let written = "";
  for (const character of text) {
    if (isIgnorable(character) || face?.has(character.codePointAt(0) ?? 0) === true) {
      written += character;
    } else {
      missing.add(character);
    }
  }
  return written;
}
