import { htmlToPdf } from "./html-to-pdf/html-to-pdf.ts";
import { merge } from "./merge/merge.ts";
import type { Operation } from "./operation.ts";
import { pdfImages } from "./pdf-images/pdf-images.ts";
import { pdfToImage } from "./pdf-to-image/pdf-to-image.ts";
import { removePassword } from "./remove-password/remove-password.ts";
import { split } from "./split/split.ts";
import { watermark } from "./watermark/watermark.ts";

/** Every operation of the service: its API surface. */
export const operations: readonly Operation[] = [
  htmlToPdf,
  pdfToImage,
  pdfImages,
  merge,
  split,
  watermark,
  removePassword,
];
