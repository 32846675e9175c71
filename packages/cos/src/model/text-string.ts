/** Decodes a text string (ISO 32000-2, 7.9.2.2). Language escapes are dropped; bytes that are no text become U+FFFD. */
export function decodeTextString(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xfe && second === 0xff) {
    return withoutLanguages(UTF_16BE.decode(evenPart(bytes)));
  }
  // No version of the standard has the little-endian form, but some writers use it and every reader accepts it.
  if (first === 0xff && second === 0xfe) {
    return withoutLanguages(UTF_16LE.decode(evenPart(bytes)));
  }
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return withoutLanguages(UTF_8.decode(bytes.subarray(3)));
  }
  return decodePdfDocEncoding(bytes);
}

/**
 * Encodes a text string: in PDFDocEncoding when the text fits, else in UTF-16BE. Lone surrogates become U+FFFD; U+001B,
 * which begins a language escape and means nothing else in text, is left out.
 */
export function encodeTextString(text: string): Uint8Array {
  const meant = text.replaceAll("\u001b", "");
  return encodePdfDocEncoding(meant) ?? encodeUtf16(meant.toWellFormed());
}

/** Decodes bytes in PDFDocEncoding (annex D.2); the three bytes that it leaves undefined become U+FFFD. */
function decodePdfDocEncoding(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  return latin1.replaceAll(NOT_LATIN_1, (character) => String.fromCharCode(CHARACTERS[character.charCodeAt(0)]!));
}

/**
 * Encodes text in PDFDocEncoding; undefined when it lacks a character, or when readers would take the bytes for
 * Unicode.
 */
export function encodePdfDocEncoding(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const byte = BYTES.get(text.charCodeAt(index));
    if (byte === undefined) {
      return undefined;
    }
    bytes[index] = byte;
  }
  return startsAsUnicode(bytes) ? undefined : bytes;
}

const UTF_8 = new TextDecoder("utf-8", { ignoreBOM: true });
const UTF_16BE = new TextDecoder("utf-16be");
const UTF_16LE = new TextDecoder("utf-16le");
const REPLACEMENT = 0xfffd;
// oxlint-disable-next-line no-control-regex -- of bytes, not of text
const NOT_LATIN_1 = /[\u0018-\u001f\u007f-\u00a0\u00ad]/g;

/**
 * The character of each byte (annex D.2, table D.2): that of ISO 8859-1, except for those set below. Bytes below 0x18
 * are control characters, as in ISO 8859-1.
 */
const CHARACTERS = Uint16Array.from({ length: 256 }, (_, byte) => byte);
CHARACTERS.set([0x02d8, 0x02c7, 0x02c6, 0x02d9, 0x02dd, 0x02db, 0x02da, 0x02dc], 0x18);
CHARACTERS.set([0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x0192, 0x2044], 0x80);
CHARACTERS.set([0x2039, 0x203a, 0x2212, 0x2030, 0x201e, 0x201c, 0x201d, 0x2018], 0x88);
CHARACTERS.set([0x2019, 0x201a, 0x2122, 0xfb01, 0xfb02, 0x0141, 0x0152, 0x0160], 0x90);
CHARACTERS.set([0x0178, 0x017d, 0x0131, 0x0142, 0x0153, 0x0161, 0x017e, REPLACEMENT], 0x98);
CHARACTERS.set([0x20ac], 0xa0);
CHARACTERS[0x7f] = REPLACEMENT;
CHARACTERS[0xad] = REPLACEMENT;

const BYTES = new Map([...CHARACTERS].map((character, byte) => [character, byte]));
BYTES.delete(REPLACEMENT);

const startsAsUnicode = ([first, second, third]: Uint8Array) =>
  (first === 0xfe && second === 0xff) ||
  (first === 0xff && second === 0xfe) ||
  (first === 0xef && second === 0xbb && third === 0xbf);

/**
 * Returns the bytes without an odd one at the end. Half a character is what a cut leaves, and readers show the text
 * without it.
 */
const evenPart = (bytes: Uint8Array) => bytes.subarray(0, bytes.length - (bytes.length % 2));

/** Removes language escapes (7.9.2.2.2): the language, perhaps with a country, between two escape characters. */
const withoutLanguages = (text: string) => (text.includes("\u001b") ? text.replaceAll(LANGUAGE_ESCAPE, "") : text);
// oxlint-disable-next-line no-control-regex -- the escape character is what is looked for
const LANGUAGE_ESCAPE = /\u001b[A-Za-z]{2}(?:-?[A-Za-z]{2})?\u001b/g;

function encodeUtf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 + 2 * text.length);
  bytes.set([0xfe, 0xff]);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    bytes[2 + 2 * index] = unit >> 8;
    bytes[3 + 2 * index] = unit & 0xff;
  }
  return bytes;
}
