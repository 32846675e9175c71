import { z } from "zod";
import { parseCssColour } from "../css-colours.ts";
import { addFault, type Fault } from "../faults.ts";
import {
  LENGTH_PATTERN,
  PAGE_SIZES,
  type PageSize,
  parseLength,
  parsePageSize,
  parsePageSizeOrFit,
} from "../lengths.ts";
import type { PageList } from "../pages/page-list.ts";
import {
  type Bounds,
  COLOUR_PATTERN,
  type PageBounds,
  type Parse,
  parseChoice,
  parseColour,
  parseDayOrHour,
  parseFlag,
  parseInteger,
  parseJsonInteger,
  parseLanguageTag,
  parseNumber,
  parseOneOf,
  parsePages,
  parseText,
  parseTime,
  type TextBounds,
} from "./field-values.ts";
import { type ChoicesOptions, choicesField, networksField } from "./list-fields.ts";

/*
 * Parameters as they arrive: text from a form, typed values from JSON. Zod's own coercion reads "false" as true and ""
 * as 0, hence these makers. An empty text counts as absent (contract §1.4). Each field carries its own JSON Schema,
 * because a transformation has none.
 */

type JsonSchema = Readonly<Record<string, unknown>>;

const missing: Fault = { type: "missing", message: "Field required" };

/**
 * An empty text that is a value, and not an absent one, whatever the field: that is what `""` is in JSON. In a form an
 * empty text is what remains of a field that was not filled in.
 */
export const EMPTY_TEXT: unique symbol = Symbol("=an empty text");

interface FieldKind<T> {
  /** The value of an absent field; without it the field is required. */
  readonly absent?: { readonly value: T };
  /** Whether an empty text is a value, contrary to the rule that it counts as absent. */
  readonly emptyIsValue?: boolean;
}

function field<T>(parse: Parse<T>, schema: JsonSchema, { absent, emptyIsValue = false }: FieldKind<T>): z.ZodType<T> {
  // The JSON Schema lists a key as required unless its input is optional.
  const input = absent === undefined ? z.unknown() : z.unknown().optional();
  return input
    .transform((given, context) => {
      const isAbsent = given === undefined || (given === "" && !emptyIsValue);
      const raw = given === EMPTY_TEXT ? "" : given;
      const parsed = isAbsent ? (absent ?? { fault: missing }) : parse(raw);
      if ("value" in parsed) {
        return parsed.value;
      }
      addFault(context, parsed.fault, { input: raw });
      return z.NEVER;
    })
    .meta(schema);
}
const boundsSchema = ({ min, max }: Bounds): JsonSchema => ({
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
});

const REMOVABLE: FieldKind<undefined> = { absent: { value: undefined }, emptyIsValue: true };
const EMPTY_SCHEMA: JsonSchema = { type: "string", maxLength: 0 };

const orEmpty =
  (parse: Parse<string>): Parse<string> =>
  (raw) =>
    raw === "" ? { value: "" } : parse(raw);

/**
 * The makers of parameters. A maker with a `default` makes an optional parameter, `optional…` one that may be
 * undefined.
 */
