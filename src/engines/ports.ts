import type { Permission } from "../kernel/permissions.ts";
import type { Work } from "../kernel/work.ts";
import type { Composer } from "./composing.ts";
import type { Extractor } from "./extraction.ts";
import type { Finisher, Printer } from "./printing.ts";
import type { Recognizer } from "./recognition.ts";
import type { Validator } from "./validation.ts";
import type { Transcriber } from "./vision.ts";

/** Settings that the platform reads for an engine. */
export type { VisionSettings } from "./vision/settings.ts";

/*
 * What the service asks of its engines, in the words of documents. Paths are server-made; page numbers start at 1; every
 * call throws `Failure` for what a caller can act on: `invalid_pdf`, `pdf_encrypted` (a password is needed, or the
 * document is encrypted for a certificate), `wrong_password`, `document_too_complex` (time, memory or a second crash).
 * `password` is the caller's text, not yet normalised; absent means the empty password.
 */

export interface PdfFacts {
  readonly pages: number;
  /**
   * `none`: not encrypted. `owner`: opens with the empty user password, an owner password restricts what may be done.
   * `user`: needs a password, which was given.
   */
  readonly protection: "none" | "owner" | "user";
  /** The file could only be read after a repair. */
  readonly repaired: boolean;
  /** The first page as a viewer shows it (CropBox, /Rotate applied); null when it cannot be loaded. */
  readonly firstPage: { readonly widthPt: number; readonly heightPt: number } | null;
}

export interface DocumentFacts {
  /** Opens the PDF at `input` and says what it is. */
  inspect(job: { input: string; password?: string | undefined } & Work): Promise<PdfFacts>;
  /**
   * The pages that the named destinations of a printed document lead to, by the `id` of the element that each was made
   * of. The first 10,000.
   */
  destinations(job: { input: string } & Work): Promise<ReadonlyMap<string, number>>;
}

/** `pgm`: eight bits of grey for each pixel, without compression (Netpbm `P5`), for other engines to read. */
export type ImageFormat = "png" | "jpeg" | "webp" | "pgm";

/**
 * `resolution`: pixels = round(points / 72 * dpi); with `fits`, a page that would have too many pixels is drawn at the
 * highest whole dpi that has not. `pixels`: one side keeps the aspect ratio, both are taken exactly.
 */
export type ImageSize =
  | { readonly kind: "resolution"; readonly dpi: number; readonly fits?: boolean | undefined }
  | { readonly kind: "pixels"; readonly widthPx?: number | undefined; readonly heightPx?: number | undefined };

export interface ImageEncoding {
  readonly format: ImageFormat;
  /** 1 to 100, JPEG and WebP. */
  readonly quality: number;
  /** Leaves the page's background transparent; PNG only. */
  readonly transparent: boolean;
}

export interface PageImage {
  readonly page: number;
  readonly path: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Dots per inch of page, in the horizontal where the two differ. */
  readonly dpi: number;
  readonly sizeBytes: number;
}

export interface Rasterizer {
  /**
   * Renders `pages` of one document in the order given, each as soon as it is done: the visible area (CropBox), /Rotate
   * applied, annotations and form values drawn. Images are written to `outputDirectory` as `page_<n>.<format>`.
   * @throws Failure `image_too_large`, before anything is drawn, when a page would have more than `maxPixels` pixels or
   * a side that the format cannot hold.
   */
  render(
    job: {
      input: string;
      password?: string | undefined;
      pages: readonly number[];
      size: ImageSize;
      encoding: ImageEncoding;
      maxPixels: number;
      outputDirectory: string;
    } & Work,
  ): AsyncIterable<PageImage>;
}

export interface NewProtection {
  readonly userPassword: string;
  readonly ownerPassword: string;
  /** What the user password allows. Access for accessibility is always allowed. */
  readonly permissions: readonly Permission[];
}

export interface Encryption {
  /**
   * Writes `input` to `output`: unprotected or, with `protection`, encrypted anew (AES-256, revision 6).
   * A document that was not encrypted and stays so is copied byte for byte.
   */
  change(
    job: { input: string; output: string; password: string; protection?: NewProtection | undefined } & Work,
  ): Promise<{ readonly wasEncrypted: boolean }>;
}

export interface Repair {
  /** Rewrites what can be read of `input`, unprotected, to `output`; `warnings` say what was mended. */
  rewrite(
    job: { input: string; output: string; password?: string | undefined } & Work,
  ): Promise<{ readonly warnings: readonly string[] }>;
}

export interface MergeSource {
  readonly input: string;
  readonly password?: string | undefined;
  /** For people: the name of the file, without its extension. */
  readonly title: string;
  /** In the order of the result; a page may be there several times. Absent: all. */
  readonly pages?: readonly number[] | undefined;
}

