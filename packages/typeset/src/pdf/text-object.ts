import type { GlyphCode } from "./glyph-code.ts";
import { pdfNumber } from "./pdf-number.ts";
import { utf16Hex } from "./to-unicode.ts";

/**
 * A text object (ISO 32000-2, 9.4) that is being written. Glyphs are put at places, in points; where these do not
 * follow from the widths of the glyphs before, an adjustment is written.
 */
export class TextObject {
  readonly #sizePt: number;
  readonly #operations: string[] = ["BT"];
  /** The operand of the next TJ: strings of codes and adjustments. The last string may be open. */
  #shown = "";
  #isStringOpen = false;
  #font = "";
  #risePt = 0;
  /** The start of the line; `#penPt` is where the next glyph would be. */
  #lineX = 0;
  #lineY = 0;
  #penPt = 0;

  constructor(sizePt: number) {
    this.#sizePt = sizePt;
  }

  startLine(xPt: number, yPt: number): void {
    this.#endShowing();
    // The offset is relative to the start of the previous line, as it was written.
    const x = pdfNumber(xPt - this.#lineX);
    const y = pdfNumber(yPt - this.#lineY);
    this.#operations.push(`${x} ${y} Td`);
    this.#lineX += Number(x);
    this.#lineY += Number(y);
    this.#penPt = this.#lineX;
  }

  /** Shows a glyph at `xPt`, `risePt` above the baseline. */
  showGlyph(code: GlyphCode, xPt: number, risePt: number): void {
    const rise = pdfNumber(risePt);
    if (code.font !== this.#font || Number(rise) !== this.#risePt) {
      this.#endShowing();
      this.#setState(code.font, rise);
    }
    const adjustment = Math.round(((this.#penPt - xPt) * 1000) / this.#sizePt);
    if (adjustment !== 0) {
      this.#shown += this.#isStringOpen ? `>${adjustment}<` : `${adjustment}<`;
      this.#penPt -= (adjustment * this.#sizePt) / 1000;
    } else if (!this.#isStringOpen) {
      this.#shown += "<";
    }
    this.#isStringOpen = true;
    this.#shown += code.code;
    this.#penPt += (code.width * this.#sizePt) / 1000;
  }

  /** Begins a span for which `text` stands (14.9.4); `endActualText` ends it. */
  beginActualText(text: string): void {
    this.#endShowing();
    this.#operations.push(`/Span<</ActualText<FEFF${utf16Hex(text)}>>>BDC`);
  }

  endActualText(): void {
    this.#endShowing();
    this.#operations.push("EMC");
  }

  finish(): Uint8Array {
    this.#endShowing();
    this.#operations.push("ET\n");
    return Buffer.from(this.#operations.join("\n"), "latin1");
  }

  #setState(font: string, rise: string): void {
    if (font !== this.#font) {
      this.#operations.push(`/${font} ${pdfNumber(this.#sizePt)} Tf`);
      this.#font = font;
    }
    if (Number(rise) !== this.#risePt) {
      this.#operations.push(`${rise} Ts`);
      this.#risePt = Number(rise);
    }
  }

  #endShowing(): void {
    if (this.#shown !== "") {
      this.#operations.push(`[${this.#shown}>]TJ`);
      this.#shown = "";
      this.#isStringOpen = false;
    }
  }
}