export const fields = {
  /** Makes a flag: `true 1 on yes t y` / `false 0 off no f n`, in any case. */
  flag: ({ default: value }: { readonly default: boolean }) =>
    field(parseFlag, { type: "boolean", default: value }, { absent: { value } }),

  integer: ({ default: value, ...bounds }: PageBounds & { readonly default: number }) =>
    field(parseInteger(bounds), { type: "integer", ...boundsSchema(bounds), default: value }, { absent: { value } }),

  optionalInteger: (bounds: PageBounds) =>
    field<number | undefined>(
      parseInteger(bounds),
      { type: "integer", ...boundsSchema(bounds) },
      { absent: { value: undefined } },
    ),

  /** Makes a finite decimal number; an exponent is allowed. */
  number: ({ default: value, ...bounds }: Bounds & { readonly default: number }) =>
    field(parseNumber(bounds), { type: "number", ...boundsSchema(bounds), default: value }, { absent: { value } }),

  optionalNumber: (bounds: Bounds) =>
    field<number | undefined>(
      parseNumber(bounds),
      { type: "number", ...boundsSchema(bounds) },
      { absent: { value: undefined } },
    ),

  /**
   * Makes an optional length, a number of points or a text with a unit such as `20mm`; its value and bounds are in
   * points.
   */
  optionalLength: (bounds: Required<Bounds>) =>
    field<number | undefined>(
      parseLength(bounds),
      {
        anyOf: [
          { type: "number", ...boundsSchema(bounds) },
          { type: "string", pattern: LENGTH_PATTERN },
        ],
      },
      { absent: { value: undefined } },
    ),

  /** Makes a page size: a name of paper, or width and height such as `210x297mm`. */
  pageSize: ({ default: name }: { readonly default: keyof typeof PAGE_SIZES }) =>
    field<PageSize>(
      parsePageSize,
      { type: "string", default: name, examples: [...Object.keys(PAGE_SIZES), "210x297mm"] },
      { absent: { value: PAGE_SIZES[name] } },
    ),

  /** Makes a page size as `pageSize` does, or `fit`, the default: each page is as large as what is on it. */
  pageSizeOrFit: () =>
    field<PageSize | "fit">(
      parsePageSizeOrFit,
      { type: "string", default: "fit", examples: ["fit", ...Object.keys(PAGE_SIZES), "210x297mm"] },
      { absent: { value: "fit" } },
    ),

  /** Makes a colour, `#RRGGBB` or `#RGB`; its value is `#rrggbb`. */
  colour: ({ default: value }: { readonly default: string }) =>
    field(parseColour, { type: "string", pattern: COLOUR_PATTERN, default: value }, { absent: { value } }),

  /**
   * Makes a colour, a name of CSS, `#RRGGBB` or `#RGB`; its value is `#rrggbb`. `default` is written as a caller would.
   */
  cssColour: ({ default: name, value }: { readonly default: string; readonly value: string }) =>
    field(parseCssColour, { type: "string", default: name }, { absent: { value } }),

  optionalCssColour: () =>
    field<string | undefined>(parseCssColour, { type: "string" }, { absent: { value: undefined } }),

  /** Makes a page list (kernel/pages/page-ranges.ts). */
  pages: ({ default: value }: { readonly default: "all" }) =>
    field<PageList>(parsePages, { type: "string", default: value }, { absent: { value: { kind: value } } }),

  optionalPages: () => field<PageList | undefined>(parsePages, { type: "string" }, { absent: { value: undefined } }),

  /** Makes a choice among a few integers. */
  oneOfIntegers: ({ values, default: value }: { readonly values: readonly number[]; readonly default: number }) =>
    field(parseOneOf(values), { type: "integer", enum: values, default: value }, { absent: { value } }),

  optionalOneOfIntegers: <const Value extends number>({ values }: { readonly values: readonly Value[] }) =>
    field<Value | undefined>(parseOneOf(values), { type: "integer", enum: values }, { absent: { value: undefined } }),

  /** Makes a choice that is compared without regard to case; `aliases` are accepted and not documented. */
  choice: <const Value extends string>(options: {
    readonly values: readonly Value[];
    readonly default: NoInfer<Value>;
    readonly aliases?: Readonly<Record<string, NoInfer<Value>>>;
  }) =>
    field<Value>(
      parseChoice(options.values, options.aliases ?? {}),
      { type: "string", enum: options.values, default: options.default },
      { absent: { value: options.default } },
    ),

  /** Makes a choice as `choice` does, without a default. */
  optionalFormChoice: <const Value extends string>({ values }: { readonly values: readonly Value[] }) =>
    field<Value | undefined>(
      parseChoice(values, {}),
      { type: "string", enum: values },
      { absent: { value: undefined } },
    ),

  text: (bounds: TextBounds = {}) => field(parseText(bounds), textSchema({ minLength: 1, ...bounds }), {}),

  optionalText: (bounds: TextBounds = {}) =>
    field<string | undefined>(parseText(bounds), textSchema(bounds), { absent: { value: undefined } }),

  /** Makes an optional language tag (BCP 47). */
  optionalLanguageTag: () =>
    field<string | undefined>(
      parseLanguageTag,
      { type: "string", examples: ["en-GB"] },
      { absent: { value: undefined } },
    ),

  /** Makes a required text that may be empty. */
  textEvenEmpty: (bounds: TextBounds = {}) => field(parseText(bounds), textSchema(bounds), { emptyIsValue: true }),

  /** Makes an optional text whose empty value is checked like any other. */
  optionalTextEvenEmpty: (bounds: TextBounds = {}) =>
    field<string | undefined>(parseText(bounds), textSchema(bounds), {
      absent: { value: undefined },
      emptyIsValue: true,
    }),

  /* The makers of what may be removed: an empty text is the value that removes, an absent one changes nothing. */

  removableText: (bounds: Required<Pick<TextBounds, "maxLength">>) =>
    field<string | undefined>(parseText(bounds), textSchema(bounds), REMOVABLE),

  /** Makes a time as its RFC 3339 text. */
  removableTime: () =>
    field<string | undefined>(
      orEmpty((raw) => {
        const parsed = parseTime(raw);
        return "fault" in parsed ? parsed : { value: String(raw).toUpperCase() };
      }),
      { anyOf: [{ type: "string", format: "date-time" }, EMPTY_SCHEMA], examples: ["2026-01-31T12:00:00Z"] },
      REMOVABLE,
    ),

  removableLanguageTag: () =>
    field<string | undefined>(orEmpty(parseLanguageTag), { type: "string", examples: ["en-GB"] }, REMOVABLE),

  /* The makers below are for JSON bodies and queries, in which an empty text is a wrong value and not an absent one. */

  /** Makes an integer that must be a JSON number. */
  jsonInteger: (bounds: Bounds) =>
    field(parseJsonInteger(bounds), { type: "integer", ...boundsSchema(bounds) }, { emptyIsValue: true }),

  jsonIntegerOr: ({ default: value, ...bounds }: Bounds & { readonly default: number }) =>
    field(
      parseJsonInteger(bounds),
      { type: "integer", ...boundsSchema(bounds), default: value },
      { absent: { value }, emptyIsValue: true },
    ),

  optionalJsonInteger: (bounds: Bounds) =>
    field<number | undefined>(
      parseJsonInteger(bounds),
      { type: "integer", ...boundsSchema(bounds) },
      { absent: { value: undefined }, emptyIsValue: true },
    ),

  /** Makes an optional RFC 3339 time; its value is in milliseconds of Unix time. */
  optionalTime: () =>
    field<number | undefined>(
      parseTime,
      { type: "string", format: "date-time" },
      { absent: { value: undefined }, emptyIsValue: true },
    ),

  /** Makes an optional day `YYYY-MM-DD`, or hour `YYYY-MM-DDTHH` in UTC, which is that of a time. */
  optionalDayOrHour: () =>
    field<string | undefined>(
      parseDayOrHour,
      { type: "string", anyOf: [{ format: "date" }, { format: "date-time" }] },
      { absent: { value: undefined }, emptyIsValue: true },
    ),

  optionalChoice: <const Value extends string>({ values }: { readonly values: readonly Value[] }) =>
    field<Value | undefined>(
      parseChoice(values, {}),
      { type: "string", enum: values },
      { absent: { value: undefined }, emptyIsValue: true },
    ),

  /** Makes a list of choices without repeats, which must not be empty. */
  choices: <const Value extends string>(options: ChoicesOptions<Value>) => choicesField(options),

  /** Makes an optional list of IP networks in CIDR form, without repeats, which must not be empty. */
  optionalNetworks: (options: { readonly maxItems: number }) => networksField(options),
};

const textSchema = ({ minLength, maxLength }: TextBounds): JsonSchema => ({
  type: "string",
  ...(minLength !== undefined && { minLength }),
  ...(maxLength !== undefined && { maxLength }),
});

/** Makes the parameter of the password of an encrypted input (contract §9); every operation that takes a PDF has it. */
export const documentPassword = () =>
  fields
    .optionalText({ maxLength: 1024 })
    .meta({ format: "password" })
    .describe("Password of the document, user or owner, when it needs one.");

/**
 * Returns the JSON Schema of an object of fields. Zod leaves out default and examples of fields that transform their
 * input; those of these fields describe the input and are added.
 */
export function toJsonSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, {
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      const meta = z.globalRegistry.get(zodSchema);
      if (meta !== undefined && "default" in meta) {
        jsonSchema.default = meta["default"];
      }
      if (Array.isArray(meta?.["examples"])) {
        jsonSchema.examples = meta["examples"];
      }
    },
  });
}
