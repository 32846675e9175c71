import type { Token } from "markdown-it";
import sanitizeHtml from "sanitize-html";
import { OPTIONS } from "./allowed-html.ts";
import { tooComplex } from "./limits.ts";

/**
 * Returns the HTML of a document's tokens without anything that could run, load or look like something else; elements that
 * are open at the end are closed. To read the HTML again takes as long as to make it, and changes nothing where none of it
 * is the document's own.
 * @throws ContentError `too_complex` when elements are nested too deeply
 */
export function harmlessHtml(html: string, tokens: readonly Token[]): string {
  checkDepth(html);
  return isHarmless(tokens) ? html : sanitizeHtml(html, OPTIONS);
}

/** Returns whether no token is raw HTML, and all addresses are of kinds that are kept as they are. */
const isHarmless = (tokens: readonly Token[]): boolean =>
  tokens.every(
    (token) =>
      !RAW_HTML.has(token.type) &&
      [token.attrGet("href"), token.attrGet("src")].every((url) => url === null || USUAL_ADDRESS.test(url)) &&
      (token.children === null || isHarmless(token.children)),
  );

const RAW_HTML = new Set(["html_block", "html_inline"]);

/** Matches addresses of the web, places in the document, and the names of files: all that most documents have. */
const USUAL_ADDRESS =
  /^(?:https?:\/\/[\w.-]+(?::\d+)?(?:[/?#][\w\-.~:/?#@!$&'()*+,;=%]*)?|#[\w\-.~%]*|[\w.-]+(?:\/[\w.-]+)*)$/u;

/**
 * The greatest number of elements that may be open at once: the parser of HTML takes time for each element by how many
 * are open around it.
 */
const MAX_DEPTH = 5_000;
const VOID = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
]);

function checkDepth(html: string): void {
  const open = new Map<string, number>();
  let depth = 0;
  for (const [, slash, name = ""] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/giu)) {
    if (VOID.has(name)) {
      continue;
    }
    const count = open.get(name) ?? 0;
    const change = slash === "" ? 1 : -Math.min(1, count);
    open.set(name, count + change);
    depth += change;
    if (depth > MAX_DEPTH) {
      throw tooComplex("The Markdown has HTML with elements that are nested too deeply or never closed.");
    }
  }
}

/** The elements whose content is no HTML: the text after one that is left open would be lost. */
const RAW_TEXT =
  /^(?:iframe|noembed|noframes|noscript|object|option|plaintext|script|style|svg|math|template|textarea|title|xmp)$/iu;
// Comments, CDATA, processing instructions, declarations; then tags with their values.
const CONSTRUCT =
  // oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
  /<!--(?:-?>|[^]*?-->)|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!(?!--)[^>]*>|<(\/?)([a-z][^\s/>]*)(?:[^"'>]|"[^"]*"|'[^']*')*>/iuy;

/**
 * Returns one piece of raw HTML without comments, instructions and elements of raw text. It is cut where something
 * begins that does not end in it, which would take what follows with it.
 */
export function closedRawHtml(html: string): string {
  const kept: string[] = [];
  let end = 0;
  for (let start = html.indexOf("<"); start !== -1; start = html.indexOf("<", end)) {
    kept.push(html.slice(end, start));
    if (!/[a-z/!?]/iu.test(html[start + 1] ?? "")) {
      kept.push("&lt;");
      end = start + 1;
      continue;
    }
    CONSTRUCT.lastIndex = start;
    const [construct, slash, name] = CONSTRUCT.exec(html) ?? [];
    if (construct === undefined) {
      return kept.join("");
    }
    end = start + construct.length;
    if (name === undefined) {
      continue;
    }
    if (!RAW_TEXT.test(name)) {
      kept.push(construct);
    } else if (slash === "") {
      // oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
      const close = new RegExp(`</${name}[^>]*>`, "giu");
      close.lastIndex = end;
      // A tag alone, in running text, has its content and its end in other pieces.
      if (close.exec(html) === null) {
        return kept.join("");
      }
      end = close.lastIndex;
    }
  }
  kept.push(html.slice(end));
  return kept.join("");
}
