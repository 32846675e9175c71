const SAFE = /^(?:(?:https?|mailto|tel):|#[\p{L}\p{M}\p{N}_-]+$)/iu;
// oxlint-disable-next-line eslint/no-control-regex -- the pattern looks for them
const CONTROLS = /[\0-\u001f\u007f-\u009f]/g;

/**
 * Returns a document's link as it may be written: never one that a browser would run or open from a disk. Returns
 * undefined for links with other schemes than http, https, mailto and tel; anchors in the document are kept.
 */
export function safeHref(href: string | undefined): string | undefined {
  // Browsers take control characters and spaces at the ends out before they look at the scheme.
  const clean = href?.replaceAll(CONTROLS, "").trim().toWellFormed();
  return clean !== undefined && SAFE.test(clean) ? clean : undefined;
}
