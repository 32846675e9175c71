import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from "pdfjs-dist";
// oxlint-disable-next-line import/default -- Vite makes the address of a file that is imported so
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";

GlobalWorkerOptions.workerSrc = workerAddress;

/** Opens a PDF for drawing, in a worker; `close` ends that. */
export function openPdf(blob: Blob): { readonly document: Promise<PDFDocumentProxy>; close(): void } {
  const controller = new AbortController();
  const opening = blob.arrayBuffer().then((buffer) => {
    controller.signal.throwIfAborted();
    const task = getDocument({ data: new Uint8Array(buffer), enableXfa: false });
    controller.signal.addEventListener("abort", () => void task.destroy());
    return task.promise;
  });
  return { document: opening, close: () => controller.abort() };
}
