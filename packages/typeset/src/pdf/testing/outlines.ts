import { hbFontOf } from "../../text/harfbuzz.ts";
import type { TypesetText } from "../../text/typeset.ts";

/**
 * Returns a content stream that fills the outlines of the glyphs as HarfBuzz has them, without any font of the
 * document.
 */
export function outlinesOf(text: TypesetText): string {
  const operations: string[] = [];
  for (const { baselinePt, runs } of text.lines) {
    for (const { face, xPt, glyphs } of runs) {
      const scale = text.sizePt / face.unitsPerEm;
      let penPt = xPt;
      for (const { glyph, advancePt, offsetXPt, offsetYPt } of glyphs) {
        const place = [penPt + offsetXPt, baselinePt + offsetYPt].map((value) => value.toFixed(4)).join(" ");
        operations.push(
          `q ${scale.toFixed(8)} 0 0 ${scale.toFixed(8)} ${place} cm`,
          outline(hbFontOf(face), glyph),
          "f Q",
        );
        penPt += advancePt;
      }
    }
  }
  return operations.join("\n");
}

function outline(font: ReturnType<typeof hbFontOf>, glyph: number): string {
  let [x, y] = [0, 0];
  return font
    .glyphToJson(glyph)
    .map(({ type, values }) => {
      const [a = 0, b = 0, c = 0, d = 0] = values;
      const [fromX, fromY] = [x, y];
      [x, y] = values.length === 0 ? [x, y] : [values.at(-2) ?? 0, values.at(-1) ?? 0];
      switch (type) {
        case "M":
          return `${a} ${b} m`;
        case "L":
          return `${a} ${b} l`;
        case "Q":
          // The same curve is written as a cubic one.
          return `${thirds(fromX, a)} ${thirds(fromY, b)} ${thirds(c, a)} ${thirds(d, b)} ${c} ${d} c`;
        case "C":
          return `${values.join(" ")} c`;
        default:
          return "h";
      }
    })
    .join("\n");
}

const thirds = (end: number, control: number): string => ((end + 2 * control) / 3).toFixed(3);
