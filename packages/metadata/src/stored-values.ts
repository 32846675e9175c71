import { CosString, encodeTextString, formatDate, parseDate } from "@quire/cos";
import { alternativesProperty, sequenceProperty, simpleProperty, type WrittenProperty } from "@quire/xmp";
import { offsetText } from "./dates.ts";
import type { FieldPlace } from "./field-places.ts";

/** The value of a field in both forms; they say the same (ISO 19005-1, 6.7.3). */
export interface StoredValue {
  readonly string: CosString;
  readonly property: WrittenProperty;
}

/** Returns a value as the information dictionary and XMP store it; undefined for an empty one, and for a date that is none. */
export function storedValue({ prefix, name, kind }: FieldPlace, value: string): StoredValue | undefined {
  const text = storable(value);
  if (text === "") {
    return undefined;
  }
  switch (kind) {
    case "alternatives":
      return { string: textString(text), property: alternativesProperty(prefix, name, text) };
    case "sequence":
      return { string: textString(text), property: sequenceProperty(prefix, name, text) };
    case "simple":
      return { string: textString(text), property: simpleProperty(prefix, name, text) };
    case "date": {
      const date = parseDate(text);
      if (date === undefined) {
        return undefined;
      }
      const { instantMs, offsetMinutes = 0 } = date;
      const string = new CosString(Buffer.from(formatDate(new Date(instantMs), offsetMinutes), "latin1"));
      const local = new Date(instantMs + offsetMinutes * 60_000).toISOString().slice(0, 19);
      const written = `${local}${offsetMinutes === 0 ? "Z" : offsetText(offsetMinutes)}`;
      return { string, property: simpleProperty(prefix, name, written) };
    }
    default:
      return kind satisfies never;
  }
}

export const textString = (text: string): CosString => new CosString(encodeTextString(text));

/** Returns the part of a text that a PDF string and XML can both hold, in one line. */
export const storable = (text: string): string =>
  text.toWellFormed().replaceAll(UNSTORABLE, " ").replaceAll(/ {2,}/g, " ").trim();

/** Matches control characters and what is no Char of XML 1.0 (2.2). */
const UNSTORABLE = /[\p{Cc}\ufeff\ufffe\uffff]/gu;
