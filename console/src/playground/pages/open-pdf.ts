import { getDocument, GlobalWorkerOptions, type PDFDocumentLoadingTask, type PDFDocumentProxy } from "pdfjs-dist";
// oxlint-disable-next-line import/default -- Vite makes the address of a file that is imported so
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { addressOf } from "../../api/base.ts";

GlobalWorkerOptions.workerSrc = workerAddress;

/** A PDF that is open for drawing; it is shared by all who show the same file. */
interface OpenPdf {
  readonly document: Promise<PDFDocumentProxy>;
  close(): void;
}

interface Shared {
  readonly document: Promise<PDFDocumentProxy>;
  readonly end: () => void;
  users: number;
}

/** How long a PDF stays open when nobody shows it: views are changed more often than files. */
const LINGERS_MS = 3000;

const open = new Map<Blob, Map<string, Shared>>();

/** Opens a PDF, in a worker; `close` ends that once nobody else shows it. */
export function openPdf(blob: Blob, password = ""): OpenPdf {
  const byPassword = open.get(blob) ?? new Map<string, Shared>();
  open.set(blob, byPassword);
  const shared = byPassword.get(password) ?? begin(blob, password);
  byPassword.set(password, shared);
  shared.users += 1;
  const release = (): void => {
    shared.users -= 1;
    setTimeout(() => {
      if (shared.users === 0 && byPassword.get(password) === shared) {
        byPassword.delete(password);
        if (byPassword.size === 0) {
          open.delete(blob);
        }
        shared.end();
      }
    }, LINGERS_MS);
  };
  return { document: shared.document, close: release };
}

function begin(blob: Blob, password: string): Shared {
  let task: PDFDocumentLoadingTask | undefined;
  let isOver = false;
  const document = blob.arrayBuffer().then((buffer) => {
    if (isOver) {
      throw new DOMException("The PDF is not shown any more.", "AbortError");
    }
    task = getDocument({
      data: new Uint8Array(buffer),
      password,
      enableXfa: false,
      wasmUrl: addressOf("/console/pdfjs/wasm/"),
      cMapUrl: addressOf("/console/pdfjs/cmaps/"),
      standardFontDataUrl: addressOf("/console/pdfjs/standard_fonts/"),
      iccUrl: addressOf("/console/pdfjs/iccs/"),
    });
    return task.promise;
  });
  document.catch(() => undefined);
  return {
    document,
    users: 0,
    end: () => {
      isOver = true;
      void task?.destroy();
    },
  };
}
