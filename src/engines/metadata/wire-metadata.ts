import { METADATA_FIELDS, METADATA_LIMITS, type XmpShown } from "@quire/metadata/options";
import { z } from "zod";

/* The schema of the metadata that a worker reports. */

const { characters, nameCharacters, entries, depth } = METADATA_LIMITS;

const count = z.int().min(0);
const text = z.string().max(characters);
const name = z.string().max(nameCharacters);
const namedTexts = z.array(z.object({ name, text })).max(entries);

/** Makes the schema of values that are nested so deep. */
function xmpValue(levels: number): z.ZodType<XmpShown> {
  if (levels === 0) {
    return z.union([text, z.array(z.never()), z.strictObject({})]);
  }
  const inner = xmpValue(levels - 1);
  return z.union([text, z.array(inner).max(entries), z.record(name, inner)]);
}

const field = text.nullable();

export const documentMetadata = z.object({
  fields: z.object({
    title: field,
    author: field,
    subject: field,
    keywords: field,
    creator: field,
    producer: field,
    creationDate: field,
    modificationDate: field,
  }),
  differing: z.array(z.enum(METADATA_FIELDS)).max(METADATA_FIELDS.length),
  language: name.nullable(),
  custom: namedTexts,
  customTotal: count,
  information: namedTexts,
  informationTotal: count,
  xmp: z
    .object({
      sizeBytes: count,
      problem: name.nullable(),
      properties: z.array(z.object({ name, value: xmpValue(depth) })).max(entries),
      total: count,
    })
    .nullable(),
  claims: z.object({ pdfa: name.nullable(), pdfua: name.nullable(), pdfx: name.nullable() }),
});
