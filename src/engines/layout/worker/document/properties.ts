import { type CosDocument, decodeTextString, parseDate } from "@quire/cos";
import type { DocumentProperties } from "../../port.ts";
import { readTitle } from "./title.ts";

/**
 * Returns the properties that a document states: from its information dictionary (ISO 32000-2, 14.3.3), the title also
 * from its XMP.
 */
export function readProperties(document: CosDocument): DocumentProperties {
  const info = document.trailer.dict("Info");
  const textOf = (key: string): string | null => {
    const bytes = info?.bytes(key);
    return bytes === undefined ? null : shown(decodeTextString(bytes));
  };
  const dateAt = (key: string): string | null => {
    const text = textOf(key);
    const date = text === null ? undefined : parseDate(text);
    return date === undefined || Math.abs(date.instantMs) > MAX_DATE_MS ? null : new Date(date.instantMs).toISOString();
  };
  return {
    title: readTitle(document) ?? null,
    author: textOf("Author"),
    subject: textOf("Subject"),
    keywords: textOf("Keywords"),
    creator: textOf("Creator"),
    producer: textOf("Producer"),
    created: dateAt("CreationDate"),
    modified: dateAt("ModDate"),
  };
}

/** The limit of dates, in milliseconds of Unix time (ECMA-262, 21.4.1.1). */
const MAX_DATE_MS = 8.64e15;
const MAX_TEXT = 2000;

function shown(text: string): string | null {
  const clean = text
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return clean === "" ? null : clean;
}
