import { type CosDocument, CosString, Dict, decodeTextString, encodeTextString } from "@quire/cos";
import type { PrintedInformation } from "./options.ts";

/**
 * The texts about the document, as they are written to the information dictionary and to XMP; an empty one is left out.
 */
export type DocumentText = Readonly<Record<(typeof ENTRIES)[number][0], string>>;

/**
 * The names of the texts and their keys (ISO 32000-2, 14.3.3, table 349). The dates are left out: they would be those
 * of the printing and differ each time.
 */
const ENTRIES = [
  ["title", "Title"],
  ["author", "Author"],
  ["subject", "Subject"],
  ["keywords", "Keywords"],
  ["creator", "Creator"],
  ["producer", "Producer"],
] as const;

export function documentText(
  document: CosDocument,
  { information, creator }: { readonly information: PrintedInformation; readonly creator: string },
): DocumentText {
  const printed = document.trailer.dict("Info") ?? new Dict();
  const ownText = (key: string): string => decodeTextString(printed.bytes(key) ?? new Uint8Array(0));
  const { title, author, subject, keywords } = information;
  return {
    title: storable(title ?? ownText("Title")),
    author: storable(author ?? ownText("Author")),
    subject: storable(subject ?? ownText("Subject")),
    keywords: storable(keywords ?? ownText("Keywords")),
    creator: storable(creator),
    producer: storable(ownText("Producer")),
  };
}

export function informationDictionary(text: DocumentText): Dict {
  const dict = new Dict();
  for (const [name, key] of ENTRIES) {
    if (text[name] !== "") {
      dict.set(key, new CosString(encodeTextString(text[name])));
    }
  }
  return dict;
}

/**
 * The longest text, in UTF-16 code units of two bytes each: what every reader of PDF 1 accepts in a string (ISO
 * 32000-1, annex C.2: 32,767 bytes).
 */
const MAX_CHARACTERS = 16_000;

/**
 * Returns the part of a text that a PDF string and XML can both hold: without control characters except tabs and line
 * feeds, to which all line breaks are converted, and without unpaired surrogates.
 */
function storable(text: string): string {
  const meant = text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(UNSTORABLE, "").trim();
  return meant.length <= MAX_CHARACTERS ? meant : meant.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, "");
}

/**
 * Matches the characters that are no Char of XML 1.0 (2.2), and U+007F to U+009F, which are control characters as well.
 */
// oxlint-disable-next-line no-control-regex -- the expression searches for control characters
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
