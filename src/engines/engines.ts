import type { Unpacker } from "./archive/port.ts";
import type { Assembler } from "./assembly/port.ts";
import type { Printer } from "./chromium/port.ts";
import type { Converter } from "./conversion/port.ts";
import type { DocumentFacts } from "./cos/port.ts";
import type { Composer } from "./documents/port.ts";
import type { ImageDocuments } from "./image-pages/port.ts";
import type { ImageExtractor } from "./images/port.ts";
import type { Inspector } from "./inspection/port.ts";
import type { Extractor } from "./layout/port.ts";
import type { MetadataEditor } from "./metadata/port.ts";
import type { Validator } from "./pdfa/port.ts";
import type { PageComparer, Rasterizer } from "./pdfium/port.ts";
import type { PostProcessor } from "./printed/port.ts";
import type { Encryption, Repair } from "./qpdf/port.ts";
import type { ImageInspector, PagePictures, Recognizer } from "./tesseract/port.ts";
import type { Transcriber } from "./vision/port.ts";
import type { Watermarker } from "./watermark/port.ts";

/* The parts that the platform uses itself: facts of an uploaded document, and settings of engines. */
export type { DocumentFacts, PdfFacts } from "./cos/port.ts";
export type { TesseractChoice } from "./tesseract/library/find-tesseract.ts";
export type { VisionSettings } from "./vision/settings.ts";

/*
 * The service's interface to its engines, in terms of documents: each port is in the folder of its engine. Paths are
 * made by the server; page numbers start at 1; every call throws `Failure` for what a caller can act on: `invalid_pdf`,
 * `pdf_encrypted` (a password is needed, or the document is encrypted for a certificate), `wrong_password`,
 * `document_too_complex` (time, memory or a second crash). `password` is the caller's text, not yet normalised; absent
 * means the empty password.
 */

/** The state of an engine for health and `quire doctor`. */
export interface EngineState {
  readonly name: string;
  /** The state; `off` means that it has not been set up, which is no fault. */
  readonly state: "ready" | "degraded" | "unavailable" | "off";
  readonly detail: string;
}

export interface Engines {
  readonly facts: DocumentFacts;
  readonly rasterizer: Rasterizer;
  readonly pageComparer: PageComparer;
  readonly encryption: Encryption;
  readonly repair: Repair;
  readonly assembler: Assembler;
  readonly images: ImageExtractor;
  readonly watermarker: Watermarker;
  readonly unpacker: Unpacker;
  readonly composer: Composer;
  readonly printer: Printer;
  readonly postProcessor: PostProcessor;
  readonly validator: Validator;
  readonly converter: Converter;
  readonly inspector: Inspector;
  readonly metadataEditor: MetadataEditor;
  readonly recognizer: Recognizer;
  readonly pagePictures: PagePictures;
  readonly imageInspector: ImageInspector;
  readonly imageDocuments: ImageDocuments;
  readonly transcriber: Transcriber;
  readonly extractor: Extractor;
}
