import type { DocumentContent, PageContent } from "@quire/layout";
import { Failure } from "../../../../kernel/failure.ts";
import { withFailures } from "../../../cos/worker/open-document.ts";
import { openReadable } from "../../../cos/worker/readable-document.ts";
import type { PdfiumBinding } from "../../../pdfium/worker/binding/binding.ts";
import { type RenderedPage, renderPages } from "../../../pdfium/worker/drawing/render.ts";
import { type OpenDocument, openDocument } from "../../../pdfium/worker/opening.ts";
import { emptyArrays, finished } from "../../../pdfium/worker/text/arrays.ts";
import type { DocumentProperties } from "../../port.ts";
import { FontTexts } from "./font-texts.ts";
import { ImageResources } from "./image-resources.ts";
import { readProperties } from "./properties.ts";
import { type ReadDocument, readDocument } from "./read-document.ts";
import { FORM_CONTENT } from "./structure.ts";

export interface TextOpening {
  readonly input: string;
  /** The password; undefined when none was given. */
  readonly password: string | undefined;
  /** The directory for repaired copies of damaged documents while they are being read. */
  readonly scratchDirectory: string;
  /** The time that reading the document's structure and properties may take. */
  readonly timeoutMs: number;
  /** Whether structure tags and outline are wanted; otherwise they are treated as missing. */
  readonly hasStructure?: boolean;
}

/** A document whose pages can be read: their content by PDFium, everything else by the object layer of packages/cos. */
export class TextDocument implements Disposable {
  /** The title, structure and outline of the document. */
  readonly content: DocumentContent;
  readonly properties: DocumentProperties;
  readonly #open: OpenDocument;
  readonly #said: Said | undefined;
  readonly #images = new ImageResources();

  private constructor(open: OpenDocument, said: Said | undefined) {
    this.#open = open;
    this.#said = said;
    this.properties = said?.properties ?? NO_PROPERTIES;
    this.content = { ...(said?.content ?? NOTHING_SAID), pageCount: open.document.pages };
  }

  /**
   * Opens a document.
   * @throws Failure `pdf_encrypted`, `wrong_password`, `invalid_pdf`, `document_too_complex`
   */
  static open(binding: PdfiumBinding, opening: TextOpening): TextDocument {
    const open = openDocument(binding, opening);
    try {
      return new TextDocument(open, readWhatItSays(opening));
    } catch (error) {
      open[Symbol.dispose]();
      throw error;
    }
  }

  /**
   * Returns the content of a page, counted from 1; an empty page where it cannot be loaded. With `hasInk` it has what
   * each glyph draws; with `hasLinks` false it has no links.
   */
  readPage(page: number, { hasInk = false, hasLinks = true }: Partial<PageWishes> = {}): PageContent {
    const own = this.#said?.pages.get(page);
    const options = {
      page,
      userUnit: own?.userUnit ?? 1,
      formContent: this.#said?.pagesWithForms.has(page) === true ? FORM_CONTENT : 0,
      findFontText: own && this.#said?.fonts.of(own),
      hasInk,
      hasLinks,
    };
    return this.#open.document.content(options) ?? emptyPage(page, own);
  }

  /** Returns whether a page can be an image, by what is known of it without loading it. */
  mayBeImage(page: number): boolean {
    const own = this.#said?.pages.get(page);
    return own === undefined || this.#images.mayBeImage(own);
  }

  /** Returns the size and the images of a page, counted from 1; undefined where it cannot be loaded. */
  readImages(page: number): Pick<PageContent, "widthPt" | "heightPt" | "images"> | undefined {
    const userUnit = this.#said?.pages.get(page)?.userUnit ?? 1;
    return this.#open.document.images({ page, userUnit }) ?? undefined;
  }

  /** Returns whether a page can have characters without a Unicode value, by what is known of it without loading it. */
  mayLackText(page: number): boolean {
    const own = this.#said?.pages.get(page);
    return own === undefined || this.#said?.fonts.tellAllTextOf(own) !== true;
  }

  /**
   * Returns the share of a page's characters that have no Unicode value, by a sample that includes those nobody sees; 0
   * where the page cannot be loaded.
   */
  unmappedShare(page: number): number {
    return this.#open.document.unmappedShare(page) ?? 0;
  }

  /** Draws a page as a PNG in `outputDirectory`; yields nothing for one that cannot be drawn. */
  async *draw(
    { page, dpi, maxPixels }: { readonly page: number; readonly dpi: number; readonly maxPixels: number },
    outputDirectory: string,
  ): AsyncGenerator<RenderedPage, void, undefined> {
    const encoding = { format: "png", quality: 100, transparent: false } as const;
    const size = { kind: "resolution", dpi, fits: true } as const;
    try {
      yield* renderPages(this.#open.document, { pages: [page], size, encoding, maxPixels }, outputDirectory);
    } catch (error) {
      if (!(error instanceof Failure)) {
        throw error;
      }
    }
  }

  [Symbol.dispose](): void {
    this.#open[Symbol.dispose]();
  }
}

/** The parts of a page's content that take time of their own. */
export interface PageWishes {
  readonly hasInk: boolean;
  readonly hasLinks: boolean;
}

interface Said extends ReadDocument {
  readonly properties: DocumentProperties;
  readonly fonts: FontTexts;
}

const NO_PROPERTIES: DocumentProperties = {
  title: null,
  author: null,
  subject: null,
  keywords: null,
  creator: null,
  producer: null,
  created: null,
  modified: null,
};

/**
 * Reads structure and properties; returns undefined for a document that PDFium reads and the object layer of
 * packages/cos does not.
 */
function readWhatItSays(opening: TextOpening): Said | undefined {
  try {
    const { document } = openReadable(opening);
    return withFailures(() => ({
      ...readDocument(document, { hasStructure: opening.hasStructure ?? true }),
      properties: readProperties(document),
      fonts: new FontTexts(document),
    }));
  } catch (error) {
    if (error instanceof Failure && error.code === "invalid_pdf") {
      return undefined;
    }
    throw error;
  }
}

const NOTHING_SAID: Omit<DocumentContent, "pageCount"> = {
  title: undefined,
  lang: undefined,
  isTagged: false,
  structure: [],
  outline: [],
};

function emptyPage(page: number, size: { widthPt: number; heightPt: number } | undefined): PageContent {
  return {
    page,
    widthPt: size?.widthPt ?? 0,
    heightPt: size?.heightPt ?? 0,
    fonts: [],
    glyphs: finished(emptyArrays(0)),
    rules: [],
    shapes: [],
    images: [],
    links: [],
  };
}
