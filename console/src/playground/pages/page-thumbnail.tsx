import type { PDFDocumentProxy } from "pdfjs-dist";
import { type ReactNode, useEffect, useRef } from "react";

const WIDTH_PX = 100;

/** A page of a PDF, small. */
export function PageThumbnail({
  document,
  page,
}: {
  readonly document: PDFDocumentProxy;
  readonly page: number;
}): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const target = canvas.current;
    let task: { cancel(): void } | undefined;
    let isGone = false;
    const draw = async (): Promise<void> => {
      const drawn = await document.getPage(page);
      if (isGone || target === null) {
        return;
      }
      const unscaled = drawn.getViewport({ scale: 1 });
      const viewport = drawn.getViewport({ scale: WIDTH_PX / Math.max(unscaled.width, unscaled.height / 1.4) });
      target.width = Math.max(1, Math.round(viewport.width));
      target.height = Math.max(1, Math.round(viewport.height));
      const rendering = drawn.render({ canvas: target, viewport });
      task = rendering;
      await rendering.promise;
    };
    draw().catch(() => undefined);
    return () => {
      isGone = true;
      task?.cancel();
    };
  }, [document, page]);
  return <canvas ref={canvas} width={71} height={100} />;
}
