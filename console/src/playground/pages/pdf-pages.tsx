import type { PDFDocumentProxy } from "pdfjs-dist";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Notice } from "../../design/notice.tsx";
import { Loading } from "../../design/page.tsx";
import styles from "./pages.module.css";
import { PdfPage } from "./pdf-page.tsx";
import type { Size } from "./size.ts";
import { usePdf } from "./use-pdf.ts";

interface PdfPagesProps {
  readonly blob: Blob;
  readonly password?: string | undefined;
  readonly label?: string;
  /** The pages to show; all where it is left out. */
  readonly pages?: readonly number[] | undefined;
  /** The page to bring into view. */
  readonly shown?: number | undefined;
  /** What is drawn over a page, by its size in points. */
  over?(page: number, size: Size): ReactNode;
}

const A4: Size = { width: 595, height: 842 };

/** The pages of a PDF, one below the other; those that are near the view are drawn. */
export function PdfPages({ blob, password, label, pages, shown, over }: PdfPagesProps): ReactNode {
  const { document, fault } = usePdf(blob, password);
  const list = useRef<HTMLDivElement>(null);
  const guess = useFirstSize(document);
  useEffect(() => {
    const place = list.current?.querySelector<HTMLElement>(`[data-page="${shown}"]`);
    if (place && list.current !== null) {
      list.current.scrollTop = place.offsetTop - list.current.offsetTop - 8;
    }
  }, [shown, guess]);
  if (fault !== undefined) {
    return <Notice kind="warn">The pages cannot be shown here: {fault}. The file can be kept all the same.</Notice>;
  }
  if (document === undefined || guess === undefined) {
    return <Loading lines={6} />;
  }
  const numbers = pages ?? Array.from({ length: document.numPages }, (_, index) => index + 1);
  return (
    <div
      ref={list}
      className={styles["pages"]}
      data-scrolls
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
      tabIndex={0}
      aria-label={`${label ?? "Pages"}: ${document.numPages} ${document.numPages === 1 ? "page" : "pages"}`}
      role="group"
    >
      {numbers.map((page) => (
        <PdfPage
          key={page}
          document={document}
          page={page}
          guess={guess}
          {...(over === undefined ? {} : { over: (size: Size) => over(page, size) })}
        />
      ))}
    </div>
  );
}

/** Returns the size of the first page, which those that have not been drawn are taken to have. */
function useFirstSize(document: PDFDocumentProxy | undefined): Size | undefined {
  const [size, setSize] = useState<Size>();
  useEffect(() => {
    let isWanted = true;
    setSize(undefined);
    document?.getPage(1).then(
      (page) => isWanted && setSize(page.getViewport({ scale: 1 })),
      () => isWanted && setSize(A4),
    );
    return () => {
      isWanted = false;
    };
  }, [document]);
  return size;
}
