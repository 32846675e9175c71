import type { Permission } from "../kernel/permissions.ts";
import type { Work } from "../kernel/work.ts";

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
}

export type ImageFormat = "png" | "jpeg" | "webp";

/** `resolution`: pixels = round(points / 72 * dpi). `pixels`: one side keeps the aspect ratio, both are taken exactly. */
export type ImageSize =
  | { readonly kind: "resolution"; readonly dpi: number }
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

/** The state of an engine for health and `quire doctor`. */
export interface EngineState {
  readonly name: string;
  readonly state: "ready" | "degraded" | "unavailable";
  readonly detail: string;
}

export interface Engines {
  readonly facts: DocumentFacts;
  readonly rasterizer: Rasterizer;
  readonly encryption: Encryption;
  readonly repair: Repair;
}
