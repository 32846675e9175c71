/*
 * Whether a document needs script or network, found by a cheap look at its text. It is no parser, and where it is in
 * doubt it says yes: that costs time. Where it is wrong it costs time too, since the page that prints documents without
 * either has neither, and tells when something was asked for.
 */

/** @param html the document, or a style sheet */
export function mayRunScript(html: string): boolean {
  // What stands in <noscript> shows only where there is no script.
  return /<(?:no)?script|\son[a-z]+\s*=|javascript:|<(?:iframe|frame|object|embed|portal)\b/i.test(html);
}

/**
 * Whether script in a document may ask for what only a document at an address has: storage, cookies, a history, other
 * documents, workers. One that asks in a way that is not seen here is told that there is none.
 */
export function mayNeedOrigin(html: string): boolean {
  return ORIGIN.test(html);
}

const ORIGIN =
  /Storage\b|indexedDB|caches\b|cookie|location|origin\b|history|navigat|fetch|XMLHttp|Beacon|Socket|EventSource|\bimport\b|Worker|URL\b|baseURI|referrer|\bdomain\b|\.submit|requestSubmit|\.(?:src|href|action)\b|BroadcastChannel|\bopen\s*\(|\bclose\s*\(|crypto|FontFace/;

/** What of a document leads out of it. */
export function outwardReferences(html: string): readonly string[] {
  return [...html.matchAll(REFERENCE)].map(urlOf).filter(isOutward);
}

/** @param replacements by reference, as `outwardReferences` returns them */
export function withReferences(html: string, replacements: ReadonlyMap<string, string>): string {
  return html.replaceAll(REFERENCE, (whole: string, ...groups: (string | undefined)[]) => {
    const url = urlOf([whole, ...groups]);
    const replacement = replacements.get(url);
    const start = whole.lastIndexOf(url);
    return replacement === undefined ? whole : whole.slice(0, start) + replacement + whole.slice(start + url.length);
  });
}

/**
 * Holds what its URLs alone do not tell of: documents within it, other bases, refreshes, media, candidate lists, imports;
 * or what a page would remember for the next document: its language by header, and the names of its style sheets.
 */
export function isIntricate(html: string): boolean {
  return INTRICATE.test(html);
}

const INTRICATE =
  /<(?:base|iframe|frame|object|embed|portal|video|audio|source|track|picture)\b|<(?:style|link)\b[^>]*\stitle\s*=|http-equiv\s*=(?!\s*["']?(?:content-type|x-ua-compatible))|srcset\s*=|@import|image-set\(|<\?xml-stylesheet/i;

/** `src="…"`, `<link … href=…>`, `background="…"`, `url(…)` and their like; the attribute's value is one of the groups. */
const REFERENCE =
  /(?:\bsrc|\bposter|\bbackground|\bdata|<(?:link|image|use|feimage|pattern|lineargradient|radialgradient|filter|mpath|textpath)\b[^>]*?\bhref)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))|\burl\(\s*["']?([^"')]*)/gi;

const urlOf = ([, quoted, apostrophed, bare, css]: readonly (string | undefined)[]): string =>
  (typeof quoted === "string" ? quoted : (apostrophed ?? bare ?? css ?? "")).trim();

const isOutward = (url: string): boolean => url !== "" && !/^(?:data:|#|about:blank)/i.test(url);