/** Document information that takes the place of the first document's; an empty text leaves an entry out. */
type DocumentInformation = Readonly<Partial<Record<"title" | "author" | "subject" | "keywords", string>>>;

/** The pages of one of several parts, in the order of the part; a page may be there several times. */
interface SplitPart {
  readonly pages: readonly number[];
}

export interface WrittenPart {
  /** The part's place in the list, from 0. */
  readonly index: number;
  readonly path: string;
  readonly sizeBytes: number;
  /** The codes of what could not be taken along. */
  readonly warnings: readonly string[];
}

/** What could not be taken along from one of several sources. */
interface SourceWarning {
  readonly code: string;
  /** The source's place in the list, from 0. */
  readonly source: number;
}

export interface Assembler {
  /**
   * Writes all pages of `sources`, in their order, to `output` as one unprotected document, with what belongs to them:
   * outlines (`files`: one entry for each source, by its title), destinations, forms, structure, labels, attachments,
   * layers.
   * @throws Failure of a source, with its place in the list, from 0, as the fact `source`; `document_too_complex` when
   * the result would be larger than `maxBytes`
   */
  merge(
    job: {
      sources: readonly MergeSource[];
      bookmarks: "keep" | "files" | "none";
      information: DocumentInformation;
      maxBytes: number;
      output: string;
    } & Work,
  ): Promise<{ readonly warnings: readonly SourceWarning[] }>;
  /**
   * Writes each of `parts` as a document of its own with what concerns its pages, protected as `input` is. Parts come in
   * their order, each as soon as it is done, as files in `outputDirectory`, none larger than `maxBytes`.
   */
  split(
    job: {
      input: string;
      password?: string | undefined;
      parts: readonly SplitPart[];
      maxBytes: number;
      outputDirectory: string;
    } & Work,
  ): AsyncIterable<WrittenPart>;
  /** What the outermost entries of the outline divide the document into: the first page of each, ascending, each once. */
  outlineStarts(
    job: { input: string; password?: string | undefined } & Work,
  ): Promise<readonly { readonly page: number; readonly title: string }[]>;
}

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

export interface ExtractedImage {
  /** The first page that has it. */
  readonly page: number;
  /** Its place among the images of that page, from 1. */
  readonly number: number;
  /** Another picture that belongs to it, by its own file: the soft mask of a JPEG that is given byte for byte. */
  readonly role: "image" | "mask";
  readonly extension: "jpg" | "jp2" | "png";
  readonly path: string;
  readonly sizeBytes: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** An image that could not be given as a file. */
export interface LostImage {
  readonly page: number;
  readonly number: number;
  readonly reason: string;
}

export interface ImageExtractor {
  /**
   * Gives the images of `pages` in the order of the pages, and on a page in the order in which it has them. `original`:
   * JPEG and JPEG 2000 byte for byte, everything else as PNG. `dedupe`: an image that comes again is given once.
   */
  extract(
    job: {
      input: string;
      password?: string | undefined;
      pages: readonly number[];
      format: "original" | "png" | "jpeg";
      minWidthPx: number;
      minHeightPx: number;
      dedupe: boolean;
      maxPixels: number;
      outputDirectory: string;
    } & Work,
  ): AsyncIterable<ExtractedImage | LostImage>;
}

/** A file that was in an archive. */
export interface UnpackedFile {
  /** Relative path: in NFC, `/` between its parts, none of them empty, `.` or `..`. */
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
}

export interface Unpacker {
  /**
   * Gives the files of a ZIP archive, in its order, in `outputDirectory` under names of the engine's own.
   * @throws Failure `unsupported_file_type` (what is no archive, is damaged or encrypted, or has a file whose name leads
   * elsewhere or comes twice, or a link), `document_too_complex` (more than `maxFiles` entries, or more than `maxBytes`
   * in all files together)
   */
  unpack(
    job: { input: string; maxFiles: number; maxBytes: number; outputDirectory: string } & Work,
  ): AsyncIterable<UnpackedFile>;
}

/** The state of an engine for health and `quire doctor`. */
export interface EngineState {
  readonly name: string;
  /** `off`: it has not been set up, and nothing is wrong with that. */
  readonly state: "ready" | "degraded" | "unavailable" | "off";
  readonly detail: string;
}

export interface Engines {
  readonly facts: DocumentFacts;
  readonly rasterizer: Rasterizer;
  readonly encryption: Encryption;
  readonly repair: Repair;
  readonly assembler: Assembler;
  readonly images: ImageExtractor;
  readonly watermarker: Watermarker;
  readonly unpacker: Unpacker;
  readonly composer: Composer;
  readonly printer: Printer;
  readonly finisher: Finisher;
  readonly validator: Validator;
  readonly recognizer: Recognizer;
  readonly transcriber: Transcriber;
  readonly extractor: Extractor;
}
