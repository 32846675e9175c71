const REPLACEMENTS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // In text of HTML a carriage return would become a separate line feed.
  "\r": "",
};

/** Escapes text for HTML, between tags and in quoted values; characters that no document holds are replaced. */
export const escapeHtml = (text: string): string =>
  SPECIAL.test(text) ? text.toWellFormed().replaceAll(EVERY_SPECIAL, (one) => REPLACEMENTS[one] ?? "\ufffd") : text;

// oxlint-disable eslint/no-control-regex -- the patterns look for them
const SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]/;
const EVERY_SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;
// oxlint-enable eslint/no-control-regex

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Returns an attribute for elements of text that goes from right to left, or may; empty for other text. */
export const directionAttribute = (text: string): string => (RIGHT_TO_LEFT.test(text) ? " dir=auto" : "");

const WEB = /^https?:\/\/[^\s<>"]{1,2000}$/i;
const MAIL = /^[^\s@<>"(),:;]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+$/i;

/** Returns text that is an address and nothing else as a link; other text unchanged, as HTML. */
export function linkedHtml(text: string): string {
  const html = escapeHtml(text);
  if (WEB.test(text)) {
    return `<a href="${html}">${html}</a>`;
  }
  return MAIL.test(text) ? `<a href="mailto:${html}">${html}</a>` : html;
}
