import { fromTemplate } from "./from-template/from-template.ts";
import { htmlToPdf } from "./html-to-pdf/html-to-pdf.ts";
import { imagesToPdf } from "./images-to-pdf/images-to-pdf.ts";
import { info } from "./info/info.ts";
import { jsonToPdf } from "./json-to-pdf/json-to-pdf.ts";
import { markdownToPdf } from "./markdown-to-pdf/markdown-to-pdf.ts";
import { merge } from "./merge/merge.ts";
import { ocrAdvanced, ocrSimple } from "./ocr/ocr.ts";
import { ocrVision } from "./ocr/vision/vision.ts";
import { metadata } from "./metadata/metadata.ts";
import type { Operation } from "./operation.ts";
import { pages } from "./pages/pages.ts";
import { pdfImages } from "./pdf-images/pdf-images.ts";
import { pdfToHtml } from "./pdf-to-html/pdf-to-html.ts";
import { pdfToImage } from "./pdf-to-image/pdf-to-image.ts";
import { pdfToMarkdown } from "./pdf-to-markdown/pdf-to-markdown.ts";
import { pdfToPdfa } from "./pdf-to-pdfa/pdf-to-pdfa.ts";
import { pdfToText } from "./pdf-to-text/pdf-to-text.ts";
import { removePassword } from "./remove-password/remove-password.ts";
import { split } from "./split/split.ts";
import { textToPdf } from "./text-to-pdf/text-to-pdf.ts";
import { validatePdfa } from "./validate-pdfa/validate-pdfa.ts";
import { watermark } from "./watermark/watermark.ts";

/** Every operation of the service: its API surface. */
export const operations: readonly Operation[] = [
  htmlToPdf,
  textToPdf,
  markdownToPdf,
  jsonToPdf,
  imagesToPdf,
  fromTemplate,
  pdfToText,
  pdfToHtml,
  pdfToMarkdown,
  pdfToImage,
  pdfToPdfa,
  pdfImages,
  merge,
  split,
  pages,
  watermark,
  removePassword,
  info,
  metadata,
  validatePdfa,
  ocrSimple,
  ocrAdvanced,
  ocrVision,
];
