/*
 * Whether a document needs script or network, found by a cheap search of its text. It is no parser, and in doubt it
 * says yes, which costs time. Where it wrongly says no it costs time too, since the page that prints documents without
 * either has neither, and reports when a document asked for something.
 */

/**
 * Returns whether a document may run script.
 * @param html the document, or a style sheet
 */
export function mayRunScript(html: string): boolean {
  // The content of <noscript> shows only where there is no script.
  return /<(?:no)?script|\son[a-z]+\s*=|javascript:|<(?:iframe|frame|object|embed|portal)\b/i.test(html);
}

/**
 * Returns whether script in a document may use what only a document with an address has: storage, cookies, a history,
 * other documents, workers. Script that uses them in a way that is not recognized here finds none.
 */
export function mayNeedOrigin(html: string): boolean {
  return ORIGIN.test(html);
}

const ORIGIN =
  /Storage\b|indexedDB|caches\b|cookie|location|origin\b|history|navigat|fetch|XMLHttp|Beacon|Socket|EventSource|\bimport\b|Worker|URL\b|baseURI|referrer|\bdomain\b|\.submit|requestSubmit|\.(?:src|href|action)\b|BroadcastChannel|\bopen\s*\(|\bclose\s*\(|crypto|FontFace/;

/** Returns the references of a document that lead out of it. */
export function outwardReferences(html: string): readonly string[] {
  return [...html.matchAll(REFERENCE)].map(urlOf).filter(isOutward);
}

/**
 * Returns the document with references replaced.
 * @param replacements by reference, as `outwardReferences` returns them
 */
export function withReferences(html: string, replacements: ReadonlyMap<string, string>): string {
  return html.replaceAll(REFERENCE, (whole: string, ...groups: (string | undefined)[]) => {
    const url = urlOf([whole, ...groups]);
    const replacement = replacements.get(url);
    const start = whole.lastIndexOf(url);
    return replacement === undefined ? whole : whole.slice(0, start) + replacement + whole.slice(start + url.length);
  });
}

/**
 * Returns whether a document contains references that its URLs alone do not show: documents within it, other bases,
 * refreshes, media, candidate lists, imports; or things that a page would keep for the next document: its language by
 * header, and the names of its style sheets.
 */
export function isIntricate(html: string): boolean {
  return INTRICATE.test(html);
}

const INTRICATE =
  /<(?:base|iframe|frame|object|embed|portal|video|audio|source|track|picture)\b|<(?:style|link)\b[^>]*\stitle\s*=|http-equiv\s*=(?!\s*["']?(?:content-type|x-ua-compatible))|srcset\s*=|@import|image-set\(|<\?xml-stylesheet/i;

/**
 * Matches `src="…"`, `<link … href=…>`, `background="…"`, `url(…)` and similar; the attribute's value is one of the
 * groups.
 */
const REFERENCE =
  /(?:\bsrc|\bposter|\bbackground|\bdata|<(?:link|image|use|feimage|pattern|lineargradient|radialgradient|filter|mpath|textpath)\b[^>]*?\bhref)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))|\burl\(\s*["']?([^"')]*)/gi;

const urlOf = ([, quoted, apostrophed, bare, css]: readonly (string | undefined)[]): string =>
  (typeof quoted === "string" ? quoted : (apostrophed ?? bare ?? css ?? "")).trim();

const isOutward = (url: string): boolean => url !== "" && !/^(?:data:|#|about:blank)/i.test(url);
