import type { PageContent } from "@quire/layout";
import { flattenText } from "./annotation-text.ts";
import { type Bitmap, LOAD_ERRORS, type PageSize, type PdfiumBinding } from "./binding/binding.ts";
import type { DocumentHandle, FormHandle, PageHandle } from "./binding/handles.ts";
import { loadWithLineAnnotations } from "./drawing/line-annotations.ts";
import { PdfiumLoadError } from "./load-error.ts";
import { type PaintedPage, paintedPage } from "./painted/painted-page.ts";
import { type ReadPageOptions, readPageContent, readPageImages, readPageLinks, unmappedShare } from "./text/page.ts";

/** A PDF file that PDFium holds open. Its actions and scripts are never run. */
export class PdfiumDocument implements Disposable {
  /** The number of pages that the page tree states; a damaged one may count pages that are not there. */
  readonly pages: number;
  readonly isEncrypted: boolean;
  readonly #binding: PdfiumBinding;
  readonly #handle: DocumentHandle;
  #form: FormHandle | null | undefined;
  /** The page whose painting was read last: while it is loaded, so are its fonts, which the next one mostly shares. */
  #painted: PageHandle | undefined;

  private constructor(binding: PdfiumBinding, handle: DocumentHandle) {
    this.#binding = binding;
    this.#handle = handle;
    this.pages = binding.getPageCount(handle);
    this.isEncrypted = binding.getSecurityHandlerRevision(handle) !== -1;
  }

  /**
   * Opens the file at `path`. `password`, which ends with a NUL byte, is the user or the owner password; it does not
   * matter for a document that is not encrypted.
   * @throws PdfiumLoadError
   */
  static open(binding: PdfiumBinding, { path, password }: { path: string; password: Uint8Array }): PdfiumDocument {
    const handle = binding.loadDocument(path, password);
    if (handle === null) {
      throw new PdfiumLoadError(reasonOf(binding.getLastError()));
    }
    return new PdfiumDocument(binding, handle);
  }

  hasPage(page: number): boolean {
    return this.#binding.getPageSizeByIndex(this.#handle, page - 1) !== null;
  }

  /** Returns the size of a page; null when the page cannot be loaded, or has no size that could be drawn. */
  pageSize(page: number): PageSize | null {
    const size = this.#binding.getPageSizeByIndex(this.#handle, page - 1);
    return size !== null && isLength(size.widthPt) && isLength(size.heightPt)
      ? { widthPt: decimal(size.widthPt), heightPt: decimal(size.heightPt) }
      : null;
  }

  /**
   * Draws a page over the whole of `bitmap`, on top of what is there: content, annotations, form fields. A page that
   * cannot be loaded is drawn as an empty one, and broken content as far as it goes; other viewers do the same.
   */
  draw(page: number, bitmap: Bitmap): void {
    const loaded = this.#binding.loadPage(this.#handle, page - 1);
    if (loaded === null) {
      return;
    }
    try {
      this.#drawLoaded(loaded, bitmap);
    } finally {
      this.#binding.closePage(loaded);
    }
  }

