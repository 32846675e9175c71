import { z } from "zod";
import type { MetadataChanges } from "../../engines/metadata/port.ts";
import { valueError } from "../../kernel/faults.ts";
import { type Parse, parseText } from "../../kernel/fields/field-values.ts";
import { documentPassword, fields } from "../../kernel/fields/fields.ts";
import { optionalJsonMembers } from "../../kernel/fields/json-fields.ts";

/** A text that every version of PDF can store in UTF-16 (ISO 19005-1, 6.1.12: 65,535 bytes; later parts 32,767). */
const MAX_CHARACTERS = 10_000;
const MAX_ENTRIES = 100;
/** The longest name (ISO 19005-2, 6.1.13). */
const MAX_NAME_BYTES = 127;

/** The entries that have a field of their own, by their keys. */
const FIELD_OF_KEY: ReadonlyMap<string, string> = new Map([
  ["Title", "title"],
  ["Author", "author"],
  ["Subject", "subject"],
  ["Keywords", "keywords"],
  ["Creator", "creator"],
  ["Producer", "producer"],
  ["CreationDate", "creation_date"],
  ["ModDate", "modification_date"],
]);

const customEntry =
  (name: string): Parse<string> =>
  (raw) => {
    const field = FIELD_OF_KEY.get(name);
    if (field !== undefined) {
      return { fault: valueError(`${name} has a field of its own: ${field}`) };
    }
    if (name === "Trapped") {
      return { fault: valueError("Trapped is no text, and is not changed here") };
    }
    const sizeBytes = Buffer.byteLength(name, "utf8");
    if (sizeBytes === 0 || sizeBytes > MAX_NAME_BYTES || /\p{Cc}/u.test(name)) {
      return { fault: valueError(`expected a name of 1 to ${MAX_NAME_BYTES} bytes without control characters`) };
    }
    return parseText({ maxLength: MAX_CHARACTERS })(raw);
  };

const text = (description: string) =>
  fields.removableText({ maxLength: MAX_CHARACTERS }).describe(`${description} Empty: it is removed.`);

export const schema = z.object({
  title: text("Title."),
  author: text("Author; several in one text."),
  subject: text("Subject."),
  keywords: text("Keywords, separated by commas."),
  creator: text("Program that made the original document."),
  producer: text("Program that made the PDF."),
  creation_date: fields
    .removableTime()
    .describe("When the document was made, with any offset from UTC. Empty: it is removed."),
  modification_date: fields.removableTime().describe("When it was last changed. Empty: it is removed."),
  language: fields.removableLanguageTag().describe("Natural language of the document. Empty: it is removed."),
  custom: optionalJsonMembers(customEntry, {
    members: { type: ["string", "null"], maxLength: MAX_CHARACTERS },
    maxMembers: MAX_ENTRIES,
    emptyIsValue: true,
  })
    .meta({ examples: ['{"Department": "Sales", "Draft": null}'] })
    .describe("Entries of your own, as a JSON object of texts; null or an empty text removes one."),
  strip: fields
    .flag({ default: false })
    .describe(
      "Whether all metadata are removed first: the information dictionary, XMP of the document, its pages and images, " +
        "thumbnails, private data of programs, and what JPEG images say of themselves. The fields that are sent are then set.",
    ),
  output: fields
    .optionalFormChoice({ values: ["file", "json"] })
    .describe(
      "The changed document, or its metadata as JSON. Absent: the document when anything is changed, else JSON.",
    ),
  password: documentPassword(),
});
export type MetadataParameters = z.output<typeof schema>;

/** Returns what is to be changed; undefined when nothing is. */
export function changesOf(parameters: MetadataParameters): MetadataChanges | undefined {
  const { language, custom, strip, creation_date: creationDate, modification_date: modificationDate } = parameters;
  const { title, author, subject, keywords, creator, producer } = parameters;
  const given = { title, author, subject, keywords, creator, producer, creationDate, modificationDate };
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const isNothing = Object.keys(named).length === 0 && Object.keys(custom).length === 0 && language === undefined;
  return isNothing && !strip ? undefined : { fields: named, language, custom, strips: strip };
}
