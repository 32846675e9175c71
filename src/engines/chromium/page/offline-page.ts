import type { ContextPage } from "../browser/browser.ts";
import type { PrintJob, PrintWarning } from "../port.ts";
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
export async function printOffline(page: ContextPage, job: PrintJob, html: string): Promise<readonly PrintWarning[]> {
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
  await inWhateverDocument(async () => (await openWorld(page)).evaluate(readiness(job)));
  requireNothingAsked();
  requireSoundness(watch, undefined, job);
  const warnings = await printPage(page, job, html.length < SMALL_CHARACTERS);
  requireNothingAsked();
  requireSoundness(watch, undefined, job);
  return [...warnings, ...watch.warnings(undefined)];
}

function readiness(job: PrintJob): string {
  const css = cssOf(job);
  const styling = css === "" ? "" : addStyleSheet(css);
  return job.waiting.until === "domcontentloaded" ? `${styling} 0` : `${styling} ${LOADED}.then(() => ${MEDIA_READY})`;
}

const LOADED = `new Promise((resolve) => {
  if (document.readyState === "complete") { resolve(); } else { addEventListener("load", resolve, { once: true }); }
})`;
