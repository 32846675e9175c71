import { z } from "zod";
import { byteSize } from "../../../../kernel/byte-size.ts";
import { addFault, type Fault, valueError } from "../../../../kernel/faults.ts";
import { fields, toJsonSchema } from "../../../../kernel/fields/fields.ts";
import { isKnownToIntl } from "../../../../kernel/intl.ts";
import { didYouMean } from "../../../../kernel/nearest.ts";
import { pageBlock, pageBlockAliases, requirePageBlock } from "../../../../kernel/pages/page-block.ts";
import type { TemplateLabels } from "../../../../kernel/template-snapshot.ts";
import { parseParameters } from "../../../execution/parameters.ts";
import type { JsonMembers } from "../../../store/template-store.ts";
import { faultOf } from "../../body/validation.ts";
import type { JsonObject } from "../../openapi/json.ts";
import { storable, valueFault } from "../faults.ts";

/* The fields of a template's JSON (contract §8, "Templates"). */

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** The largest body of a request with a template, in bytes: its texts, and what JSON needs to quote them. */
export const TEMPLATE_BODY_BYTES = 8 * MEBIBYTE;

const SLUG = "^[a-z0-9-]{1,64}$";
const SLUG_FORM = "1 to 64 small letters, digits and hyphens, such as my-invoice";

export const slugFault: Fault = {
  type: "string_pattern_mismatch",
  message: "String should be a slug",
  context: { expected: SLUG_FORM },
  takes: SLUG_FORM,
};

export const isSlug = (text: string): boolean => new RegExp(SLUG).test(text);

export const slugField = () =>
  fields
    .textEvenEmpty()
    .superRefine((slug, context) => {
      if (typeof slug === "string" && !isSlug(slug)) {
        addFault(context, slugFault, { input: slug });
      }
    })
    .meta({ type: "string", pattern: SLUG })
    .describe("Identifier of the template in its account.");

/** The members of a template, each of them optional. */
export const templateFields = {
  name: bounded(fields.optionalTextEvenEmpty({ minLength: 1, maxLength: 200 }), KIBIBYTE).describe(
    "Name of the template. Absent: the slug.",
  ),
  description: bounded(fields.optionalTextEvenEmpty({ maxLength: 2000 }), 8 * KIBIBYTE).describe(
    "Description of the template.",
  ),
  format: fields.optionalChoice({ values: ["html", "markdown"] }).describe("What `content` is. Absent: `html`."),
  css: bounded(fields.optionalTextEvenEmpty(), 256 * KIBIBYTE).describe(
    "Style sheet of the document, at most 256 KiB.",
  ),
  header_html: bounded(fields.optionalTextEvenEmpty(), 64 * KIBIBYTE).describe(
    "HTML above each page, filled in too; at most 64 KiB.",
  ),
  footer_html: bounded(fields.optionalTextEvenEmpty(), 64 * KIBIBYTE).describe(
    "HTML below each page, filled in too; at most 64 KiB.",
  ),
  page: pageField(),
  variables_schema: jsonObject(256 * KIBIBYTE).describe(
    "JSON Schema (2020-12) that the variables of a document are checked against; at most 256 KiB.",
  ),
  sample: jsonObject(MEBIBYTE).describe("Variables for a preview that is sent without any; at most 1 MiB."),
  labels: labelsField(),
};

/** The largest content of a template, in bytes. */
export const CONTENT_BYTES = 2 * MEBIBYTE;
const CONTENT = "The template: HTML or Markdown in which `{{…}}` is filled in. At most 2 MiB.";

export const requiredContent = () => bounded(fields.textEvenEmpty({ minLength: 1 }), CONTENT_BYTES).describe(CONTENT);
export const optionalContent = () =>
  bounded(fields.optionalTextEvenEmpty({ minLength: 1 }), CONTENT_BYTES).describe(CONTENT);

/** Restricts a text to `maxBytes` in UTF-8, and to what every store can keep. */
function bounded<Text extends string | undefined>(field: z.ZodType<Text>, maxBytes: number): z.ZodType<Text> {
  return storable(field).superRefine((text, context) => {
    if (typeof text === "string" && Buffer.byteLength(text) > maxBytes) {
      addFault(context, tooLong(maxBytes));
    }
  });
}

const tooLong = (maxBytes: number): Fault => ({
  type: "string_too_long",
  message: `String should have at most ${maxBytes} bytes in UTF-8`,
  takes: `a text of at most ${byteSize(maxBytes)}`,
  context: { max_bytes: maxBytes },
});

