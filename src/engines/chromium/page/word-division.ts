import { hyphenatorFrom, patternsOf, readPatterns } from "@quire/documents/hyphenation";
import type { ContextPage } from "../browser/browser.ts";
import type { PrintJob } from "../port.ts";
import { emulatedMedia, mediaKey, PLAIN_MEDIA } from "./print-page.ts";
import { FOREVER_MS } from "./printer-world.ts";

/*
 * `hyphens: auto` of documents: the browser has no dictionaries, so that it does nothing. Soft hyphens take its place, which
 * the post-processor takes out of the text again. The page itself divides the words: text of documents is not read here.
 */

/**
 * Puts soft hyphens into the words that a document wants to be divided, as far as there are patterns of their language.
 * A page that forbids itself to run the patterns stays as it is.
 * @param languages the values of `lang` in the document; without one nothing is done
 */
export async function divideWords(
  { session }: ContextPage,
  job: PrintJob,
  {
    languages,
    evaluate,
  }: { readonly languages: readonly string[]; readonly evaluate: (expression: string) => Promise<unknown> },
): Promise<void> {
  const names = languages.flatMap((language): [string, string][] => {
    const name = patternsOf(language);
    return name === undefined ? [] : [[language, name]];
  });
  if (names.length === 0) {
    return;
  }
  // A style sheet for paper says nothing of a window.
  const isWindow = mediaKey(job) === PLAIN_MEDIA;
  const options = { timeoutMs: FOREVER_MS };
  if (isWindow) {
    await session.call("Emulation.setEmulatedMedia", emulatedMedia(job), options);
  }
  await evaluate(divisionScript(names));
  if (isWindow) {
    await session.call("Emulation.setEmulatedMedia", { media: "", features: [] }, options);
  }
}

function divisionScript(names: readonly (readonly [language: string, name: string])[]): string {
  const patterns = Array.from(new Set(names.map(([, name]) => name)), (name) => [
    name,
    Buffer.from(readPatterns(name)).toString("base64"),
  ]);
  return `try {(() => {
const hyphenatorFrom = ${hyphenatorFrom.toString()};
const hyphenators = new Map(${JSON.stringify(patterns)}.map(([name, data]) => [name, hyphenatorFrom(Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0)))]));
const names = new Map(${JSON.stringify(names)});
${DIVIDE}
})();} catch {}`;
}

/**
 * Text is changed when all of it is chosen: each change makes the browser work styles out again. The hyphen of a keyboard
 * looks the same as the browser's, and readers join what it divides.
 */
const DIVIDE = `
const NO_TEXT = "script,style,template,noscript,textarea,option,title";
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const chosen = [];
for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
  const element = node.parentElement;
  if (!(element instanceof HTMLElement) || !/\\S{6}/.test(node.data) || element.matches(NO_TEXT)) { continue; }
  const { hyphens, hyphenateCharacter } = getComputedStyle(element);
  const divide = hyphens === "auto" ? hyphenators.get(names.get(element.closest("[lang]")?.lang)) : undefined;
  if (divide !== undefined) { chosen.push({ node, element, divide, isPlain: hyphenateCharacter === "auto" }); }
}
for (const { node, element, divide, isPlain } of chosen) {
  const text = divide(node.data);
  if (text === node.data) { continue; }
  node.data = text;
  if (isPlain) { element.style.hyphenateCharacter = '"-"'; }
}`;
