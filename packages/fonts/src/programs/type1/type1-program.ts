import type { FontProgram } from "../font-program.ts";
import { glyphsByName } from "../glyphs-by-name.ts";
import { declaredType1Width, type1Width } from "./charstring-width.ts";
import type { Type1Parts } from "./read-type1.ts";

/** A Type 1 program, or a Multiple Master instance at its point of the design space. */
export class Type1Program implements FontProgram {
  readonly kind = "type1";
  readonly isSfnt = false;
  readonly tables: ReadonlySet<string> = new Set();
  readonly fontName: string | undefined;
  readonly damage: string | undefined;
  readonly glyphCount: number;
  readonly cmaps = [];
  readonly isStandardEncoded: boolean;
  readonly glyphNames: readonly string[];
  readonly cids: readonly number[] = [];
  readonly registryOrdering = undefined;
  readonly #parts: Type1Parts;
  readonly #glyphs: ReadonlyMap<string, number>;

  constructor(parts: Type1Parts) {
    this.#parts = parts;
    this.fontName = parts.fontName;
    this.damage = parts.damage;
    this.isStandardEncoded = parts.isStandardEncoded;
    this.glyphNames = [...parts.charStrings.keys()];
    this.glyphCount = this.glyphNames.length;
    this.#glyphs = glyphsByName(this.glyphNames);
  }

  widthOf(glyph: number): number | undefined {
    return this.#width(glyph, type1Width);
  }

  declaredWidthOf(glyph: number): number | undefined {
    return this.#width(glyph, declaredType1Width);
  }

  glyphOfName(name: string): number | undefined {
    return this.#glyphs.get(name);
  }

  nameOf(glyph: number): string | undefined {
    return this.glyphNames[glyph];
  }

  glyphOfCid(): undefined {
    return undefined;
  }

  builtInName(code: number): string | undefined {
    return this.#parts.encoding.get(code);
  }

  builtInGlyph(code: number): number | undefined {
    const name = this.builtInName(code);
    return name === undefined ? undefined : this.glyphOfName(name);
  }

  #width(glyph: number, widthIn: typeof type1Width): number | undefined {
    const charstring = this.#parts.charStrings.get(this.nameOf(glyph) ?? "");
    const width = charstring && widthIn(charstring, this.#parts);
    return width === undefined ? undefined : width * ((this.#parts.fontMatrix[0] ?? 0.001) * 1000);
  }
}
