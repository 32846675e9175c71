import { basename, join } from "node:path";
import { createInProcessPool } from "../../src/engines/conformance/in-process-pool.ts";
import { createConverter } from "../../src/engines/conversion/converter.ts";
import type { PdfaTarget } from "../../src/engines/conversion/port.ts";
import { conversionMethods } from "../../src/engines/conversion/worker/methods.ts";
import { createPdfaValidator } from "../../src/engines/pdfa/validator.ts";
import { pdfaMethods } from "../../src/engines/pdfa/worker/methods.ts";
import { createPageComparer } from "../../src/engines/pdfium/page-comparer.ts";
import { loadPdfium } from "../../src/engines/pdfium/worker/binding/load.ts";
import { createPdfiumMethods } from "../../src/engines/pdfium/worker/methods.ts";
import { Failure } from "../../src/kernel/failure.ts";
import { TimeBudget } from "../../src/kernel/timing/work.ts";
import { COMPARISON } from "../../src/operations/pdf-to-pdfa/same-look.ts";

/** The pages of a document that are compared. */
const MAX_PAGES = 20;

/** A document that was made to conform, or was not. */
export interface ConvertedDocument {
  readonly input: string;
  readonly output: string;
  readonly hasOtherFonts: boolean;
  /** The rules that the result breaks by our validator; none where it conforms. */
  readonly broken: readonly string[];
  /** The largest share of the pixels of a page that is off. */
  readonly largestShare: number;
  /** Whether the service would deliver it: it conforms, and looks the same within the bounds. */
  readonly isDelivered: boolean;
}

interface Options {
  readonly files: readonly string[];
  /** The folder of the results. */
  readonly directory: string;
  readonly target: PdfaTarget;
  readonly substitutesFonts: boolean;
}

/** Converts documents as pdf-to-pdfa does, and yields what became of them. Those that cannot be opened are left out. */
export async function* convertFiles({ files, directory, target, substitutesFonts }: Options) {
  const compare = await comparing();
  const pool = createInProcessPool({ ...conversionMethods, ...pdfaMethods });
  const [converter, validator] = [createConverter(pool), createPdfaValidator(pool)];
  const maxShare = substitutesFonts ? COMPARISON.maxShareOfOtherFonts : COMPARISON.maxShare;
  for (const [index, input] of files.entries()) {
    const work = { signal: new AbortController().signal, engineTime: new TimeBudget(60_000) };
    const output = join(directory, `${index}-${basename(input)}`);
    const job = { input, output, target, attachments: "drop", substitutesFonts, maxBytes: 1e9 } as const;
    // What cannot be opened is refused; any other error is one of ours.
    const result = await converter.convert({ ...job, ...work }).catch((error: unknown) => {
      if (!(error instanceof Failure)) {
        throw error;
      }
    });
    if (result === undefined) {
      continue;
    }
    const { isCompliant, brokenRules, unchecked } = await validator.validate({
      input: output,
      flavour: target,
      ...work,
    });
    const largestShare = await compare({ input, output, pages: result.pages });
    const unable = unchecked.map(({ reason }) => `unchecked: ${reason}`);
    yield {
      input,
      output,
      hasOtherFonts: result.changes.some(({ code }) => code === "fonts_substituted"),
      broken: isCompliant ? [] : [...brokenRules.map(({ clause, test }) => `${clause}-${test}`), ...unable],
      largestShare,
      isDelivered: isCompliant && largestShare <= maxShare,
    } satisfies ConvertedDocument;
  }
}

/** Returns a function that compares the pages of two documents, and returns the largest share of pixels that is off. */
export async function comparing() {
  const comparer = createPageComparer(createInProcessPool(createPdfiumMethods(await loadPdfium({}))));
  return async ({
    input,
    output,
    pages,
  }: {
    readonly input: string;
    readonly output: string;
    readonly pages: number;
  }) => {
    const { dpi, tolerance } = COMPARISON;
    const work = { signal: new AbortController().signal, engineTime: new TimeBudget(60_000) };
    const numbers = Array.from({ length: Math.min(MAX_PAGES, pages) }, (_, index) => index + 1);
    const looks = { input, other: output, pages: numbers, dpi, tolerance, maxPixels: 16e6, ...work };
    const shares = await Array.fromAsync(comparer.compare(looks), ({ differingShare }) => differingShare);
    return Math.max(...shares);
  };
}
