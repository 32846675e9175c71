import { type CosDocument, CosString, Dict, decodeTextString, encodeTextString } from "@quire/cos";
import { storableText } from "@quire/xmp";
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
    title: storableText(title ?? ownText("Title")),
    author: storableText(author ?? ownText("Author")),
    subject: storableText(subject ?? ownText("Subject")),
    keywords: storableText(keywords ?? ownText("Keywords")),
    creator: storableText(creator),
    producer: storableText(ownText("Producer")),
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
