import { assert } from "../../../kernel/assert.ts";
import { Failure } from "../../../kernel/failure.ts";
import type { ContextPage } from "../browser/browser.ts";
import { AnswerTooLong, type Session } from "../browser/connection.ts";
import { headerTemplate } from "../document/header-template.ts";
import type { EgressBudget } from "../network/egress.ts";
import type { Paper, PrintJob, PrintWarning } from "../port.ts";
import type { PageWatch } from "./page-watch.ts";
import { contentWidthPx, printOptions, SINGLE_PAGE_CSS, singlePage } from "./paper.ts";
import { writeStream, writeWhole } from "./pdf-output.ts";
import { FOREVER_MS } from "./printer-world.ts";

/** The document requested something: it must be printed where there is a network. */
export class AskedForMore extends Error {}

/** The length below which documents are printed to a few hundred kilobytes, unless they are made to be more. */
export const SMALL_CHARACTERS = 200_000;

/** Dismisses dialogs, since no one is there to answer an alert. */
export function dismissDialogs(session: Session): void {
  session.on("Page.javascriptDialogOpening", () => session.tell("Page.handleJavaScriptDialog", { accept: false }));
}

/**
 * Returns script that adds `css` as the last style sheet: constructed ones count after those of the document, and no
 * policy forbids them.
 */
export const addStyleSheet = (css: string): string =>
  `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(css)});
     document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; }`;

/** Returns script that adds `css` as a part of the document, which goes when the document goes. */
export const addStyleElement = (css: string): string =>
  `{ const style = document.createElement("style"); style.textContent = ${JSON.stringify(css)};
     document.documentElement.append(style); }`;

/** Script that resolves when fonts are loaded and images decoded, as far as possible; lazy images are loaded for it. */
export const MEDIA_READY = `(async () => {
  for (const image of document.images) { image.loading = "eager"; }
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  await document.fonts.ready;
})()`;

export const cssOf = ({ css, paper }: PrintJob): string => (paper.isSinglePage ? css + SINGLE_PAGE_CSS : css);

/**
 * Prints what the page shows.
 * @param isSmall whether it most likely becomes a small document, which costs less to transfer in one piece
 */
export async function printPage(page: ContextPage, job: PrintJob, isSmall: boolean): Promise<readonly PrintWarning[]> {
  const { paper: ownPaper, isWhole } = job.paper.isSinglePage
    ? singlePage(job.paper, await contentHeightPx(page, job))
    : { paper: job.paper, isWhole: true };
  const { paper, dropped } = withBareTemplates(ownPaper);
  const isDone = isSmall && (await printAtOnce(page, job, paper));
  if (!isDone) {
    await printPiecewise(page, job, paper);
  }
  return [
    ...(isWhole ? [] : [{ code: "single_page_split" }]),
    ...dropped.slice(0, MAX_DROPPED_WARNINGS).map((url) => ({ code: "resource_blocked", parameters: { url } })),
  ];
}

const MAX_DROPPED_WARNINGS = 20;

/** Prints in one piece. Returns false when the document turns out too large for that. */
async function printAtOnce({ session }: ContextPage, job: PrintJob, paper: Paper): Promise<boolean> {
  try {
    const options = printOptions(job, paper, "ReturnAsBase64");
    const { data } = await session.call("Page.printToPDF", options, { timeoutMs: FOREVER_MS });
    await writeWhole(data, job);
    return true;
  } catch (error) {
    if (error instanceof AnswerTooLong) {
      return false;
    }
    throw error;
  }
}

async function printPiecewise({ session }: ContextPage, job: PrintJob, paper: Paper): Promise<void> {
  const options = printOptions(job, paper, "ReturnAsStream");
  const { stream } = await session.call("Page.printToPDF", options, { timeoutMs: FOREVER_MS });
  assert(stream !== undefined, "a document that is asked for as a stream comes as one");
  await writeStream(session, stream, job);
}

function withBareTemplates(paper: Paper): { readonly paper: Paper; readonly dropped: readonly string[] } {
  const header = paper.headerHtml === undefined ? undefined : headerTemplate(paper.headerHtml);
  const footer = paper.footerHtml === undefined ? undefined : headerTemplate(paper.footerHtml);
  return {
    paper: { ...paper, headerHtml: header?.html, footerHtml: footer?.html },
    dropped: [...(header?.dropped ?? []), ...(footer?.dropped ?? [])],
  };
}

async function contentHeightPx({ session }: ContextPage, { paper }: PrintJob): Promise<number> {
  await session.call("Emulation.setDeviceMetricsOverride", {
    width: contentWidthPx(paper),
    // The document's own height counts, and a higher window would count for it.
    height: 1,
    deviceScaleFactor: 1,
    mobile: false,
  });
  const { cssContentSize } = await session.call("Page.getLayoutMetrics", {}, { timeoutMs: FOREVER_MS });
  await session.call("Emulation.clearDeviceMetricsOverride", {});
  return cssContentSize.height;
}

/** Returns the media that a document is laid out for on paper, as JSON; without emulation it is PLAIN_MEDIA. */
export const mediaKey = (job: Pick<PrintJob, "media" | "mediaFeatures">): string => JSON.stringify(emulatedMedia(job));
export const PLAIN_MEDIA = mediaKey({ media: "print", mediaFeatures: {} });

export function emulatedMedia({ media, mediaFeatures }: Pick<PrintJob, "media" | "mediaFeatures">) {
  return { media, features: Object.entries(mediaFeatures).map(([name, value]) => ({ name, value })) };
}

/**
 * Requires that nothing happened that the job counts as a failure.
 * @throws Failure `render_failed` for what `job.failsOn` names
 */
export function requireSoundness(watch: PageWatch, budget: EgressBudget | undefined, { failsOn }: PrintJob): void {
  const [missing] = [...watch.failedUrls(budget), ...watch.blockedUrls(budget)];
  if (failsOn.resourceError && missing !== undefined) {
    throw new Failure("render_failed", `The document needs ${missing}, which could not be loaded.`);
  }
  const [complaint] = watch.complaints;
  if (failsOn.consoleError && complaint !== undefined) {
    throw new Failure("render_failed", `The document's script reported an error: ${complaint}`);
  }
}
