import { extractorConformance } from "../conformance/extractor.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { loadPdfium } from "../pdfium/worker/binding/load.ts";
import { createExtractor } from "./extractor.ts";
import { createLayoutMethods } from "./worker/methods.ts";

for (const build of ["native", "wasm"] as const) {
  extractorConformance(`@quire/layout on PDFium, ${build}`, async () =>
    createExtractor(createInProcessPool(createLayoutMethods(await loadPdfium({ build })))),
  );
}
