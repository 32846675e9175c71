import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { init } from "@embedpdf/pdfium";
import { BITMAP_FORMATS, type Bitmap, DRAWING_FLAGS, emptyFormFillInfo, type PdfiumBinding } from "./binding.ts";
import type { BitmapHandle, DocumentHandle, FormHandle, PageHandle } from "./handles.ts";
import { SCRATCH_BYTES } from "./page-functions.ts";
import { type FileInMemory, Heap, type Instance } from "./wasm-heap.ts";
import { readFirstImageByWasm } from "./wasm-images.ts";
import { wasmPage } from "./wasm-page.ts";

/**
 * Loads PDFium as WebAssembly, for systems without a native library. Documents and pixels are copied into its memory
 * and out of it. It knows only its own fonts, on every machine: text in fonts that are neither embedded nor among the
 * standard 14 is drawn in one of those, and Chinese, Japanese and Korean text not at all. The instance cannot be used
 * after an abort, whose error is no `Failure`, so that it ends the worker.
 */
export async function loadWasmPdfium(): Promise<PdfiumBinding> {
  const program = createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm");
  const pdfium = await init({ wasmBinary: new Uint8Array(readFileSync(program)).buffer });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package's types lack those of Emscripten
  const instance = pdfium.pdfium as unknown as Instance;
  const heap = new Heap(instance);
  pdfium.FPDF_InitLibrary();
  const formFillInfo = heap.copyIn(emptyFormFillInfo());
  const size = heap.allocate(2 * Float32Array.BYTES_PER_ELEMENT);
  const files = new Map<DocumentHandle, number>();
  const bitmaps = new Map<BitmapHandle, { readonly address: number; readonly pixels: Uint8Array }>();

  /** Opens a document; the file in memory belongs to it from here on. */
  function load(file: FileInMemory, password: Uint8Array): DocumentHandle | null {
    const passwordAddress = heap.copyIn(password);
    const values = [file.address, file.sizeBytes, passwordAddress];
    const address = instance.ccall("FPDF_LoadMemDocument64", "number", ["number", "number", "number"], values);
    heap.free(passwordAddress);
    const document: DocumentHandle | null = handle(address);
    if (document === null) {
      heap.free(file.address);
    } else {
      files.set(document, file.address);
    }
    return document;
  }

  return {
    build: "wasm",
    loadDocument: (path, password) => load(heap.readIn(path), password),
    loadMemory: (bytes) => load({ address: heap.copyIn(bytes), sizeBytes: bytes.length }, Uint8Array.of(0)),
    getLastError: () => pdfium.FPDF_GetLastError(),
    closeDocument(document) {
      pdfium.FPDF_CloseDocument(number(document));
      heap.free(files.get(document) ?? 0);
      files.delete(document);
    },
    getPageCount: (document) => pdfium.FPDF_GetPageCount(number(document)),
    getSecurityHandlerRevision: (document) => pdfium.FPDF_GetSecurityHandlerRevision(number(document)),
    getPageSizeByIndex(document, pageIndex) {
      const exists = pdfium.FPDF_GetPageSizeByIndexF(number(document), pageIndex, size);
      const [widthPt = 0, heightPt = 0] = heap.floats(size, 2);
      return exists ? { widthPt, heightPt } : null;
    },
    initFormFillEnvironment: (document) =>
      handle(pdfium.FPDFDOC_InitFormFillEnvironment(number(document), formFillInfo)),
    exitFormFillEnvironment: (form) => pdfium.FPDFDOC_ExitFormFillEnvironment(number(form)),
    formOnAfterLoadPage: (page, form) => pdfium.FORM_OnAfterLoadPage(number(page), number(form)),
    formOnBeforeClosePage: (page, form) => pdfium.FORM_OnBeforeClosePage(number(page), number(form)),
    loadPage: (document, pageIndex) => handle(pdfium.FPDF_LoadPage(number(document), pageIndex)),
    closePage: (page) => pdfium.FPDF_ClosePage(number(page)),
    annotations: null,
    images: {
      readFirstImage: (page) =>
        readFirstImageByWasm(pdfium, number(page), (address, sizeBytes) => heap.bytes(address, sizeBytes)),
    },
    page: wasmPage(instance, heap.allocate(SCRATCH_BYTES)),
    createBitmap({ widthPx, heightPx, channels, pixels }) {
      const address = heap.copyIn(pixels);
      const format = BITMAP_FORMATS[channels];
      const created = pdfium.FPDFBitmap_CreateEx(widthPx, heightPx, format, address, widthPx * channels);
      const bitmap: BitmapHandle | null = handle(created);
      if (bitmap === null) {
        throw new Error(`PDFium cannot draw on a bitmap of ${widthPx} x ${heightPx} pixels.`);
      }
      bitmaps.set(bitmap, { address, pixels });
      return bitmap;
    },
    destroyBitmap(bitmap) {
      pdfium.FPDFBitmap_Destroy(number(bitmap));
      const { address = 0, pixels = new Uint8Array() } = bitmaps.get(bitmap) ?? {};
      heap.copyOut(address, pixels);
      heap.free(address);
      bitmaps.delete(bitmap);
    },
    renderPage: (bitmap, page, { widthPx, heightPx }: Bitmap) =>
      pdfium.FPDF_RenderPageBitmap(number(bitmap), number(page), 0, 0, widthPx, heightPx, 0, DRAWING_FLAGS),
    drawForm: (form, bitmap, page, { widthPx, heightPx }: Bitmap) =>
      pdfium.FPDF_FFLDraw(number(form), number(bitmap), number(page), 0, 0, widthPx, heightPx, 0, DRAWING_FLAGS),
  };
}

/** Returns the handle of an address: in this build a handle is an address, and null is 0. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- which handle it is, only the caller knows
function handle<Handle extends AnyHandle>(address: number): Handle | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a handle is, is the build's own business
  return address === 0 ? null : (address as unknown as Handle);
}

function number(value: AnyHandle): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by `handle`
  return value as unknown as number;
}

type AnyHandle = DocumentHandle | PageHandle | FormHandle | BitmapHandle;
