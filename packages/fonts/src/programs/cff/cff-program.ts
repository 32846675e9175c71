import type { FontProgram, ProgramCMap, RegistryOrdering } from "../font-program.ts";
import { glyphsByName } from "../glyphs-by-name.ts";
import { charstringWidth } from "./charstring-width.ts";
import { Operator } from "./dict-data.ts";
import { readEncoding } from "./encoding.ts";
import type { CffParts } from "./read-cff.ts";

/** The OpenType file around a CFF program. */
export interface CffWrapper {
  readonly cmaps: readonly ProgramCMap[];
  readonly tables: ReadonlySet<string>;
}

/** A CFF program, bare or in an OpenType file. */
export class CffProgram implements FontProgram {
  readonly kind: "cff" | "cid";
  readonly isSfnt: boolean;
  readonly tables: ReadonlySet<string>;
  readonly fontName: string | undefined;
  readonly damage: string | undefined;
  readonly glyphCount: number;
  readonly cmaps: readonly ProgramCMap[];
  readonly isStandardEncoded: boolean | undefined;
  readonly registryOrdering: RegistryOrdering | undefined;
  readonly #parts: CffParts;
  #names: readonly (string | undefined)[] | undefined;
  #glyphsByName: ReadonlyMap<string, number> | undefined;
  #glyphsById: ReadonlyMap<number, number> | undefined;
  #encoding: ReadonlyMap<number, number> | undefined;

  constructor(parts: CffParts, wrapper?: CffWrapper) {
    this.#parts = parts;
    this.kind = parts.ros === undefined ? "cff" : "cid";
    this.isSfnt = wrapper !== undefined;
    this.tables = wrapper?.tables ?? new Set();
    this.cmaps = wrapper?.cmaps ?? [];
    this.fontName = parts.fontName;
    this.damage = parts.damage;
    this.glyphCount = parts.charStrings.count;
    this.registryOrdering = parts.ros;
    this.isStandardEncoded = this.kind === "cid" ? undefined : this.#encodingOffset === 0;
  }

  widthOf(glyph: number): number | undefined {
    const { charStrings, globalSubrs } = this.#parts;
    const charstring = charStrings.object(glyph);
    const facts = charstring && this.#parts.privateOf(glyph);
    if (
      charstring === undefined ||
      facts === undefined ||
      (this.#parts.top.get(Operator.charstringType)?.at(-1) ?? 2) !== 2
    ) {
      return undefined;
    }
    const width = charstringWidth({ charstring, subrs: facts.subrs, globalSubrs });
    if (width === undefined) {
      return undefined;
    }
    return (width === "default" ? facts.defaultWidth : facts.nominalWidth + width.difference) * facts.scale;
  }

  glyphOfName(name: string): number | undefined {
    this.#glyphsByName ??= glyphsByName(this.#allNames);
    return this.#glyphsByName.get(name);
  }

  nameOf(glyph: number): string | undefined {
    return this.#allNames[glyph];
  }

  glyphOfCid(cid: number): number | undefined {
    return this.kind === "cid" ? this.#glyphOfId(cid) : undefined;
  }

  builtInName(code: number): string | undefined {
    const glyph = this.builtInGlyph(code);
    const name = glyph === undefined ? undefined : this.nameOf(glyph);
    return name === ".notdef" ? undefined : name;
  }

  builtInGlyph(code: number): number | undefined {
    if (this.kind === "cid") {
      return undefined;
    }
    this.#encoding ??= readEncoding({
      cff: this.#parts.cff,
      offset: this.#encodingOffset,
      glyphOfName: (name) => this.glyphOfName(name),
      glyphOfSid: (sid) => this.#glyphOfId(sid),
    });
    return this.#encoding.get(code);
  }

  get glyphNames(): Iterable<string> {
    return this.#allNames.filter((name) => name !== undefined);
  }

  get cids(): Iterable<number> {
    return this.kind === "cid" ? this.#parts.charset : [];
  }

  get #encodingOffset(): number {
    return this.#parts.top.get(Operator.encoding)?.at(-1) ?? 0;
  }

  get #allNames(): readonly (string | undefined)[] {
    this.#names ??= this.kind === "cid" ? [] : Array.from(this.#parts.charset, (sid) => this.#parts.stringOf(sid));
    return this.#names;
  }

  /** Returns the glyph of a SID or CID; the first glyph counts. */
  #glyphOfId(id: number): number | undefined {
    if (this.#glyphsById === undefined) {
      const glyphs = new Map<number, number>();
      for (const [glyph, known] of this.#parts.charset.entries()) {
        if (!glyphs.has(known)) {
          glyphs.set(known, glyph);
        }
      }
      this.#glyphsById = glyphs;
    }
    return this.#glyphsById.get(id);
  }
}
