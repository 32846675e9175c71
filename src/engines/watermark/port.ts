import type { Work } from "../../kernel/work.ts";

/** What a watermark says: its parts, one after the other. Lines end with line feeds. */
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

/** A strip of the page as it is seen; a line of text stands half way up, as a running footer. From the page's edges. */
export interface FooterStrip {
  readonly leftPt: number;
  readonly rightPt: number;
  readonly bottomPt: number;
  readonly heightPt: number;
  readonly align: "left" | "center" | "right";
}

export interface Watermark {
  readonly text: WatermarkText;
  /** Ascending, each once. */
  readonly pages: readonly number[];
  /** On the page as it is seen: CropBox and /Rotate applied. */
  readonly position: (typeof WATERMARK_POSITIONS)[number] | FooterStrip;
  /** Counter-clockwise, as the page is seen; absent: that of the position. */
  readonly rotationDegrees?: number | undefined;
  /** 0 to 1. */
  readonly opacity: number;
  readonly sizePt: number;
  /** sRGB, 0 to 255 each. */
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly layer: "over" | "under";
  /** Makes text smaller that is longer than the page. */
  readonly fit: boolean;
  /** Preferred where it has the characters. */
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
