import { Failure, PDF_WITHOUT_PAGES, UNREADABLE_PDF } from "../../../kernel/failure.ts";
import { rewriteByCos } from "../../cos/worker/rewrite.ts";
import { scratchFile } from "../../pool/scratch-file.ts";
import { passwordBytes } from "../../qpdf/worker/password-bytes.ts";
import { rewriteUnprotected } from "../../qpdf/worker/rewrite.ts";
import type { PdfiumBinding } from "./binding/binding.ts";
import { PdfiumDocument } from "./document.ts";
import { PdfiumLoadError } from "./load-error.ts";

/**
 * The document to open. `password` is undefined when none was given. `scratchDirectory` takes the repaired copy of a
 * damaged document.
 */
export interface Opening {
  readonly input: string;
  readonly password: string | undefined;
  readonly scratchDirectory: string;
  /** The last of the pages that are wanted, counted from 1; absent: all pages are. */
  readonly lastPage?: number | undefined;
}

export interface OpenDocument extends Disposable {
  readonly document: PdfiumDocument;
}

/**
 * Opens a document; one in which PDFium does not find all pages that are wanted is repaired first, once.
 * @throws Failure `pdf_encrypted`, `wrong_password`, `invalid_pdf`, `document_too_complex`
 */
export function openDocument(binding: PdfiumBinding, opening: Opening): OpenDocument {
  const original = openOriginal(binding, opening);
  if (original instanceof PdfiumLoadError) {
    return openInsteadOf(original, binding, opening);
  }
  return hasPages(original.document, opening) ? original : wholeOf(original, binding, opening);
}

/**
 * Opens the document as it is. The empty password is tried first: it opens every document that is not encrypted,
 * whatever password was given with it. A password that was given for an encrypted one still has to be correct.
 */
function openOriginal(binding: PdfiumBinding, { input, password }: Opening): OpenDocument | PdfiumLoadError {
  const free = attempt(binding, input, EMPTY_PASSWORD);
  if (free instanceof PdfiumLoadError && free.reason !== "password") {
    return free;
  }
  if (free instanceof PdfiumDocument) {
    if (!free.isEncrypted || password === undefined) {
      return asOpened(free);
    }
    free[Symbol.dispose]();
  }
  for (const bytes of password === undefined ? [] : passwordBytes(password)) {
    const document = attempt(binding, input, bytes);
    if (document instanceof PdfiumDocument) {
      return asOpened(document);
    }
  }
  return new PdfiumLoadError("password");
}

const EMPTY_PASSWORD = Uint8Array.of(0);

function attempt(binding: PdfiumBinding, path: string, password: Uint8Array): PdfiumDocument | PdfiumLoadError {
  try {
    return PdfiumDocument.open(binding, { path, password });
  } catch (error) {
    if (error instanceof PdfiumLoadError) {
      return error;
    }
    throw error;
  }
}

const asOpened = (document: PdfiumDocument): OpenDocument => ({
  document,
  [Symbol.dispose]: () => document[Symbol.dispose](),
});

/**
 * Returns whether the document has the pages that are wanted, of those that its page tree counts; it may not have all of
 * them. Looking up the last one shows it, and costs some 25 µs for each page before it, so that pages after it are not looked
 * for.
 */
function hasPages(document: PdfiumDocument, { lastPage = document.pages }: Opening): boolean {
  return document.pages > 0 && document.hasPage(Math.min(lastPage, document.pages));
}

/**
 * Opens a repaired copy of a document that lacks pages that are wanted; the original is used when a repair does not bring
 * them back.
 */
function wholeOf(original: OpenDocument, binding: PdfiumBinding, opening: Opening): OpenDocument {
  let repaired: OpenDocument | undefined;
  try {
    repaired = openRepaired(binding, opening);
  } catch (error) {
    if (!(error instanceof Failure && error.code === "invalid_pdf" && original.document.pages > 0)) {
      original[Symbol.dispose]();
      throw error;
    }
  }
  const [better, worse] =
    repaired === undefined || (original.document.pages > 0 && !hasPages(repaired.document, opening))
      ? [original, repaired]
      : [repaired, original];
  worse?.[Symbol.dispose]();
  return better;
}

/**
 * Opens a repaired copy of a document that PDFium does not open. qpdf also has the last word on passwords: there are
 * documents that PDFium opens with none.
 */
function openInsteadOf(error: PdfiumLoadError, binding: PdfiumBinding, opening: Opening): OpenDocument {
  if (error.reason === "security") {
    throw new Failure(
      "pdf_encrypted",
      "The document is encrypted for a certificate, or by a method that no password opens.",
    );
  }
  try {
    return openRepaired(binding, opening);
  } catch (failure) {
    if (error.reason === "password" && failure instanceof Failure && failure.code === "invalid_pdf") {
      throw opening.password === undefined
        ? new Failure("pdf_encrypted", "The document is encrypted; it needs a password.")
        : new Failure("wrong_password", "The password is not correct.");
    }
    throw failure;
  }
}

/**
 * Opens a copy repaired by qpdf, which reads most of what PDFium does not, or otherwise by the object layer of
 * packages/cos.
 */
function openRepaired(binding: PdfiumBinding, opening: Opening): OpenDocument {
  const byQpdf = attemptRepair(() => openRewritten(binding, opening, rewriteUnprotected));
  if (!(byQpdf instanceof Failure) && hasPages(byQpdf.document, opening)) {
    return byQpdf;
  }
  const byCos = attemptRepair(() => openRewritten(binding, opening, rewriteByCos));
  const [better, worse] = byCos instanceof Failure ? [byQpdf, byCos] : [byCos, byQpdf];
  if (better instanceof Failure) {
    throw better;
  }
  if (!(worse instanceof Failure)) {
    worse[Symbol.dispose]();
  }
  return better;
}

function attemptRepair(repair: () => OpenDocument): OpenDocument | Failure {
  try {
    return repair();
  } catch (error) {
    if (error instanceof Failure && error.code === "invalid_pdf") {
      return error;
    }
    throw error;
  }
}

/** Rewrites the document, unprotected. */
type Repair = (files: { input: string; output: string; password: string | undefined }) => unknown;

function openRewritten(binding: PdfiumBinding, opening: Opening, rewrite: Repair): OpenDocument {
  const { input, password, scratchDirectory } = opening;
  const copy = scratchFile(scratchDirectory, "pdf");
  rewrite({ input, output: copy, password });
  const document = openUnprotected(binding, copy);
  return { document, [Symbol.dispose]: () => document[Symbol.dispose]() };
}

function openUnprotected(binding: PdfiumBinding, path: string): PdfiumDocument {
  const document = attempt(binding, path, EMPTY_PASSWORD);
  if (document instanceof PdfiumLoadError) {
    throw new Failure("invalid_pdf", UNREADABLE_PDF);
  }
  if (document.pages === 0) {
    document[Symbol.dispose]();
    throw new Failure("invalid_pdf", PDF_WITHOUT_PAGES);
  }
  return document;
}
