import { createRequire } from "node:module";
import type { InstalledFonts } from "@quire/typeset/fonts";
import koffi, { type LibraryHandle } from "koffi";
import { BITMAP_FORMATS, DRAWING_FLAGS, emptyFormFillInfo, type PdfiumBinding } from "./binding.ts";
import type { BitmapHandle, DocumentHandle, FormHandle, PageHandle } from "./handles.ts";
import { nativeAnnotations } from "./native-annotations.ts";
import { useFonts } from "./native-fonts.ts";
import { nativeImages } from "./native-images.ts";
import { nativePage } from "./native-page.ts";

/**
 * Loads PDFium from a shared library. Documents are read from their file as they are needed, and drawn straight into
 * the pixels that are passed. Text in fonts that they do not embed is drawn with `fonts`, or with those built into the
 * library.
 * @throws Error when the library cannot be loaded, or lacks a function.
 */
export function loadNativePdfium(libraryPath: string, fonts: InstalledFonts): PdfiumBinding {
  const library = koffi.load(libraryPath);
  const pdfium = functionsOf(library);
  const annotations = nativeAnnotations(library);
  const images = nativeImages(library);
  const pageFunctions = nativePage(library);
  pdfium.initLibrary();
  useFonts(library, fonts);
  const formFillInfo = emptyFormFillInfo();
  const size = new Float32Array(2);
  return {
    build: "native",
    loadDocument: pdfium.loadDocument,
    loadMemory: (bytes) => pdfium.loadMemDocument(bytes, bytes.length, null),
    getLastError: () => Number(pdfium.getLastError()),
    closeDocument: pdfium.closeDocument,
    getPageCount: pdfium.getPageCount,
    getSecurityHandlerRevision: pdfium.getSecurityHandlerRevision,
    getPageSizeByIndex(document, pageIndex) {
      const exists = pdfium.getPageSizeByIndexF(document, pageIndex, size) !== 0;
      const [widthPt = 0, heightPt = 0] = size;
      return exists ? { widthPt, heightPt } : null;
    },
    initFormFillEnvironment: (document) => pdfium.initFormFillEnvironment(document, formFillInfo),
    exitFormFillEnvironment: pdfium.exitFormFillEnvironment,
    formOnAfterLoadPage: pdfium.formOnAfterLoadPage,
    formOnBeforeClosePage: pdfium.formOnBeforeClosePage,
    loadPage: pdfium.loadPage,
    closePage: pdfium.closePage,
    annotations,
    images,
    page: pageFunctions,
    createBitmap({ widthPx, heightPx, channels, pixels }) {
      const handle = pdfium.createBitmap(widthPx, heightPx, BITMAP_FORMATS[channels], pixels, widthPx * channels);
      if (handle === null) {
        throw new Error(`PDFium cannot draw on a bitmap of ${widthPx} x ${heightPx} pixels.`);
      }
      return handle;
    },
    destroyBitmap: pdfium.destroyBitmap,
    renderPage: (handle, page, { widthPx, heightPx }) =>
      pdfium.renderPageBitmap(handle, page, 0, 0, widthPx, heightPx, 0, DRAWING_FLAGS),
    drawForm: (form, handle, page, { widthPx, heightPx }) =>
      pdfium.ffldraw(form, handle, page, 0, 0, widthPx, heightPx, 0, DRAWING_FLAGS),
  };
}

/**
 * Returns the path of the library that the npm package `pdfium-node` contains for this platform; undefined where it
 * contains none.
 */
export function packagedLibraryPath(): string | undefined {
  const file = PACKAGED_LIBRARIES[`${process.platform}-${process.arch}`];
  try {
    return file === undefined ? undefined : createRequire(import.meta.url).resolve(file);
  } catch (error) {
    // The package is an optional dependency: npm leaves it out on other systems, including those with the musl C
    // library.
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") {
      return undefined;
    }
    throw error;
  }
}

const PACKAGED_LIBRARIES: Readonly<Record<string, string>> = {
  "linux-x64": "pdfium-node-linux-x64-gnu/prebuilds/linux-x64-gnu/libpdfium.so",
  "darwin-arm64": "pdfium-node-darwin-arm64/prebuilds/darwin-arm64/libpdfium.dylib",
};

// Binding a function fails when the library does not have it: this list thereby checks a library from another builder.
function functionsOf(library: LibraryHandle) {
  return {
    initLibrary: library.func("void FPDF_InitLibrary()") as () => void,
    loadDocument: library.func("void *FPDF_LoadDocument(const char *path, const uint8_t *password)") as (
      path: string,
      password: Uint8Array,
    ) => DocumentHandle | null,
    loadMemDocument: library.func("void *FPDF_LoadMemDocument64(void *bytes, size_t size, const char *password)") as (
      bytes: Uint8Array,
      sizeBytes: number,
      password: null,
    ) => DocumentHandle | null,
    getLastError: library.func("unsigned long FPDF_GetLastError()") as () => number | bigint,
    closeDocument: library.func("void FPDF_CloseDocument(void *document)") as (document: DocumentHandle) => void,
    getPageCount: library.func("int FPDF_GetPageCount(void *document)") as (document: DocumentHandle) => number,
    getSecurityHandlerRevision: library.func("int FPDF_GetSecurityHandlerRevision(void *document)") as (
      document: DocumentHandle,
    ) => number,
    getPageSizeByIndexF: library.func("int FPDF_GetPageSizeByIndexF(void *document, int index, float *size)") as (
      document: DocumentHandle,
      pageIndex: number,
      size: Float32Array,
    ) => number,

    initFormFillEnvironment: library.func("void *FPDFDOC_InitFormFillEnvironment(void *document, void *info)") as (
      document: DocumentHandle,
      info: Buffer,
    ) => FormHandle | null,
    exitFormFillEnvironment: library.func("void FPDFDOC_ExitFormFillEnvironment(void *form)") as (
      form: FormHandle,
    ) => void,
    formOnAfterLoadPage: library.func("void FORM_OnAfterLoadPage(void *page, void *form)") as OfFormPage,
    formOnBeforeClosePage: library.func("void FORM_OnBeforeClosePage(void *page, void *form)") as OfFormPage,

    loadPage: library.func("void *FPDF_LoadPage(void *document, int index)") as (
      document: DocumentHandle,
      pageIndex: number,
    ) => PageHandle | null,
    closePage: library.func("void FPDF_ClosePage(void *page)") as (page: PageHandle) => void,

    createBitmap: library.func(
      "void *FPDFBitmap_CreateEx(int width, int height, int format, void *scan, int stride)",
    ) as (
      widthPx: number,
      heightPx: number,
      format: number,
      pixels: Uint8Array,
      strideBytes: number,
    ) => BitmapHandle | null,
    destroyBitmap: library.func("void FPDFBitmap_Destroy(void *bitmap)") as (bitmap: BitmapHandle) => void,
    renderPageBitmap: library.func(
      "void FPDF_RenderPageBitmap(void *bitmap, void *page, int, int, int, int, int, int)",
    ) as (bitmap: BitmapHandle, page: PageHandle, ...place: Place) => void,
    ffldraw: library.func("void FPDF_FFLDraw(void *form, void *bitmap, void *page, int, int, int, int, int, int)") as (
      form: FormHandle,
      bitmap: BitmapHandle,
      page: PageHandle,
      ...place: Place
    ) => void,
  };
}

type OfFormPage = (page: PageHandle, form: FormHandle) => void;
type Place = [x: number, y: number, widthPx: number, heightPx: number, rotation: number, flags: number];
