import type { BinaryView } from "../binary-view.ts";
import { CffProgram } from "../cff/cff-program.ts";
import { readCff } from "../cff/read-cff.ts";
import type { FontProgram, ProgramCMap, Unreadable } from "../font-program.ts";
import { glyphsByName } from "../glyphs-by-name.ts";
import { readCMaps } from "./cmap-table.ts";
import { readPostNames } from "./post-table.ts";
import { readTables, type SfntTables } from "./tables.ts";

/** Reads a TrueType program, or an OpenType program with outlines in glyf or CFF. */
export function readSfnt(bytes: Uint8Array): FontProgram | Unreadable {
  const tables = readTables(bytes);
  const cmaps = readCMaps(tables.table("cmap"));
  const cff = tables.table("CFF ");
  if (cff !== undefined && !tables.tags.has("glyf")) {
    const read = readCff(cff.bytes);
    return "unreadable" in read ? read : new CffProgram(read, { cmaps, tables: tables.tags });
  }
  for (const tag of ["head", "maxp"]) {
    if (!tables.tags.has(tag)) {
      return { unreadable: `has no ${tag} table` };
    }
  }
  return new TrueTypeProgram(tables, cmaps);
}

class TrueTypeProgram implements FontProgram {
  readonly kind = "truetype";
  readonly isSfnt = true;
  readonly tables: ReadonlySet<string>;
  readonly fontName = undefined;
  readonly damage: string | undefined;
  readonly glyphCount: number;
  readonly cmaps: readonly ProgramCMap[];
  readonly isStandardEncoded = undefined;
  readonly cids: readonly number[] = [];
  readonly registryOrdering = undefined;
  readonly #unitsPerEm: number;
  readonly #metrics: HorizontalMetrics;
  readonly #post: BinaryView | undefined;
  #names: readonly (string | undefined)[] | undefined;
  #glyphsByName: ReadonlyMap<string, number> | undefined;

  constructor(tables: SfntTables, cmaps: readonly ProgramCMap[]) {
    this.tables = tables.tags;
    const missing = READ_TABLES.filter((tag) => tables.missing.has(tag));
    this.damage = missing.length === 0 ? undefined : `is cut off before its ${missing.join(", ")} table`;
    this.cmaps = cmaps;
    this.glyphCount = tables.table("maxp")?.u16(4) ?? 0;
    this.#unitsPerEm = tables.table("head")?.u16(18) ?? 0;
    this.#metrics = { hmtx: tables.table("hmtx"), count: tables.table("hhea")?.u16(34) ?? 0 };
    this.#post = tables.table("post");
  }

  widthOf(glyph: number): number | undefined {
    const { hmtx, count } = this.#metrics;
    // Glyphs beyond the last metric have its width (5.2.6).
    const offset = 4 * Math.min(glyph, count - 1);
    const isThere = hmtx !== undefined && count > 0 && hmtx.has(offset, 2) && isGlyph(glyph, this.glyphCount);
    return isThere && this.#unitsPerEm > 0 ? (hmtx.u16(offset) * 1000) / this.#unitsPerEm : undefined;
  }

  glyphOfName(name: string): number | undefined {
    this.#glyphsByName ??= glyphsByName(this.#allNames);
    return this.#glyphsByName.get(name);
  }

  nameOf(glyph: number): string | undefined {
    return this.#allNames[glyph];
  }

  glyphOfCid(): undefined {
    return undefined;
  }

  builtInName(): undefined {
    return undefined;
  }

  builtInGlyph(): undefined {
    return undefined;
  }

  get glyphNames(): readonly string[] {
    return this.#allNames.filter((name) => name !== undefined);
  }

  get #allNames(): readonly (string | undefined)[] {
    this.#names ??= readPostNames(this.#post, this.glyphCount);
    return this.#names;
  }
}

/** The tables that are read here. */
const READ_TABLES = ["cmap", "head", "hhea", "hmtx", "maxp", "post"] as const;

interface HorizontalMetrics {
  readonly hmtx: BinaryView | undefined;
  readonly count: number;
}

const isGlyph = (glyph: number, glyphCount: number): boolean =>
  Number.isInteger(glyph) && glyph >= 0 && glyph < glyphCount;
