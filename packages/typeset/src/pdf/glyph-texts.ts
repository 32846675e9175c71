import type { Font } from "harfbuzzjs";
import type { GlyphCode } from "./glyph-code.ts";
import { mappableText } from "./to-unicode.ts";

export interface ClusterGlyph {
  readonly glyph: number;
  readonly code: GlyphCode;
}

/**
 * Records what the glyphs of a cluster stand for. A single glyph gets all of the text. Of several, those that the font
 * has for a character of the text get that character, and the first of the others gets what remains.
 */
export function noteText(cluster: readonly ClusterGlyph[], clusterText: string, font: Font): void {
  const text = mappableText(clusterText);
  const [first, second] = cluster;
  if (first === undefined || text === "") {
    return;
  }
  if (second === undefined) {
    first.code.text ??= text;
    return;
  }
  const rest = Array.from(text);
  const others = cluster.filter(({ glyph, code }) => {
    const place = rest.findIndex((character) => font.nominalGlyph(character.codePointAt(0) ?? 0) === glyph);
    if (place !== -1) {
      code.text ??= rest.splice(place, 1)[0];
    }
    return place === -1;
  });
  const remaining = others[0]?.code;
  if (remaining !== undefined && rest.length > 0) {
    remaining.part ??= rest.join("");
  }
}
