import {
  CosString,
  type Dict,
  decodeTextString,
  encodeTextString,
  formatDate,
  type PdfDate,
  parseDate,
} from "@quire/cos";
import {
  alternativesProperty,
  sequenceProperty,
  simpleProperty,
  type WrittenProperty,
  XMP_NAMESPACES,
} from "@quire/xmp";

/**
 * An entry of the information dictionary (ISO 32000-2, table 349) and the property of XMP that says the same (ISO 19005-1,
 * 6.7.3).
 */
export interface InformationKey {
  readonly key: string;
  readonly prefix: keyof typeof XMP_NAMESPACES;
  readonly name: string;
  readonly kind: "alternatives" | "sequence" | "simple" | "date";
}

export const INFORMATION_KEYS: readonly InformationKey[] = [
  { key: "Title", prefix: "dc", name: "title", kind: "alternatives" },
  { key: "Author", prefix: "dc", name: "creator", kind: "sequence" },
  { key: "Subject", prefix: "dc", name: "description", kind: "alternatives" },
  { key: "Keywords", prefix: "pdf", name: "Keywords", kind: "simple" },
  { key: "Creator", prefix: "xmp", name: "CreatorTool", kind: "simple" },
  { key: "Producer", prefix: "pdf", name: "Producer", kind: "simple" },
  { key: "CreationDate", prefix: "xmp", name: "CreateDate", kind: "date" },
  { key: "ModDate", prefix: "xmp", name: "ModifyDate", kind: "date" },
];

/** The value of an entry in both forms. */
export interface InformationValue {
  readonly string: CosString;
  readonly property: WrittenProperty;
}

/** Returns the value of an entry; undefined for one that is no text or date, or an empty one. */
export function informationValue(information: Dict, entry: InformationKey): InformationValue | undefined {
  const bytes = information.bytes(entry.key);
  const text = bytes === undefined ? "" : storable(decodeTextString(bytes));
  if (text === "") {
    return undefined;
  }
  const { prefix, name, kind } = entry;
  switch (kind) {
    case "alternatives":
      return { string: written(text), property: alternativesProperty(prefix, name, text) };
    case "sequence":
      return { string: written(text), property: sequenceProperty(prefix, name, text) };
    case "simple":
      return { string: written(text), property: simpleProperty(prefix, name, text) };
    case "date": {
      const date = parseDate(text);
      return date === undefined ? undefined : dateValue(date, prefix, name);
    }
    default:
      return kind satisfies never;
  }
}

const written = (text: string): CosString => new CosString(encodeTextString(text));

/** Writes a date in the form of PDF and in that of XMP (ISO 16684-1, 8.2.1.4), in the same offset from UTC. */
function dateValue(
  { instantMs, offsetMinutes = 0 }: PdfDate,
  prefix: InformationKey["prefix"],
  name: string,
): InformationValue | undefined {
  const instant = new Date(instantMs);
  const year = new Date(instantMs + offsetMinutes * 60_000).getUTCFullYear();
  if (!(year >= 1 && year <= 9999) || Math.abs(offsetMinutes) >= 24 * 60) {
    return undefined;
  }
  const local = new Date(instantMs + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const sign = offsetMinutes < 0 ? "-" : "+";
  const [hours, minutes] = [Math.trunc(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
  const offset = `${sign}${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
  const string = new CosString(Buffer.from(formatDate(instant, offsetMinutes), "latin1"));
  return { string, property: simpleProperty(prefix, name, `${local}${offset}`) };
}

/** The longest text that a string of every part may hold in UTF-16, in code units (ISO 19005-2, 6.1.13). */
const MAX_CHARACTERS = 16_000;

/** Returns the part of a text that a PDF string and XML can both hold, in one line. */
function storable(text: string): string {
  const meant = text.toWellFormed().replaceAll(UNSTORABLE, " ").replaceAll(/ {2,}/g, " ").trim();
  return meant.length <= MAX_CHARACTERS ? meant : meant.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, "");
}

/** Matches control characters and what is no Char of XML 1.0 (2.2). */
const UNSTORABLE = /[\p{Cc}\ufeff\ufffe\uffff]/gu;
