import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { Loading } from "../../design/page.tsx";
import { Notice } from "../../design/notice.tsx";
import { openPdf } from "./open-pdf.ts";
import styles from "./results.module.css";

/** The pages of a PDF, each drawn when it comes into view. */
export function PdfPages({ blob }: { readonly blob: Blob }): ReactNode {
  const [document, setDocument] = useState<PDFDocumentProxy>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    const opening = openPdf(blob);
    setDocument(undefined);
    setFault(undefined);
    opening.document.then(setDocument, (error: unknown) => setFault(String(error)));
    return () => opening.close();
  }, [blob]);
  if (fault !== undefined) {
    return <Notice kind="warn">The pages cannot be shown here ({fault}); the file can be kept all the same.</Notice>;
  }
  if (document === undefined) {
    return <Loading lines={6} />;
  }
  return (
    <div className={styles["pages"]} tabIndex={0} aria-label={`${document.numPages} pages`} role="group">
      {Array.from({ length: document.numPages }, (_, index) => (
        <PdfPage key={index} document={document} page={index + 1} />
      ))}
    </div>
  );
}

/** One page: a place of the page's shape, on which it is drawn once it is seen. */
function PdfPage({ document, page }: { readonly document: PDFDocumentProxy; readonly page: number }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const target = canvas.current;
    if (target === null) {
      return;
    }
    let task: { cancel(): void } | undefined;
    let isGone = false;
    const draw = async (): Promise<void> => {
      const drawn = await document.getPage(page);
      const unscaled = drawn.getViewport({ scale: 1 });
      const width = target.parentElement?.clientWidth ?? unscaled.width;
      const viewport = drawn.getViewport({ scale: (width / unscaled.width) * Math.min(2, window.devicePixelRatio) });
      if (isGone) {
        return;
      }
      target.width = viewport.width;
      target.height = viewport.height;
      const rendering = drawn.render({ canvas: target, viewport });
      task = rendering;
      await rendering.promise;
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          observer.disconnect();
          draw().catch(() => undefined);
        }
      },
      { rootMargin: "400px" },
    );
    observer.observe(target);
    return () => {
      isGone = true;
      observer.disconnect();
      task?.cancel();
    };
  }, [document, page]);
  return (
    <figure className={styles["page"]}>
      <canvas ref={canvas} role="img" aria-label={`Page ${page}`} />
      <figcaption>{page}</figcaption>
    </figure>
  );
}
