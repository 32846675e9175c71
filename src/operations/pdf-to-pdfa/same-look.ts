import type { PdfaTarget } from "../../engines/conversion/port.ts";
import { Failure } from "../../kernel/failure.ts";
import { workOf } from "../../kernel/timing/work.ts";
import type { Context } from "../operation.ts";

/**
 * How pages are compared: drawn at this resolution, no more than this share of their pixels may be off by more than this
 * much of 255; of pages with other fonts, a larger share.
 */
export const COMPARISON = { dpi: 100, tolerance: 16, maxShare: 0.005, maxShareOfOtherFonts: 0.02 } as const;

/** The pixels of the largest page that is drawn at the full resolution: a sheet of A0. */
const MAX_PIXELS = 16_000_000;

/**
 * Compares all pages of a document before and after a conversion, and returns the largest share of pixels that differ.
 * @throws Failure `not_convertible` for the first page that looks different
 */
export async function requireSameLook(
  {
    before,
    password,
    after,
    pages,
    target,
    hasOtherFonts,
  }: {
    readonly before: string;
    readonly password: string | undefined;
    readonly after: string;
    readonly pages: number;
    readonly target: PdfaTarget;
    readonly hasOtherFonts: boolean;
  },
  context: Context,
): Promise<number> {
  const { dpi, tolerance } = COMPARISON;
  const maxShare = hasOtherFonts ? COMPARISON.maxShareOfOtherFonts : COMPARISON.maxShare;
  const differences = context.engines.pageComparer.compare({
    input: before,
    password,
    other: after,
    pages: Array.from({ length: pages }, (_, index) => index + 1),
    dpi,
    tolerance,
    maxPixels: MAX_PIXELS,
    ...workOf(context),
  });
  let largest = 0;
  let done = 0;
  for await (const { page, differingShare } of differences) {
    if (differingShare > maxShare) {
      const percent = (100 * differingShare).toFixed(1);
      throw new Failure(
        "not_convertible",
        `The document cannot be made to conform to PDF/A-${target} without a change of its look: ${percent} % of page ` +
          `${page} would differ.`,
        { facts: { page, differingShare } },
      );
    }
    largest = Math.max(largest, differingShare);
    done += 1;
    context.progress(done, pages);
  }
  return largest;
}
