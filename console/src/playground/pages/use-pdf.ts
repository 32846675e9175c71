import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useState } from "react";
import { openPdf } from "./open-pdf.ts";

interface PdfState {
  readonly document: PDFDocumentProxy | undefined;
  /** Why the pages cannot be shown. */
  readonly fault: string | undefined;
}

const NONE: PdfState = { document: undefined, fault: undefined };

/** Opens a PDF while it is shown. */
export function usePdf(blob: Blob, password?: string): PdfState {
  const [state, setState] = useState<PdfState>(NONE);
  useEffect(() => {
    let isWanted = true;
    setState(NONE);
    const opened = openPdf(blob, password);
    opened.document.then(
      (document) => isWanted && setState({ document, fault: undefined }),
      (error: unknown) => isWanted && setState({ document: undefined, fault: faultOf(error) }),
    );
    return () => {
      isWanted = false;
      opened.close();
    };
  }, [blob, password]);
  return state;
}

const faultOf = (error: unknown): string =>
  error instanceof Error
    ? error.name === "PasswordException"
      ? "it needs its password"
      : error.message
    : "it cannot be read";