  #drawLoaded(loaded: PageHandle, bitmap: Bitmap): void {
    const binding = this.#binding;
    const target = binding.createBitmap(bitmap);
    try {
      const form = this.#formFillEnvironment();
      if (form !== null) {
        this.#loadAnnotations(loaded, form);
      }
      binding.renderPage(target, loaded, bitmap);
      if (form !== null) {
        binding.drawForm(form, target, loaded, bitmap);
        binding.formOnBeforeClosePage(loaded, form);
      }
    } finally {
      binding.destroyBitmap(target);
    }
  }

  /**
   * Returns what the text of a page paints, with a way to draw the page without it; null when the page cannot be
   * loaded. It can be used until the next call. The document has to be a copy whose fonts have the maps of
   * painted/codes.ts.
   */
  painted(options: Pick<ReadPageOptions, "page" | "userUnit">): PaintedPage | null {
    const { page: functions } = this.#binding;
    const before = this.#painted;
    let loaded = this.#binding.loadPage(this.#handle, options.page - 1);
    if (loaded !== null && flattenText(functions, functions.addressOf(loaded))) {
      this.#binding.closePage(loaded);
      loaded = this.#binding.loadPage(this.#handle, options.page - 1);
    }
    this.#painted = loaded ?? undefined;
    if (before !== undefined) {
      this.#binding.closePage(before);
    }
    if (loaded === null) {
      return null;
    }
    const page = loaded;
    return paintedPage(functions, { page: functions.addressOf(page), userUnit: options.userUnit }, (bitmap) =>
      this.#drawLoaded(page, bitmap),
    );
  }

  /** Returns the text, lines, shapes, images and, unless they are not wanted, links of a page; null when it cannot be loaded. */
  content(options: ReadPageOptions): PageContent | null {
    const { page: functions } = this.#binding;
    const document = functions.addressOf(this.#handle);
    const read = (page: number, links: PageContent["links"]) => readPageContent(functions, { page, links }, options);
    const first = this.#loaded(options.page, (page) => {
      const links = options.hasLinks === false ? [] : readPageLinks(functions, { document, page }, options);
      // Links are annotations, too: they are gone once the appearances of annotations have become content.
      return flattenText(functions, page) ? { links } : { links, content: read(page, links) };
    });
    if (first === null) {
      return null;
    }
    const { links } = first;
    return first.content ?? this.#loaded(options.page, (page) => read(page, links));
  }

  /** Returns the size and the images of a page; null when it cannot be loaded. */
  images(
    options: Pick<ReadPageOptions, "page" | "userUnit">,
  ): Pick<PageContent, "widthPt" | "heightPt" | "images"> | null {
    return this.#loaded(options.page, (page) => readPageImages(this.#binding.page, page, options));
  }

  /** Returns the share of a page's characters without a Unicode value, by a sample; null when it cannot be loaded. */
  unmappedShare(page: number): number | null {
    return this.#loaded(page, (loaded) => unmappedShare(this.#binding.page, loaded));
  }

  #loaded<Result>(page: number, read: (address: number) => Result): Result | null {
    const binding = this.#binding;
    const loaded = binding.loadPage(this.#handle, page - 1);
    if (loaded === null) {
      return null;
    }
    try {
      return read(binding.page.addressOf(loaded));
    } finally {
      binding.closePage(loaded);
    }
  }

  [Symbol.dispose](): void {
    if (this.#painted !== undefined) {
      this.#binding.closePage(this.#painted);
    }
    if (this.#form !== undefined && this.#form !== null) {
      this.#binding.exitFormFillEnvironment(this.#form);
    }
    this.#binding.closeDocument(this.#handle);
  }

  #loadAnnotations(page: PageHandle, form: FormHandle): void {
    const binding = this.#binding;
    const load = (): void => binding.formOnAfterLoadPage(page, form);
    if (binding.annotations === null) {
      load();
    } else {
      loadWithLineAnnotations(binding.annotations, page, load);
    }
  }

  #formFillEnvironment(): FormHandle | null {
    this.#form ??= this.#binding.initFormFillEnvironment(this.#handle);
    return this.#form;
  }
}

function reasonOf(error: number): PdfiumLoadError["reason"] {
  switch (error) {
    case LOAD_ERRORS.password:
      return "password";
    case LOAD_ERRORS.security:
      return "security";
    default:
      return "damaged";
  }
}

function isLength(value: number): boolean {
  return value > 0 && Number.isFinite(value);
}

/**
 * Rounds a number to seven digits. PDFium computes in single precision; seven digits bring back the number that the
 * document has: 612.24, not 612.23999.
 */
function decimal(value: number): number {
  return Number(value.toPrecision(7));
}
