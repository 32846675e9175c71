import type { PDFDocumentProxy } from "pdfjs-dist";
import { type ReactNode, useEffect, useRef } from "react";
import type { Size } from "./size.ts";

interface PageCanvasProps {
  readonly document: PDFDocumentProxy;
  readonly page: number;
  /** Called with the size of the page as it is seen, in points. */
  onSize?(size: Size): void;
}

const MOST_PIXELS = 8_000_000;

/** A page of a PDF, drawn as wide as there is room; its pixels are freed when it goes. */
export function PageCanvas({ document, page, onSize }: PageCanvasProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const told = useRef(onSize);
  told.current = onSize;
  useEffect(() => {
    const target = canvas.current;
    if (target === null) {
      return;
    }
    let task: { cancel(): void } | undefined;
    let isGone = false;
    const draw = async (): Promise<void> => {
      const drawn = await document.getPage(page);
      if (isGone) {
        return;
      }
      const unscaled = drawn.getViewport({ scale: 1 });
      told.current?.({ width: unscaled.width, height: unscaled.height });
      const width = (target.clientWidth || unscaled.width) * Math.min(2, window.devicePixelRatio);
      const scale = Math.min(width / unscaled.width, Math.sqrt(MOST_PIXELS / (unscaled.width * unscaled.height)));
      const viewport = drawn.getViewport({ scale });
      target.width = Math.max(1, Math.round(viewport.width));
      target.height = Math.max(1, Math.round(viewport.height));
      const rendering = drawn.render({ canvas: target, viewport });
      task = rendering;
      await rendering.promise;
    };
    // A page that cannot be drawn stays empty; those before and after it are shown.
    draw().catch(() => undefined);
    return () => {
      isGone = true;
      task?.cancel();
      target.width = 0;
      target.height = 0;
    };
  }, [document, page]);
  return <canvas ref={canvas} role="img" aria-label={`Page ${page}`} />;
}
