import { join } from "node:path";
import type { HandedDocument, PrintJob, WebPage } from "../../engines/chromium/port.ts";
import type { PrintedHeading, PrintedInformation } from "../../engines/printed/port.ts";
import { type Warning } from "../../kernel/failure.ts";
import { type PageBlock, type PaperOptions, sizeOf } from "../../kernel/pages/page-block.ts";
import { type PageList } from "../../kernel/pages/page-list.ts";
import { workOf } from "../../kernel/timing/work.ts";
import type { Context, Outcome } from "../operation.ts";
import { resultFilename } from "../output-filename.ts";
import { accessibilityWarnings } from "./accessibility-warnings.ts";
import { edgesOf, layOutEdges, type PageEdgeLayout } from "./margin-boxes.ts";
import { framedTemplate, TEMPLATE_PT } from "./print-template.ts";
import { rangesForBrowser, requirePrinted } from "./printed-pages.ts";
import { requireConformance } from "./require-conformance.ts";
import { requirePageCount, select } from "./select-printed.ts";

/** A document that is to be printed, with its settings. */
export interface PrintOrder {
  readonly source: HandedDocument | WebPage;
  readonly page: PageBlock & PaperOptions;
  /** The name of the result when the caller gave none. */
  readonly filename: string;
  readonly css?: string | undefined;
  readonly scale?: number;
  readonly printsBackground?: boolean;
  readonly prefersCssPageSize?: boolean;
  readonly isSinglePage?: boolean;
  readonly pages?: PageList | undefined;
  /** The HTML of header and footer, cleaned. */
  readonly headerHtml?: string | undefined;
  readonly footerHtml?: string | undefined;
  readonly hasOutline?: boolean;
  readonly fitsFigures?: boolean;
  readonly information?: PrintedInformation;
  /** The language as a BCP 47 tag. */
  readonly language?: string | undefined;
  /** The settings that documents of the service's own making never need. */
  readonly browsing?: Partial<
    Pick<PrintJob, "media" | "mediaFeatures" | "runsScript" | "userAgent" | "waiting" | "failsOn">
  >;
}

const LONGEST_MS = 60_000;

/** Prints, finishes and names a document; the charge is by the pages of the result. */
export async function printDocument(order: PrintOrder, context: Context): Promise<Outcome> {
  const printed = join(context.workspace, "printed.pdf");
  const { job, warnings } = printJobOf(order, { output: printed }, context);
  const reported = await context.engines.printer.print(job);
  const selection = await select(order.pages, printed, context);
  return finishDocument(
    order,
    {
      path: selection.path,
      warnings: [...warnings, ...reported.warnings, ...selection.warnings],
      headings: reported.headings,
    },
    context,
  );
}

/** A document as the browser, or the joining of documents, wrote it, with its headings and the warnings of that. */
export interface PrintedFile {
  readonly path: string;
  readonly headings: readonly PrintedHeading[];
  readonly warnings: readonly Warning[];
}

/** Finishes and names what was printed by `order`. */
export async function finishDocument(
  order: Omit<PrintOrder, "source">,
  printed: PrintedFile,
  context: Context,
): Promise<Outcome> {
  const output = join(context.workspace, "document.pdf");
  const { pages, accessibility } = await context.engines.postProcessor.finish({
    input: printed.path,
    output,
    information: informationOf(order),
    headings: printed.headings,
    isTagged: order.page.tagged,
    language: order.page.language ?? order.language,
    untitled: resultFilename(order.page, order.filename).replace(/\.pdf$/i, ""),
    conformance: order.page.pdfa,
    accessibility: order.page.pdfua,
    maxBytes: context.limits.archiveBytes,
    ...workOf(context),
  });
  await requireConformance(output, order.page, context);
  const { clipped } = requirePrinted(order.pages, pages);
  requirePageCount(pages, context);
  context.progress(pages, pages);
  return {
    result: {
      kind: "file",
      mediaType: "application/pdf",
      filename: resultFilename(order.page, order.filename),
      path: output,
    },
    warnings: [
      ...printed.warnings,
      ...(clipped ? [{ code: "pages_clipped" }] : []),
      ...accessibilityWarnings(accessibility),
    ],
    pages,
  };
}

/**
 * Returns the job for the browser.
 * @param numbersComeLater leaves only room for the page numbers, if there are to be any
 */
export function printJobOf(
  order: PrintOrder,
  { output, numbersComeLater = false }: { readonly output: string; readonly numbersComeLater?: boolean },
  context: Context,
): { readonly job: PrintJob; readonly warnings: readonly Warning[] } {
  const { page, headerHtml, footerHtml, browsing = {} } = order;
  const { css, marginsPt, warnings } = edgeLayoutOf(order, numbersComeLater);
  const framed = (html: string | undefined) => (html === undefined ? undefined : framedTemplate(html, marginsPt));
  const job: PrintJob = {
    source: order.source,
    // The service's style sheet comes first: one that is not finished would swallow what comes after it.
    css: css + (order.css ?? ""),
    paper: {
      ...sizeOf(page),
      marginsPt,
      scale: order.scale ?? 1,
      prefersCssPageSize: order.prefersCssPageSize ?? false,
      printsBackground: order.printsBackground ?? true,
      isSinglePage: order.isSinglePage ?? false,
      pageRanges: rangesForBrowser(order.pages),
      headerHtml: framed(headerHtml),
      footerHtml: framed(footerHtml),
    },
    title: page.title ?? order.information?.title,
    media: "print",
    mediaFeatures: {},
    runsScript: false,
    waiting: { until: "load", delayMs: 0, timeoutMs: LONGEST_MS },
    failsOn: { httpError: false, resourceError: false, consoleError: false },
    isTagged: page.tagged || order.hasOutline !== false,
    hasOutline: order.hasOutline ?? true,
    fitsFigures: order.fitsFigures ?? false,
    maxBytes: context.limits.archiveBytes,
    output,
    ...browsing,
    ...workOf(context),
  };
  return { job, warnings };
}

/** Returns the layout of what is at the edges of the pages. */
export function edgeLayoutOf(
  { page, headerHtml, footerHtml }: Pick<PrintOrder, "page" | "headerHtml" | "footerHtml">,
  numbersComeLater = false,
): PageEdgeLayout {
  const templates = {
    headerPt: headerHtml === undefined ? 0 : TEMPLATE_PT,
    footerPt: footerHtml === undefined ? 0 : TEMPLATE_PT,
  };
  return layOutEdges({ ...edgesOf(page), ...templates, numbersComeLater }, page);
}

const informationOf = ({
  information,
  page: { title, author },
}: Pick<PrintOrder, "information" | "page">): PrintedInformation => ({
  ...information,
  ...(title !== undefined && { title }),
  ...(author !== undefined && { author }),
});
