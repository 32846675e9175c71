import { type CosDocument, type Dict, decodeTextString, type PdfDate, parseDate } from "@quire/cos";
import { propertyIn, withoutFinalZeros, type XmpPacket } from "./packet.ts";
import { URIS } from "./schemas.ts";
import { describe } from "./value-types.ts";

/** The keys of the information dictionary, and the equivalent properties (ISO 19005-1, 6.7.3). */
export const ANALOGUES = {
  CreationDate: { uri: URIS.xmp, local: "CreateDate", property: "xmp:CreateDate" },
  Title: { uri: URIS.dc, local: "title", property: 'dc:title["x-default"]' },
  Author: { uri: URIS.dc, local: "creator", property: "dc:creator" },
  Subject: { uri: URIS.dc, local: "description", property: 'dc:description["x-default"]' },
  Keywords: { uri: URIS.pdf, local: "Keywords", property: "pdf:Keywords" },
  Creator: { uri: URIS.xmp, local: "CreatorTool", property: "xmp:CreatorTool" },
  Producer: { uri: URIS.pdf, local: "Producer", property: "pdf:Producer" },
  ModDate: { uri: URIS.xmp, local: "ModifyDate", property: "xmp:ModifyDate" },
} as const;

export type InformationKey = keyof typeof ANALOGUES;

/** An entry of the information dictionary, compared with XMP. */
export interface InformationEntry {
  readonly key: InformationKey;
  /** The decoded text, without the zeros that some writers end texts with; those at the end of a date remain. */
  readonly text: string;
  /** The value of the analogous property, described; undefined where the property is absent. */
  readonly shownXmp: string | undefined;
  readonly isEquivalent: boolean;
}

/** Returns the entries of the information dictionary that are strings and have an analogous property. */
export function informationEntries(document: CosDocument, packet: XmpPacket | undefined): readonly InformationEntry[] {
  const information = document.trailer.dict("Info");
  if (information === undefined) {
    return [];
  }
  return KEYS.flatMap((key) => {
    const text = textIn(information, key);
    return text === undefined ? [] : [entryOf(key, text, packet)];
  });
}

const KEYS = ["CreationDate", "Title", "Author", "Subject", "Keywords", "Creator", "Producer", "ModDate"] as const;

function entryOf(key: InformationKey, text: string, packet: XmpPacket | undefined): InformationEntry {
  const { uri, local } = ANALOGUES[key];
  const property = propertyIn(packet, uri, local);
  const value = property?.value;
  const xmp = ALTERNATIVES.has(key) && !isLanguageAlternative(value) ? [] : textsOf(value);
  const [only] = xmp;
  const isEquivalent =
    text === NO_TEXT ? false : DATES.has(key) ? isSameInstant(text, only ?? "") : areSameTexts(text, xmp);
  const shownXmp = value && (only === undefined ? describe(value) : xmp.map((one) => JSON.stringify(one)).join(", "));
  return { key, text, shownXmp, isEquivalent };
}

type Value = NonNullable<ReturnType<typeof propertyIn>>["value"] | undefined;

/** Returns whether a value is an alternative with languages: any other has no text in the default language. */
const isLanguageAlternative = (value: Value): boolean =>
  value?.kind === "array" && value.form === "Alt" && value.items.some(({ language }) => language !== undefined);

/** Returns the texts of a value: the default of a language alternative, all items of any other array. */
function textsOf(value: Value): readonly string[] {
  if (value?.kind === "simple") {
    return [value.text];
  }
  if (value?.kind !== "array") {
    return [];
  }
  const items =
    value.form === "Alt"
      ? [value.items.find(({ language }) => language?.toLowerCase() === "x-default") ?? value.items[0]]
      : value.items;
  return items.flatMap((item) => (item?.value.kind === "simple" ? [item.value.text] : []));
}

/** The keys whose properties are language alternatives (6.7.3, table 1). */
const ALTERNATIVES: ReadonlySet<InformationKey> = new Set(["Title", "Subject"]);
const DATES: ReadonlySet<InformationKey> = new Set(["CreationDate", "ModDate"]);

/** Compares texts. An array of several values, such as authors, has no equivalent in one string. */
const areSameTexts = (pdf: string, xmp: readonly string[]): boolean =>
  xmp.length === 1 && withoutFinalZeros(xmp[0] ?? "") === pdf;

/** Matches a PDF date, with or without its `D:`, but no date in the form of XMP, and none that anything follows. */
const PDF_DATE = /^\s*(?:D:)?\d{4}(?!-)[^\0\s]*$/;

/** Matches an XMP date with a fraction of a second that is at least a millisecond, which no PDF date is equal to. */
const FRACTION = /:\d\d\.(?!000)\d*[1-9]/;

/** Returns whether two dates are the same. A date without an offset from UTC may have any. */
function isSameInstant(pdfDate: string, xmpDate: string): boolean {
  const pdf = PDF_DATE.test(pdfDate) ? parseDate(pdfDate) : undefined;
  const xmp = parseDate(xmpDate);
  if (pdf === undefined || xmp === undefined || FRACTION.test(xmpDate)) {
    return false;
  }
  const isOffsetUnknown = pdf.offsetMinutes === undefined || xmp.offsetMinutes === undefined;
  return pdf.instantMs === xmp.instantMs || (isOffsetUnknown && localMs(pdf) === localMs(xmp));
}

const localMs = ({ instantMs, offsetMinutes }: PdfDate): number => instantMs + (offsetMinutes ?? 0) * 60_000;

/** What is shown for a value that is no string; no text in XMP has this character. */
const NO_TEXT = "\0";

function textIn(information: Dict, key: InformationKey): string | undefined {
  const bytes = information.bytes(key);
  if (bytes === undefined) {
    // A value of another type is the same as no text.
    return DATES.has(key) || !information.has(key) ? undefined : NO_TEXT;
  }
  // Half a unit of UTF-16 at the end is part of the text, although it stands for no character.
  const isHalved =
    bytes.length % 2 === 1 && (bytes[0] === 0xfe || bytes[0] === 0xff) && (bytes[0] ^ (bytes[1] ?? 0)) === 1;
  const text = decodeTextString(bytes) + (isHalved ? "\uFFFD" : "");
  // Zeros belong to no date (ISO 32000-1, 7.9.4).
  return DATES.has(key) ? text : withoutFinalZeros(text);
}
