import { expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { describePageComparer } from "../conformance/page-comparer.ts";
import { createPageComparer } from "./page-comparer.ts";
import { loadPdfium } from "./worker/binding/load.ts";
import { createPdfiumMethods } from "./worker/methods.ts";

const pool = createInProcessPool(createPdfiumMethods(await loadPdfium({})));
describePageComparer("PDFium", () => createPageComparer(pool));

test.each([
  { items: [] },
  { items: [{ page: 1, differingShare: 0 }] },
  { items: [{ page: 2, differingShare: 0 }] },
  { items: [{ page: 1, differingShare: 2 }] },
  {
    items: [
      { page: 1, differingShare: 0 },
      { page: 2, differingShare: 0 },
      { page: 3, differingShare: 0 },
    ],
  },
])("answers that are none are the document's doing: $items", async ({ items }) => {
  const comparer = createPageComparer(createInProcessPool({ "pdfium.compare": () => items }));
  const differences = comparer.compare({
    input: import.meta.filename,
    other: import.meta.filename,
    pages: [1, 2],
    dpi: 72,
    tolerance: 16,
    maxPixels: 1e6,
    signal: new AbortController().signal,
    engineTime: new TimeBudget(10_000),
  });
  await expect(Array.fromAsync(differences)).rejects.toMatchObject({ code: "document_too_complex" });
});
