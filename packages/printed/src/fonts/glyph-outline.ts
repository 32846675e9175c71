import { type Bounds, Lexer, Token } from "@quire/cos";
import type { Contour, ContourStep, WebGlyph } from "@quire/typeset/webfont";

/**
 * Reads the procedure of a glyph of a Type 3 font (ISO 32000-2, 9.6.4) that is one filled outline, as browsers write it.
 * Returns undefined for any other: one with colours, images or strokes.
 * @param scale the font matrix's factors from glyph space to ems
 */
export function glyphOutline(
  bytes: Uint8Array,
  scale: { readonly x: number; readonly y: number },
  bounds: Bounds,
): WebGlyph | undefined {
  const lexer = new Lexer(bytes);
  const contours: DrawnContour[] = [];
  let numbers: number[] = [];
  let advance: number | undefined;
  let isFilled = false;
  for (let kind = lexer.next(); kind !== Token.end; kind = lexer.next()) {
    if (kind === Token.integer || kind === Token.real) {
      numbers.push(lexer.number);
      continue;
    }
    bounds.step();
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers.map((value, index) =>
      index % 2 === 0 ? value * scale.x : value * scale.y,
    );
    const steps = contours.at(-1)?.steps;
    switch (kind === Token.keyword && !isFilled ? lexer.keyword : "") {
      case "d1":
        advance = a;
        break;
      case "m":
        contours.push({ startX: a, startY: b, steps: [] });
        break;
      case "l":
        steps?.push([a, b]);
        break;
      case "c":
        steps?.push([a, b, c, d, e, f]);
        break;
      case "v":
        steps?.push([...pointOf(contours.at(-1)), a, b, c, d]);
        break;
      case "y":
        steps?.push([a, b, c, d, c, d]);
        break;
      case "h":
        break;
      case "f":
        isFilled = true;
        break;
      default:
        return undefined;
    }
    numbers = [];
  }
  const isWhole = advance !== undefined && (isFilled || contours.length === 0);
  return isWhole ? { contours, advance: advance ?? 0 } : undefined;
}

interface DrawnContour extends Contour {
  readonly steps: ContourStep[];
}

/** Returns the point that a contour has come to. */
function pointOf(contour: DrawnContour | undefined): readonly [number, number] {
  const step = contour?.steps.at(-1);
  return [step?.at(-2) ?? contour?.startX ?? 0, step?.at(-1) ?? contour?.startY ?? 0];
}
