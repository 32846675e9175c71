import { nextOf } from "./references.ts";

/*
 * Whether a document needs script or network, found by a cheap search of its text. It is no parser, and in doubt it
 * says yes, which costs time. Where it wrongly says no it costs time too, since the page that prints documents without
 * either has neither, and reports when a document asked for something.
 *
 * The search runs in the service's own process, on text of any caller: every pattern takes time in proportion to the
 * text, and what stands in a tag is found by looking for the tag's end once, never by a pattern across it.
 */

/**
 * Returns whether a document may run script.
 * @param html the document, or a style sheet
 */
export function mayRunScript(html: string): boolean {
  // The content of <noscript> shows only where there is no script.
  return SCRIPT.test(html) || /\son[a-z]+\s*=/i.test(html);
}

const SCRIPT = /<(?:no)?script|javascript:|<(?:iframe|frame|object|embed|portal)\b/i;

/**
 * Returns whether script in a document may use what only a document with an address has: storage, cookies, a history,
 * other documents, workers. Script that uses them in a way that is not recognized here finds none.
 */
export function mayNeedOrigin(html: string): boolean {
  return ORIGIN.test(html) || /\b(?:open|close)\s*\(/.test(html);
}

const ORIGIN =
  /Storage\b|indexedDB|caches\b|cookie|location|origin\b|history|navigat|fetch|XMLHttp|Beacon|Socket|EventSource|\bimport\b|Worker|URL\b|baseURI|referrer|\bdomain\b|\.submit|requestSubmit|\.(?:src|href|action)\b|BroadcastChannel|crypto|FontFace/;

/**
 * Returns whether a document contains references that its URLs alone do not show: documents within it, other bases,
 * refreshes, media, candidate lists, imports; or things that a page would keep for the next document: its language by
 * header, and the names of its style sheets.
 */
export function isIntricate(html: string): boolean {
  return INTRICATE.test(html) || HTTP_EQUIVALENT.test(html) || hasNamedStyle(html);
}

const INTRICATE =
  /<(?:base|iframe|frame|object|embed|portal|video|audio|source|track|picture)\b|srcset\s*=|@import|image-set\(|<\?xml-stylesheet/i;

const HTTP_EQUIVALENT = /http-equiv\s*=(?!\s*["']?(?:content-type|x-ua-compatible))/i;

/** Returns whether a `<style>` or `<link>` has a title, which is the name of its style sheet. */
function hasNamedStyle(html: string): boolean {
  const tagEnd = nextOf(html, ">");
  let until = 0;
  for (const { 0: found, index } of html.matchAll(STYLE_OR_TITLE)) {
    if (found.startsWith("<")) {
      until = tagEnd(index);
    } else if (index < until) {
      return true;
    }
  }
  return false;
}

const STYLE_OR_TITLE = /<(?:style|link)\b|\stitle\s*=/gi;

/** Returns whether a document has relative links, which resolve against a document's base; a pooled page has none. */
export function hasRelativeLink(html: string): boolean {
  for (const { 0: found, index } of html.matchAll(/\bhref\s*=\s*/gi)) {
    const start = index + found.length;
    const isQuoted = html[start] === '"' || html[start] === "'";
    LINK.lastIndex = isQuoted ? start + 1 : start;
    if (LINK.test(html)) {
      return true;
    }
  }
  return false;
}

/** Matches the start of a relative link, after its quote. */
const LINK = /\s*(?![a-z][a-z0-9+.-]*:|#)[^"'\s>]/iy;
