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
  const cmaps = readCMaps(tables.from("cmap"));
  const cff = tables.table("CFF ");
  if (cff !== undefined && !tables.tags.has("glyf")) {
    const read = readCff(cff.bytes);
    return "unreadable" in read ? read : new CffProgram(read, { cmaps, tables: tables.tags });
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
    this.cmaps = cmaps;
    this.#metrics = { hmtx: tables.from("hmtx"), count: tables.from("hhea")?.u16(34) ?? 0 };
    const absent = WIDTH_TABLES.find((tag) => !tables.tags.has(tag));
    const short = this.#cutOffTable(tables);
    this.damage =
      missing.length > 0
        ? `is cut off before its ${missing.join(", ")} table`
        : absent !== undefined
          ? `has no ${absent} table`
          : short && `is cut off within its ${short} table`;
    this.glyphCount = tables.from("maxp")?.u16(4) ?? this.#metrics.count;
    this.#unitsPerEm = tables.from("head")?.u16(18) ?? USUAL_UNITS_PER_EM;
    this.#post = tables.table("post");
  }

  get ownWidths(): number {
    return this.#metrics.count;
  }

  widthOf(glyph: number): number | undefined {
    const { hmtx, count } = this.#metrics;
    if (count === 0) {
      return 0;
    }
    // Glyphs beyond the last metric have its width (5.2.6); one that the program does not have is shown as the first.
    const metric = glyph < count ? glyph : glyph < this.glyphCount ? count - 1 : 0;
    const isThere = hmtx?.has(4 * metric, 2) === true && Number.isInteger(glyph) && glyph >= 0;
    return isThere && this.#unitsPerEm > 0 ? (hmtx.u16(4 * metric) * 1000) / this.#unitsPerEm : undefined;
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

  /** Returns the first table that ends with the file before all that is read of it. */
  #cutOffTable(tables: SfntTables): string | undefined {
    const bytes = { head: 20, hhea: 36, maxp: 6, hmtx: Math.max(4 * this.#metrics.count - 2, 0) };
    return Object.entries(bytes).find(([tag, count]) => tables.from(tag)?.has(0, count) === false)?.[0];
  }

  get #allNames(): readonly (string | undefined)[] {
    this.#names ??= readPostNames(this.#post, this.glyphCount);
    return this.#names;
  }
}

/** The tables without which no glyph has a width; head and maxp may be lacking. */
const WIDTH_TABLES = ["hhea", "hmtx"] as const;
/** The tables that are read here. */
const READ_TABLES = ["cmap", "head", "hhea", "hmtx", "maxp", "post"] as const;

interface HorizontalMetrics {
  readonly hmtx: BinaryView | undefined;
  readonly count: number;
}

/** The units of a program without a head table, in which it would say how many there are: those of most programs. */
const USUAL_UNITS_PER_EM = 2048;
