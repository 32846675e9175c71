import type { WatermarkOptions, WatermarkStrip } from "@quire/watermark/options";
import type { Work } from "../../kernel/timing/work.ts";

export { WATERMARK_LAYERS, WATERMARK_POSITIONS } from "@quire/watermark/options";

/** A strip of the page as it is seen; a line of text stands half way up, as a running footer. */
export type FooterStrip = WatermarkStrip;

/** The text of a watermark: its parts, one after the other. Lines end with line feeds. */
export type WatermarkText = readonly (string | { readonly variable: "page" })[];

export interface Watermark extends WatermarkOptions {
  readonly text: WatermarkText;
}

export interface Watermarker {
  /**
   * Writes the document at `input` with a watermark on its pages to `output`, protected as `input` is. `warnings` are
   * codes.
   * @throws Failure `document_too_complex` also when the result would be larger than `maxBytes`
   */
  apply(
    job: Watermark & { input: string; password?: string | undefined; output: string; maxBytes: number } & Work,
  ): Promise<{ readonly warnings: readonly string[] }>;
}
