/**
 * The longest text, in UTF-16 code units of two bytes each: what every reader of PDF 1 accepts in a string (ISO
 * 32000-1, annex C.2: 32,767 bytes).
 */
const MAX_CHARACTERS = 16_000;

/**
 * Returns the part of a text that a PDF string and XML can both hold: without control characters except tabs and line
 * feeds, to which all line breaks are converted, and without unpaired surrogates.
 */
export function storableText(text: string): string {
  const meant = text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(UNSTORABLE, "").trim();
  return meant.length <= MAX_CHARACTERS ? meant : meant.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, "");
}

/**
 * Matches the characters that are no Char of XML 1.0 (2.2), and U+007F to U+009F, which are control characters as well.
 */
// oxlint-disable-next-line no-control-regex -- the expression searches for control characters
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
