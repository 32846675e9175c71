import type { ContextPage } from "../browser/browser.ts";
import type { Printed, PrintJob } from "../port.ts";
import { surveyIn, surveyScript } from "./document-survey.ts";
import { divideWords } from "./word-division.ts";
import { PageWatch } from "./page-watch.ts";
import {
  AskedForMore,
  addStyleSheet,
  cssOf,
  dismissDialogs,
  emulatedMedia,
  MEDIA_READY,
  mediaKey,
  PLAIN_MEDIA,
  printPage,
  requireSoundness,
  SMALL_CHARACTERS,
} from "./print-page.ts";
import { FOREVER_MS, inWhateverDocument, openWorld } from "./printer-world.ts";

/*
 * A separate page whose script produces the content to be printed and needs nothing else: no network, no storage, no
 * address. The document is set in it: to navigate to one costs a fifth of all that printing it takes.
 */

/**
 * Prints a document in a page without network.
 * @throws AskedForMore when the document turns out to need a network; Failure, and the errors of the browser's calls
 */
export async function printOffline(page: ContextPage, job: PrintJob, html: string): Promise<Printed> {
  const { session, mainFrameId: frameId } = page;
  const watch = new PageWatch(frameId);
  watch.listen(session);
  dismissDialogs(session);
  let hasAsked = false;
  session.on("Fetch.requestPaused", ({ requestId }) => {
    hasAsked = true;
    session.tell("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
  });
  const requireNothingAsked = (): void => {
    if (hasAsked) {
      throw new AskedForMore("The document requested more files.");
    }
  };
  await Promise.all([
    session.call("Fetch.enable", { patterns: [{ urlPattern: "*" }] }),
    session.call("Page.enable", {}),
    session.call("Runtime.enable", {}),
    ...(mediaKey(job) === PLAIN_MEDIA ? [] : [session.call("Emulation.setEmulatedMedia", emulatedMedia(job))]),
    session.call("Page.setDocumentContent", { frameId, html }, { timeoutMs: FOREVER_MS }),
  ]);
  const evaluate = (expression: string) => inWhateverDocument(async () => (await openWorld(page)).evaluate(expression));
  const { headings, languages } = surveyIn(await evaluate(readiness(job, html)));
  await divideWords(page, job, { languages, evaluate });
  requireNothingAsked();
  requireSoundness(watch, undefined, job);
  const warnings = await printPage(page, job, html.length < SMALL_CHARACTERS);
  requireNothingAsked();
  requireSoundness(watch, undefined, job);
  return { warnings: [...warnings, ...watch.warnings(undefined)], headings };
}

function readiness(job: PrintJob, html: string): string {
  const css = cssOf(job);
  const styling = css === "" ? "" : addStyleSheet(css);
  const survey = surveyScript(job, html);
  return job.waiting.until === "domcontentloaded"
    ? `${styling} ${survey}`
    : `${styling} ${LOADED}.then(() => ${MEDIA_READY}).then(() => ${survey})`;
}

const LOADED = `new Promise((resolve) => {
  if (document.readyState === "complete") { resolve(); } else { addEventListener("load", resolve, { once: true }); }
})`;
