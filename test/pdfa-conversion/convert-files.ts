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
  /** The rules that the result breaks by our validator, and what could not be checked; nothing where it conforms. */
  readonly broken: readonly string[];
  /** The largest share of the pixels of a page that is off. */
  readonly largestShare: number;
  /** Whether the service would deliver it: it conforms, and looks the same within the bounds. */
  readonly isDelivered: boolean;
}

/** Converts a document, and returns whether it got other fonts; undefined where it cannot be opened. */
export type Convert = (input: string, output: string) => Promise<{ readonly hasOtherFonts: boolean } | undefined>;

interface Options {
  readonly files: readonly string[];
  /** The folder of the results. */
  readonly directory: string;
  readonly target: PdfaTarget;
  readonly substitutesFonts: boolean;
  /** Converts in place of pdf-to-pdfa. */
  readonly convert?: Convert | undefined;
}

/** Converts documents, and yields what became of them. Those that cannot be opened are left out. */
export async function* convertFiles({ files, directory, target, substitutesFonts, convert }: Options) {
  const pool = createInProcessPool({
    ...conversionMethods,
    ...pdfaMethods,
    ...createPdfiumMethods(await loadPdfium({})),
  });
  const [validator, comparer] = [createPdfaValidator(pool), createPageComparer(pool)];
  const converted = convert ?? pdfToPdfa(pool, { target, substitutesFonts });
  const maxShare = substitutesFonts ? COMPARISON.maxShareOfOtherFonts : COMPARISON.maxShare;
  for (const [index, input] of files.entries()) {
    const output = join(directory, `${index}-${basename(input)}`);
    const result = await converted(input, output);
    if (result === undefined) {
      continue;
    }
    const report = await validator.validate({ input: output, flavour: target, ...work() });
    const largestShare = await largestShareOf({ input, output, pages: report.pages }, comparer);
    const unable = report.unchecked.map(({ reason }) => `unchecked: ${reason}`);
    yield {
      input,
      output,
      ...result,
      broken: report.isCompliant
        ? []
        : [...report.brokenRules.map(({ clause, test }) => `${clause}-${test}`), ...unable],
      largestShare,
      isDelivered: report.isCompliant && largestShare <= maxShare,
    } satisfies ConvertedDocument;
  }
}

const work = () => ({ signal: new AbortController().signal, engineTime: new TimeBudget(60_000) });

function pdfToPdfa(
  pool: ReturnType<typeof createInProcessPool>,
  job: Pick<Options, "target" | "substitutesFonts">,
): Convert {
  const converter = createConverter(pool);
  return async (input, output) => {
    try {
      const given = { input, output, attachments: "drop", maxBytes: 1e9, ...job, ...work() } as const;
      const { changes } = await converter.convert(given);
      return { hasOtherFonts: changes.some(({ code }) => code === "fonts_substituted") };
    } catch (error) {
      // What cannot be opened is refused; any other error is one of ours.
      if (error instanceof Failure) {
        return undefined;
      }
      throw error;
    }
  };
}

async function largestShareOf(
  { input, output, pages }: { readonly input: string; readonly output: string; readonly pages: number },
  comparer: ReturnType<typeof createPageComparer>,
): Promise<number> {
  const { dpi, tolerance } = COMPARISON;
  const numbers = Array.from({ length: Math.min(MAX_PAGES, pages) }, (_, index) => index + 1);
  const looks = { input, other: output, pages: numbers, dpi, tolerance, maxPixels: 16e6, ...work() };
  try {
    return Math.max(...(await Array.fromAsync(comparer.compare(looks), ({ differingShare }) => differingShare)));
  } catch (error) {
    // What cannot be drawn looks different.
    if (error instanceof Failure) {
      return 1;
    }
    throw error;
  }
}