const NOT_AN_OBJECT: Fault = { type: "model_attributes_type", message: "Input should be a JSON object" };

// No document needs deeper JSON; writing it out again would need a stack as deep.
const MAX_DEPTH = 64;

function jsonObject(maxBytes: number): z.ZodType<JsonMembers | undefined> {
  return z
    .unknown()
    .optional()
    .transform((raw, context): JsonMembers | undefined => {
      const fault = raw === undefined ? undefined : objectFault(raw, maxBytes);
      if (fault !== undefined) {
        addFault(context, fault);
        return z.NEVER;
      }
      return isObject(raw) ? raw : undefined;
    })
    .meta({ type: "object" });
}

function objectFault(value: unknown, maxBytes: number): Fault | undefined {
  if (!isObject(value)) {
    return NOT_AN_OBJECT;
  }
  if (isDeeperThan(MAX_DEPTH, value)) {
    return valueFault(`the object should have at most ${MAX_DEPTH} levels`);
  }
  return Buffer.byteLength(JSON.stringify(value)) > maxBytes
    ? valueFault(`the object should have at most ${maxBytes} bytes as JSON`)
    : undefined;
}

const isObject = (value: unknown): value is JsonMembers =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns whether a value is nested deeper than `maxDepth`. It works level by level, since recursion could overrun the
 * stack.
 */
function isDeeperThan(maxDepth: number, value: object): boolean {
  let level: readonly object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) {
      return true;
    }
    level = level.flatMap((item) =>
      Object.values(item).filter((member) => typeof member === "object" && member !== null),
    );
  }
  return false;
}

/** Makes the field of a template's texts in its languages; which keys they have is checked with the template. */
function labelsField(): z.ZodType<TemplateLabels | undefined> {
  return jsonObject(256 * KIBIBYTE)
    .transform((raw, context): TemplateLabels | undefined => {
      const languages = Object.entries(raw ?? {});
      for (const [language, texts] of languages) {
        if (!isKnownToIntl(() => new Intl.Locale(language))) {
          const fault = valueError("expected language tags such as en or de-CH as the names", { takes: LABELS });
          addFault(context, fault, { path: [language] });
        } else if (!isObject(texts) || Object.values(texts).some((text) => typeof text !== "string")) {
          addFault(context, valueError("expected an object of texts", { takes: LABELS }), { path: [language] });
        }
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of its members was looked at
      return raw === undefined ? undefined : (raw as TemplateLabels);
    })
    .meta({ type: "object", additionalProperties: { type: "object", additionalProperties: { type: "string" } } })
    .describe(
      'Texts in several languages that `{{t "key"}}` writes in the language of `locale`, by language and key, such as ' +
        '`{"en": {"due": "Due"}, "de": {"due": "Fällig"}}`; each language has the same keys. At most 256 KiB.',
    );
}

const LABELS = 'an object such as {"en": {"due": "Due"}, "de": {"due": "Fällig"}}';

/** Makes the field of the page block, whose fields are checked as in a request and kept as they were sent. */
function pageField(): z.ZodType<JsonMembers | undefined> {
  const block = z
    .object(pageBlock({ filename: "<slug>.pdf" }))
    .check(({ value, issues }) => requirePageBlock(value, { issues }));
  const { properties = {} } = toJsonSchema(block);
  const names = Object.keys(properties);
  return z
    .unknown()
    .optional()
    .transform((raw, context): JsonMembers | undefined => {
      if (raw === undefined) {
        return undefined;
      }
      if (!isObject(raw)) {
        addFault(context, NOT_AN_OBJECT);
        return z.NEVER;
      }
      const given = Object.entries(raw).filter(([, value]) => value !== null);
      const page = Object.fromEntries(given.map(([name, value]) => [documentedName(name), value]));
      for (const [name] of given) {
        if (!names.includes(documentedName(name))) {
          const advice = didYouMean(name, names) || `They are ${names.join(", ")}.`;
          addFault(context, valueError("not a field of the page block", { advice }), { path: [name] });
        }
      }
      const parsed = parseParameters({ kind: "content", parameters: block }, page);
      for (const issue of parsed.error?.issues ?? []) {
        addFault(context, faultOf(issue), { path: issue.path });
      }
      return page;
    })
    .meta({ type: "object", properties, additionalProperties: false } satisfies JsonObject)
    .describe("Fields of the page block for the template's documents, unless a request says otherwise.");
}

const aliases: ReadonlyMap<string, string> = new Map(Object.entries(pageBlockAliases));
const documentedName = (name: string): string => aliases.get(name) ?? name;
