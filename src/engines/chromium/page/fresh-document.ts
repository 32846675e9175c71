import type { ContextPage } from "../browser/browser.ts";
import { CommandRefused } from "../browser/connection.ts";

/*
 * How a page that prints documents of several callers gets rid of one. `Page.setDocumentContent` exchanges the nodes of
 * a document and keeps the Document, with all that `<meta>`, `<body link>` and others have set in it. Here the Document
 * and its Window are replaced by new ones. A `javascript:` URL does that within the renderer; to navigate costs more than
 * to print an invoice, and a page for each document eight times as much.
 */

/** The time for a document to be replaced: where it takes longer, a new page costs less. */
const REPLACEMENT_TIMEOUT_MS = 1000;

let lastMark = 0;

/** The page still holds its former document, or may do so. */
class DocumentNotReplaced extends Error {}

/**
 * Replaces the document of a page without script, and its window, by new and empty ones.
 * @throws DocumentNotReplaced, and the errors of the browser's calls: then the page must not be used again
 */
export async function replaceDocument({ session, mainFrameId: frameId }: ContextPage): Promise<void> {
  lastMark += 1;
  const mark = `quire-${lastMark}`;
  const options = { timeoutMs: REPLACEMENT_TIMEOUT_MS };
  await Promise.all([
    // Nothing of the former document is there any more when script is allowed.
    session.call("Page.setDocumentContent", { frameId, html: "" }, options),
    session.call("Emulation.setScriptExecutionDisabled", { value: false }, options),
    session
      .call("Runtime.evaluate", { expression: replacementBy(mark), awaitPromise: true }, options)
      .then(() => Promise.reject(new DocumentNotReplaced("The window outlived its document.")), requireWindowGone),
  ]);
  const [, { result }] = await Promise.all([
    session.call("Emulation.setScriptExecutionDisabled", { value: true }, options),
    session.call("Runtime.evaluate", { expression: "document.documentElement.id", returnByValue: true }, options),
  ]);
  if (result.value !== mark) {
    throw new DocumentNotReplaced("Another document is in the page than the one that was put there.");
  }
}

/** Returns script whose promise is never kept: it ends with the window that it runs in. */
const replacementBy = (mark: string): string =>
  `location.href = ${JSON.stringify(`javascript:'<!doctype html><html id=${mark}>'`)}; new Promise(() => {})`;

function requireWindowGone(error: unknown): void {
  if (!(error instanceof CommandRefused && /context was destroyed/i.test(error.message))) {
    throw error;
  }
}
