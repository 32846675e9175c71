import type { Work } from "../../kernel/work.ts";

/** The text of a watermark: its parts, one after the other. Lines end with line feeds. */
export type WatermarkText = readonly (string | { readonly variable: "page" })[];

export const WATERMARK_POSITIONS = [
  "diagonal",
  "center",
  "top",
  "bottom",
  "top-left",
  "top-right",
  "bottom-left",
  "bottom-right",
] as const;

/**
 * A strip of the page as it is seen, measured from the page's edges; a line of text stands half way up, as a running
 * footer.
 */
export interface FooterStrip {
  readonly leftPt: number;
  readonly rightPt: number;
  readonly bottomPt: number;
  readonly heightPt: number;
  readonly align: "left" | "center" | "right";
}

export interface Watermark {
  readonly text: WatermarkText;
  /** The page numbers, ascending, each once. */
  readonly pages: readonly number[];
  /** The position on the page as it is seen: CropBox and /Rotate applied. */
  readonly position: (typeof WATERMARK_POSITIONS)[number] | FooterStrip;
  /** The rotation, counter-clockwise as the page is seen; if absent, that of the position. */
  readonly rotationDegrees?: number | undefined;
  /** The opacity, 0 to 1. */
  readonly opacity: number;
  readonly sizePt: number;
  /** The colour in sRGB, 0 to 255 each. */
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly layer: "over" | "under";
  /** Whether to make text smaller that is longer than the page. */
  readonly fit: boolean;
  /** The font family that is preferred where it has the characters. */
  readonly fontFamily?: string | undefined;
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
