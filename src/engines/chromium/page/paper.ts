import type { PrintToPdf } from "../browser/protocol.ts";
import type { Paper, PrintJob } from "../port.ts";

const PT_PER_INCH = 72;
const PX_PER_INCH = 96;
/** The longest side of a page, in points of default user space (ISO 32000-1, Annex C). */
const MAX_SIDE_PT = 14_400;
/** An empty template; without one Chromium prints its own, a date and an address. */
const EMPTY = "<span></span>";

/**
 * Returns Chromium's options for a print. `paper` is that of the job, or of its single page; its templates refer to
 * nothing.
 */
export function printOptions(
  job: Pick<PrintJob, "isTagged" | "hasOutline">,
  paper: Paper,
  transferMode: PrintToPdf["transferMode"],
): PrintToPdf {
  const { marginsPt, headerHtml, footerHtml } = paper;
  const displayHeaderFooter = headerHtml !== undefined || footerHtml !== undefined;
  return {
    paperWidth: paper.widthPt / PT_PER_INCH,
    paperHeight: paper.heightPt / PT_PER_INCH,
    marginTop: marginsPt.top / PT_PER_INCH,
    marginRight: marginsPt.right / PT_PER_INCH,
    marginBottom: marginsPt.bottom / PT_PER_INCH,
    marginLeft: marginsPt.left / PT_PER_INCH,
    scale: paper.scale,
    printBackground: paper.printsBackground,
    preferCSSPageSize: paper.prefersCssPageSize,
    pageRanges: paper.pageRanges,
    displayHeaderFooter,
    ...(displayHeaderFooter && { headerTemplate: headerHtml ?? EMPTY, footerTemplate: footerHtml ?? EMPTY }),
    generateTaggedPDF: job.isTagged,
    generateDocumentOutline: job.hasOutline,
    transferMode,
  };
}

/** Returns the width that the document has between the margins, in CSS pixels before scaling. */
export function contentWidthPx({ widthPt, marginsPt, scale }: Paper): number {
  return Math.max(1, Math.floor(((widthPt - marginsPt.left - marginsPt.right) / PT_PER_INCH / scale) * PX_PER_INCH));
}

/** Returns paper of one page for a document of that height; `isWhole` is false where no page is high enough. */
export function singlePage(
  paper: Paper,
  contentHeightPx: number,
): { readonly paper: Paper; readonly isWhole: boolean } {
  const { marginsPt, scale } = paper;
  // One pixel is added since the layout for paper rounds differently from the one for a window.
  const contentPt = ((contentHeightPx + 1) * scale * PT_PER_INCH) / PX_PER_INCH;
  const heightPt = Math.ceil(contentPt + marginsPt.top + marginsPt.bottom);
  return {
    // The size is that of the document; a page size that it sets itself would break it up again.
    paper: { ...paper, heightPt: Math.min(heightPt, MAX_SIDE_PT), prefersCssPageSize: false },
    isWhole: heightPt <= MAX_SIDE_PT,
  };
}

/** A style sheet that overrides every page break, since there is only one page. */
export const SINGLE_PAGE_CSS =
  "*,*::before,*::after{break-before:auto!important;break-after:auto!important;break-inside:auto!important;page:auto!important}";
