import { characterMapTable } from "./character-map-table.ts";
import {
  boxOf,
  type FontMetrics,
  headTable,
  hheaTable,
  hmtxTable,
  maxpTable,
  nameTable,
  os2Table,
  postTable,
} from "./font-tables.ts";
import { fontFile } from "./font-file.ts";
import { glyfAndLoca, glyphDescription } from "./glyf-table.ts";
import type { WebGlyph } from "./outline.ts";
import { quadraticPoints } from "./quadratic.ts";
import { type FontTable, woff2Of } from "./woff2.ts";

export interface WebFontContent {
  /** The name of the family, in ASCII. */
  readonly family: string;
  readonly glyphs: readonly WebGlyph[];
  /** The index in `glyphs` of the glyph of each character, which is a code point. */
  readonly characters: ReadonlyMap<number, number>;
}

/** Units of most TrueType fonts, whose outlines so stay as they are. */
const UNITS_PER_EM = 2048;
/** The distance, in units, by which a curve may miss the given one: less than rounding. */
const TOLERANCE = 0.5;

/**
 * Returns a font of the given outlines as WOFF2, with all tables that browsers require of a TrueType font. Nothing of
 * another font program is in it: what made browsers refuse that one is gone.
 */
export function webFont({ family, glyphs, characters }: WebFontContent): Buffer {
  const { metrics, descriptions } = described(glyphs);
  const map = new Map([...characters].map(([character, glyph]) => [character, glyph + 1]));
  const { glyf, loca } = glyfAndLoca(descriptions);
  const tables: readonly FontTable[] = [
    { tag: "OS/2", bytes: os2Table(metrics) },
    { tag: "cmap", bytes: characterMapTable(map) },
    { tag: "glyf", bytes: glyf },
    { tag: "loca", bytes: loca },
    { tag: "head", bytes: headTable(metrics) },
    { tag: "hhea", bytes: hheaTable(metrics) },
    { tag: "hmtx", bytes: hmtxTable(metrics) },
    { tag: "maxp", bytes: maxpTable(metrics) },
    { tag: "name", bytes: nameTable(family) },
    { tag: "post", bytes: postTable() },
  ];
  return woff2Of(tables);
}

/** The program of a font that is embedded in a PDF, and the box around its glyphs in thousandths of an em. */
export interface OutlineProgram {
  readonly bytes: Uint8Array;
  readonly box: readonly [left: number, bottom: number, right: number, top: number];
}

/**
 * Returns a TrueType font of the given outlines with the tables that a PDF needs of it (ISO 32000-2, 9.9). The glyphs
 * follow that for missing ones, which is 0. Returns undefined where an outline has more points than TrueType takes.
 */
export function outlineProgram(glyphs: readonly WebGlyph[]): OutlineProgram | undefined {
  const { metrics, descriptions } = described(glyphs);
  if (descriptions.some(({ bytes }, index) => index > 0 && bytes.length === 0 && hasOutline(glyphs[index - 1]))) {
    return undefined;
  }
  const { glyf, loca } = glyfAndLoca(descriptions);
  const bytes = fontFile([
    { tag: "glyf", bytes: glyf },
    { tag: "head", bytes: headTable(metrics) },
    { tag: "hhea", bytes: hheaTable(metrics) },
    { tag: "hmtx", bytes: hmtxTable(metrics) },
    { tag: "loca", bytes: loca },
    { tag: "maxp", bytes: maxpTable(metrics) },
  ]);
  const { xMin, yMin, xMax, yMax } = boxOf(descriptions);
  const [left = 0, bottom = 0, right = 0, top = 0] = [xMin, yMin, xMax, yMax].map((edge) =>
    Math.round((edge * 1000) / UNITS_PER_EM),
  );
  return { bytes, box: [left, bottom, right, top] };
}

const hasOutline = (glyph: WebGlyph | undefined): boolean =>
  glyph?.contours.some(({ steps }) => steps.length > 1) === true;

function described(glyphs: readonly WebGlyph[]) {
  const all = [NOTDEF, ...glyphs];
  const descriptions = all.map(({ contours }) =>
    glyphDescription(contours.map((contour) => quadraticPoints(contour, UNITS_PER_EM, TOLERANCE))),
  );
  const advances = all.map(({ advance }) => advance * UNITS_PER_EM);
  const metrics: FontMetrics = { unitsPerEm: UNITS_PER_EM, descriptions, advances };
  return { metrics, descriptions };
}

/**
 * The glyph of characters that a font does not have, and the first of every font. Browsers never draw it, but refuse a
 * font in which no glyph has an outline.
 */
const NOTDEF: WebGlyph = {
  contours: [
    {
      startX: 0,
      startY: 0,
      steps: [
        [0, 0.5],
        [0.5, 0.5],
        [0.5, 0],
      ],
    },
  ],
  advance: 0.5,
};
