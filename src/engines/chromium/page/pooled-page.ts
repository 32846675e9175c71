import type { Browser, ContextPage } from "../browser/browser.ts";
import { onPaperOnly } from "../document/paper-only.ts";
import type { Printed, PrintJob } from "../port.ts";
import { isWorthSurveying, surveyIn, surveyScript } from "./document-survey.ts";
import { divideWords } from "./word-division.ts";
import { replaceDocument } from "./fresh-document.ts";
import {
  AskedForMore,
  addStyleElement,
  cssOf,
  emulatedMedia,
  MEDIA_READY,
  mediaKey,
  PLAIN_MEDIA,
  printPage,
  SMALL_CHARACTERS,
} from "./print-page.ts";
import { FOREVER_MS, ownWorld } from "./printer-world.ts";

/*
 * A page that prints documents of whoever sends them, one after the other, without script and without network. Nothing
 * of a document outlives it: after one that may leave anything in its Document (document-traces.ts) the Document and its
 * Window are replaced (fresh-document.ts), and since nothing can be fetched and no script runs there is no cookie, no
 * storage, no cache and no history. What belongs to the page itself, such as emulated media, only the service sets.
 */

export interface PooledPage {
  readonly page: ContextPage;
  /** The `mediaKey` of the media that the page was last set to. */
  media: string;
  /** The URLs that the document in it has requested. A page in which one has is not used again. */
  readonly asked: readonly string[];
}

export async function openPooledPage(browser: Browser): Promise<PooledPage> {
  const page = await browser.openPage(undefined);
  try {
    const asked: string[] = [];
    page.session.on("Fetch.requestPaused", ({ requestId, request }) => {
      asked.push(request.url);
      page.session.tell("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    });
    await Promise.all([
      page.session.call("Emulation.setScriptExecutionDisabled", { value: true }),
      page.session.call("Fetch.enable", { patterns: [{ urlPattern: "*" }] }),
    ]);
    // The first document finds what all others find.
    await replaceDocument(page);
    return { page, media: PLAIN_MEDIA, asked };
  } catch (error) {
    browser.closePage(page);
    throw error;
  }
}

/**
 * Prints a document in the pooled page.
 * @throws AskedForMore when the document requests anything
 */
export async function printPooled(pooled: PooledPage, job: PrintJob, html: string): Promise<Printed> {
  const { page, asked } = pooled;
  const { session, mainFrameId: frameId } = page;
  const css = cssOf(job);
  // Text needs no time to get ready; images and fonts, which are `data:` URLs here, do.
  const hasMedia = /data:/i.test(html) || /data:/i.test(css);
  // Anything that is measured or made ready on the screen must be visible there.
  const isForPaper = !hasMedia && !job.paper.isSinglePage && mediaKey(job) === PLAIN_MEDIA;
  await Promise.all([
    ...emulation(pooled, job),
    session.call(
      "Page.setDocumentContent",
      { frameId, html: isForPaper ? onPaperOnly(html) : html },
      { timeoutMs: FOREVER_MS },
    ),
  ]);
  const { headings, languages } = surveyIn(
    await prepared(page, css === "" ? "" : addStyleElement(css), {
      readiness: hasMedia ? MEDIA_READY : undefined,
      survey: isWorthSurveying(html, job) ? surveyScript(job, html) : undefined,
    }),
  );
  await divideWords(page, job, { languages, evaluate: (expression) => ownWorld(page).evaluate(expression) });
  requireNothingAsked(asked);
  const warnings = await printPage(page, job, html.length < SMALL_CHARACTERS);
  requireNothingAsked(asked);
  return { warnings, headings };
}

/** Does what the document needs before it is printed, if anything; returns what the survey finds. */
function prepared(
  page: ContextPage,
  styling: string,
  { readiness, survey }: { readonly readiness: string | undefined; readonly survey: string | undefined },
): Promise<unknown> {
  const steps = [readiness, survey].filter((step) => step !== undefined);
  if (styling === "" && steps.length === 0) {
    return Promise.resolve(undefined);
  }
  return ownWorld(page).evaluate(`${styling}${steps.join(".then(() => ")}${")".repeat(Math.max(0, steps.length - 1))}`);
}

/** Sets the media when it differs from the last one: each change costs another layout. */
function emulation(pooled: PooledPage, job: PrintJob): Promise<unknown>[] {
  const media = mediaKey(job);
  if (media === pooled.media) {
    return [];
  }
  pooled.media = media;
  return [pooled.page.session.call("Emulation.setEmulatedMedia", emulatedMedia(job))];
}

function requireNothingAsked(asked: readonly string[]): void {
  if (asked.length > 0) {
    throw new AskedForMore(`The document requested ${asked.length} more files.`);
  }
}
