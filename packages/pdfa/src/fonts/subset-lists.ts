import { cidToGidOf, type Font, type FontProgram } from "@quire/fonts";
import type { Bounds } from "@quire/cos";
import { bytesAsWritten } from "../file/decoded.ts";

/** Returns the names in the CharSet of a font descriptor (ISO 32000-2, table 120): `/A/B`; undefined without one. */
export function charSetOf({ descriptor }: Font): ReadonlySet<string> | undefined {
  const bytes = descriptor?.bytes("CharSet");
  if (bytes === undefined) {
    return undefined;
  }
  const names = Buffer.from(bytes)
    .toString("latin1")
    .split("/")
    .map((name) => name.trim());
  return new Set(names.filter((name) => name !== ""));
}

/** Returns the first glyph of a program that CharSet leaves out; .notdef is in every program and need not be listed. */
export function glyphMissingIn(charSet: ReadonlySet<string>, program: FontProgram): string | undefined {
  for (const name of namesIn(program)) {
    if (name !== ".notdef" && !charSet.has(name)) {
      return name;
    }
  }
  return undefined;
}

/** Returns the first name in CharSet whose glyph the program does not have. */
export function glyphNotIn(program: FontProgram, charSet: ReadonlySet<string>): string | undefined {
  const present = new Set(namesIn(program));
  return [...charSet].find((name) => name !== ".notdef" && !present.has(name));
}

/** Yields the names of a program's glyphs; a charstring of Type 1 is one where it declares its width. */
function* namesIn(program: FontProgram): Generator<string> {
  for (const name of program.glyphNames) {
    const glyph = program.declaredWidthOf === undefined ? undefined : program.glyphOfName(name);
    if (glyph === undefined || program.declaredWidthOf?.(glyph) !== undefined) {
      yield name;
    }
  }
}

/** The CIDs that a CIDSet lists (ISO 32000-2, table 122). */
export interface CidSet {
  has(cid: number): boolean;
  /** Returns the CIDs in ascending order. */
  all(): Iterable<number>;
}

/** Reads a CIDSet, which has a bit for each CID, the highest of a byte first; returns undefined without a stream. */
export function cidSetOf({ descriptor }: Font, bounds: Bounds): CidSet | undefined {
  const stream = descriptor?.stream("CIDSet");
  if (stream === undefined) {
    return undefined;
  }
  const bytes = bytesAsWritten(stream, bounds);
  const has = (cid: number): boolean => ((bytes[cid >> 3] ?? 0) & (0x80 >> (cid & 7))) !== 0;
  return {
    has,
    *all() {
      for (let cid = 0; cid < Math.min(8 * bytes.length, 65_536); cid++) {
        if (has(cid)) {
          yield cid;
        }
      }
    },
  };
}

interface CidProgram {
  readonly font: Font;
  readonly program: FontProgram;
  readonly bounds: Bounds;
}

/** Returns the first CID in CIDSet for which the program has no glyph, not even an empty one. */
export function cidNotIn({ font, program, bounds }: CidProgram, cidSet: CidSet): number | undefined {
  const isThere = cidsIn(font, program, bounds);
  for (const cid of cidSet.all()) {
    bounds.step();
    if (cid !== 0 && !isThere(cid)) {
      return cid;
    }
  }
  return undefined;
}

function cidsIn(font: Font, program: FontProgram, bounds: Bounds): (cid: number) => boolean {
  if (program.kind === "cid") {
    const cids = new Set(program.cids);
    return (cid) => cids.has(cid);
  }
  const toGlyph = cidToGidOf(font.dict, bounds);
  return (cid) => (toGlyph(cid) ?? program.glyphCount) < program.glyphCount;
}

/**
 * Returns the first CID with a glyph that CIDSet leaves out. CID 0 is in every program and need not be listed. Glyphs
 * without outlines, such as spaces, count like others.
 */
export function cidMissingIn(cidSet: CidSet, { font, program, bounds }: CidProgram): number | undefined {
  for (const cid of cidsOf(font, program, bounds)) {
    bounds.step();
    if (cid !== 0 && !cidSet.has(cid)) {
      return cid;
    }
  }
  return undefined;
}

function* cidsOf(font: Font, program: FontProgram, bounds: Bounds): Iterable<number> {
  if (program.kind === "cid") {
    yield* program.cids;
    return;
  }
  const toGlyph = cidToGidOf(font.dict, bounds);
  // Where CIDs are glyph indices, glyphs that share the last width of hmtx are not told apart from padding.
  const end = font.dict.stream("CIDToGIDMap") === undefined ? (program.ownWidths ?? 65_536) : 65_536;
  for (let cid = 0; cid < end; cid++) {
    const glyph = toGlyph(cid);
    if (glyph !== undefined && glyph < program.glyphCount) {
      yield cid;
    }
  }
}
