import { decodeStream, type Dict, Ref, Stream } from "@quire/cos";
import {
  cidToGidOf,
  cidWidths,
  Font,
  type FontProgram,
  isUnreadable,
  readFontProgram,
  simpleWidths,
} from "@quire/fonts";
import type { Conversion, Correction, Found } from "../conversion.ts";
import { withAdvanceWidths } from "../fonts/advance-widths.ts";
import { simpleGlyphs } from "../fonts/simple-glyphs.ts";

/**
 * Puts the widths of font dictionaries and of font programs in step (ISO 19005-1, 6.3.6; -2 and -3, 6.2.11.5; -4,
 * 6.2.10.5). Text is placed by the dictionary, so it is the program that changes where it is a TrueType one; of others the
 * dictionary of a simple font does.
 */
export const fontWidths: Correction = {
  dictionary(dict, found, conversion) {
    if (dict.has("FontDescriptor") && dict.has("BaseFont")) {
      inStep(dict, found, conversion);
    }
  },

  end(conversion) {
    const { document, bounds } = conversion;
    for (const { descriptor, key, stream, widths } of programsOf(conversion).values()) {
      const program = widths.size === 0 ? undefined : withAdvanceWidths(decodeStream(stream, bounds).bytes, widths);
      if (program !== undefined) {
        const dict = stream.dict.copy();
        for (const filtering of ["Filter", "DecodeParms", "DP"]) {
          dict.delete(filtering);
        }
        const raw = descriptor.raw(key);
        const made = new Stream(dict.set("Length1", program.length), program);
        // Other descriptors may share the program.
        if (raw instanceof Ref) {
          document.replace(raw.number, made);
        } else {
          descriptor.set(key, document.add(made));
        }
      }
    }
  },
};

/** A program, and the advance widths that it is to have by glyph. */
interface NotedProgram {
  readonly descriptor: Dict;
  readonly key: string;
  readonly stream: Stream;
  readonly program: FontProgram | undefined;
  readonly widths: Map<number, number>;
}

const PROGRAMS = new WeakMap<Conversion, Map<Stream, NotedProgram>>();

function programsOf(conversion: Conversion): Map<Stream, NotedProgram> {
  const programs = PROGRAMS.get(conversion) ?? new Map<Stream, NotedProgram>();
  PROGRAMS.set(conversion, programs);
  return programs;
}

/** The difference, in thousandths of text space, that the standard allows. */
const TOLERANCE = 1;

function inStep(dict: Dict, found: Found, conversion: Conversion): void {
  const font = new Font(dict);
  const noted = notedProgram(font, conversion);
  if (noted?.program === undefined) {
    return;
  }
  const { program, widths } = noted;
  let isChanged = font.isSimple && !dict.has("Widths");
  if (isChanged) {
    listWidths(font, program);
  }
  for (const [code, glyph, width] of glyphsOf(font, program, conversion)) {
    conversion.bounds.step();
    const own = program.widthOf(glyph);
    if (own !== undefined && width > 0 && Math.abs(own - width) > TOLERANCE) {
      if (program.kind === "truetype") {
        // Of two fonts that share a program and differ, the first one is right about it.
        widths.set(glyph, widths.get(glyph) ?? width);
        isChanged = true;
      } else if (font.isSimple) {
        const list = dict.array("Widths");
        list?.splice(code - (dict.integer("FirstChar") ?? 0), 1, Math.round(1000 * own) / 1000);
        isChanged = true;
      }
    }
  }
  if (isChanged) {
    conversion.changes.note("font_entries_mended", found, "Widths");
  }
}

/** Gives a simple font the widths that viewers take from its program where it has none. */
function listWidths(font: Font, program: FontProgram): void {
  const glyphOf = simpleGlyphs(font, program);
  const widths = Array.from({ length: 256 }, (_, code) => {
    const glyph = glyphOf(code);
    return glyph === undefined ? 0 : Math.round(1000 * (program.widthOf(glyph) ?? 0)) / 1000;
  });
  font.dict.set("FirstChar", 0).set("LastChar", 255).set("Widths", widths);
}

function notedProgram({ fontFile, descriptor }: Font, conversion: Conversion): NotedProgram | undefined {
  if (fontFile === undefined || descriptor === undefined) {
    return undefined;
  }
  const programs = programsOf(conversion);
  const { key, stream, subtype } = fontFile;
  let noted = programs.get(stream);
  if (noted === undefined) {
    const { bytes, remaining } = decodeStream(stream, conversion.bounds);
    const program = remaining.length > 0 ? undefined : readFontProgram({ bytes, key, subtype });
    const isRead = program !== undefined && !isUnreadable(program);
    noted = { descriptor, key, stream, program: isRead ? program : undefined, widths: new Map() };
    programs.set(stream, noted);
  }
  return noted;
}

type GlyphWidth = readonly [code: number, glyph: number, width: number];

function* glyphsOf(font: Font, program: FontProgram, { bounds }: Conversion): Generator<GlyphWidth> {
  if (font.kind === "cid") {
    const widthOf = cidWidths(font.dict, bounds);
    const glyphOf = font.dict.has("CIDToGIDMap") ? cidToGidOf(font.dict, bounds) : (cid: number) => cid;
    for (let cid = 1; program.kind === "truetype" && cid < program.glyphCount; cid++) {
      const glyph = glyphOf(cid);
      const width = widthOf(cid);
      if (glyph !== undefined && glyph > 0 && width !== undefined) {
        yield [cid, glyph, width];
      }
    }
    return;
  }
  const widthOf = simpleWidths(font.dict);
  const first = font.dict.integer("FirstChar") ?? 0;
  const count = Math.min(256, font.dict.array("Widths")?.length ?? 0);
  const glyphOf = simpleGlyphs(font, program);
  for (let code = first; code < first + count; code++) {
    const glyph = glyphOf(code);
    const width = widthOf(code);
    if (glyph !== undefined && width !== undefined) {
      yield [code, glyph, width];
    }
  }
}
