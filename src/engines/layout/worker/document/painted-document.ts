import { truncateSync } from "node:fs";
import { CosError, type CosDocument } from "@quire/cos";
import { Failure } from "../../../../kernel/failure.ts";
import { openReadable } from "../../../cos/worker/readable-document.ts";
import { scratchFile } from "../../../pool/scratch-file.ts";
import type { PdfiumBinding } from "../../../pdfium/worker/binding/binding.ts";
import { type OpenDocument, openDocument } from "../../../pdfium/worker/opening.ts";
import type { PaintedPage } from "../../../pdfium/worker/painted/painted-page.ts";
import { writeCodedCopy } from "./coded-copy.ts";
import { DocumentPages } from "./document-pages.ts";
import type { TextOpening } from "./text-document.ts";

/** A document whose pages are read as they are painted: glyphs with their outlines, and pictures without text. */
export class PaintedDocument implements Disposable {
  readonly #open: OpenDocument;
  readonly #copy: string | undefined;
  readonly #pages: DocumentPages | undefined;

  private constructor(open: OpenDocument, coded?: { readonly copy: string; readonly pages: DocumentPages }) {
    this.#open = open;
    this.#copy = coded?.copy;
    this.#pages = coded?.pages;
  }

  /**
   * Opens a copy of a document, of which `pages` are wanted. Where no copy can be made, the document itself is opened,
   * in which no font is known to have outlines.
   * @throws Failure `pdf_encrypted`, `wrong_password`, `invalid_pdf`, `document_too_complex`
   */
  static open(binding: PdfiumBinding, opening: TextOpening, pages: readonly number[]): PaintedDocument {
    const copy = scratchFile(opening.scratchDirectory, "pdf");
    const found = tryCopy(opening, pages, copy);
    if (found !== undefined) {
      try {
        return new PaintedDocument(openDocument(binding, { ...opening, input: copy }), { copy, pages: found });
      } catch (error) {
        if (!(error instanceof Failure)) {
          throw error;
        }
      }
    }
    return new PaintedDocument(openDocument(binding, opening));
  }

  /** Reads a page, counted from 1; undefined where it cannot be loaded. It can be used until the next one is read. */
  read(page: number): PaintedPage | undefined {
    const userUnit = this.#pages?.get(page)?.userUnit ?? 1;
    return this.#open.document.painted({ page, userUnit }) ?? undefined;
  }

  [Symbol.dispose](): void {
    this.#open[Symbol.dispose]();
    if (this.#copy !== undefined) {
      // Its room is given back at once; its name stays until the end of the task.
      truncateSync(this.#copy);
    }
  }
}

/** Returns the pages of the document that was copied; undefined where it could not be. */
function tryCopy(opening: TextOpening, wanted: readonly number[], copy: string): DocumentPages | undefined {
  try {
    const { document } = openReadable(opening);
    return copied(document, wanted, copy);
  } catch (error) {
    if (error instanceof CosError || error instanceof Failure) {
      return undefined;
    }
    throw error;
  }
}

function copied(document: CosDocument, wanted: readonly number[], copy: string): DocumentPages {
  const pages = new DocumentPages(document);
  writeCodedCopy(
    document,
    wanted.flatMap((page) => pages.get(page) ?? []),
    copy,
  );
  return pages;
}
