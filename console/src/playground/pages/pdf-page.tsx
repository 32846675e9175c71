import type { PDFDocumentProxy } from "pdfjs-dist";
import { type ReactNode, useRef, useState } from "react";
import { PageCanvas } from "./page-canvas.tsx";
import type { Size } from "./size.ts";
import { useNear } from "./use-near.ts";
import styles from "./pages.module.css";

interface PdfPageProps {
  readonly document: PDFDocumentProxy;
  readonly page: number;
  /** The size that the page is taken to have before it is drawn. */
  readonly guess: Size;
  /** What is drawn over the page, by its size in points. */
  over?(size: Size): ReactNode;
}

/** One page: a place of the page's shape, which has a canvas while it is near the view. */
export function PdfPage({ document, page, guess, over }: PdfPageProps): ReactNode {
  const place = useRef<HTMLElement>(null);
  const isNear = useNear(place);
  const [size, setSize] = useState<Size>();
  const { width, height } = size ?? guess;
  return (
    <figure ref={place} className={styles["page"]} data-page={page}>
      <div className={styles["sheet"]} style={{ aspectRatio: `${width} / ${height}` }}>
        {isNear && <PageCanvas document={document} page={page} onSize={setSize} />}
        {isNear && size !== undefined && over?.(size)}
      </div>
      <figcaption>{page}</figcaption>
    </figure>
  );
}
