import type { DocumentContent, PageContent } from "@quire/layout";
import { Failure } from "../../kernel/failure.ts";
import { withFailures } from "../cos/open-document.ts";
import { openReadable } from "../cos/readable-document.ts";
import type { PdfiumBinding } from "../pdfium/binding.ts";
import { type OpenDocument, openDocument } from "../pdfium/opening.ts";
import { emptyArrays, finished } from "../pdfium/text-arrays.ts";
import { type ReadDocument, readDocument } from "./read-document.ts";
import { FORM_CONTENT } from "./structure.ts";

export interface TextOpening {
  readonly input: string;
  /** Undefined: none was given. */
  readonly password: string | undefined;
  /** Takes repaired copies of damaged documents while they are being read. */
  readonly scratchDirectory: string;
  /** How long it may take to read what the document says of itself. */
  readonly timeoutMs: number;
}

/** A document whose pages can be read: their content by PDFium, all else by our own object layer. */
export class TextDocument implements Disposable {
  /** What the document says of itself. */
  readonly content: DocumentContent;
  readonly #open: OpenDocument;
  readonly #said: ReadDocument | undefined;

  private constructor(open: OpenDocument, said: ReadDocument | undefined) {
    this.#open = open;
    this.#said = said;
    this.content = { ...(said?.content ?? NOTHING_SAID), pageCount: open.document.pages };
  }

  /** @throws Failure `pdf_encrypted`, `wrong_password`, `invalid_pdf`, `document_too_complex` */
  static open(binding: PdfiumBinding, opening: TextOpening): TextDocument {
    const open = openDocument(binding, opening);
    try {
      return new TextDocument(open, readWhatItSays(opening));
    } catch (error) {
      open[Symbol.dispose]();
      throw error;
    }
  }

  /** What a page holds, from 1; nothing where the page cannot be loaded. */
  readPage(page: number): PageContent {
    const own = this.#said?.pages.get(page);
    const options = {
      page,
      userUnit: own?.userUnit ?? 1,
      formContent: this.#said?.pagesWithForms.has(page) === true ? FORM_CONTENT : 0,
    };
    return this.#open.document.content(options) ?? emptyPage(page, own);
  }

  [Symbol.dispose](): void {
    this.#open[Symbol.dispose]();
  }
}

/** Undefined for a document that PDFium reads and our own object layer does not. */
function readWhatItSays(opening: TextOpening): ReadDocument | undefined {
  try {
    const { document } = openReadable(opening);
    return withFailures(() => readDocument(document));
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
