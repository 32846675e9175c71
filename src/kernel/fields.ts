import { z } from "zod";
import { addFault, type Fault } from "./faults.ts";
import { type PageList, parsePageList } from "./page-ranges.ts";

/*
 * Parameters as they arrive: text from a form, typed values from JSON. Zod's own coercion reads "false" as true and "" as
 * 0, hence these. An empty text counts as absent (contract §1.4). Each field carries its own JSON Schema, because a
 * transformation has none.
 */

type JsonSchema = Readonly<Record<string, unknown>>;
type Parse<T> = (raw: unknown) => { readonly value: T } | { readonly fault: Fault };

const missing: Fault = { type: "missing", message: "Field required" };

interface FieldKind<T> {
  /** Absent gives `value`; without it the field is required. */
  readonly absent?: { readonly value: T };
  /** An empty text is a value of its own, against the rule that it counts as absent. */
  readonly emptyIsValue?: boolean;
}

function field<T>(parse: Parse<T>, schema: JsonSchema, { absent, emptyIsValue = false }: FieldKind<T>): z.ZodType<T> {
  // The JSON Schema lists a key as required unless its input is optional.
  const input = absent === undefined ? z.unknown() : z.unknown().optional();
  return input
    .transform((raw, context) => {
      const isAbsent = raw === undefined || (raw === "" && !emptyIsValue);
      const parsed = isAbsent ? (absent ?? { fault: missing }) : parse(raw);
      if ("value" in parsed) {
        return parsed.value;
      }
      addFault(context, parsed.fault, { input: raw });
      return z.NEVER;
    })
    .meta(schema);
}

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

function withinBounds(value: number, { min, max }: Bounds): { value: number } | { fault: Fault } {
  if (min !== undefined && value < min) {
    return {
      fault: {
        type: "greater_than_equal",
        message: `Input should be greater than or equal to ${min}`,
        context: { ge: min },
      },
    };
  }
  if (max !== undefined && value > max) {
    return {
      fault: { type: "less_than_equal", message: `Input should be less than or equal to ${max}`, context: { le: max } },
    };
  }
  return { value };
}

const boundsSchema = ({ min, max }: Bounds): JsonSchema => ({
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
});

const INTEGER = /^[+-]?\d+(\.0+)?$/;

const parseInteger =
  (bounds: Bounds): Parse<number> =>
  (raw) => {
    const value = typeof raw === "number" ? raw : typeof raw === "string" && INTEGER.test(raw) ? Number(raw) : NaN;
    return Number.isInteger(value)
      ? withinBounds(value, bounds)
      : {
          fault: {
            type: "int_parsing",
            message: "Input should be a valid integer, unable to parse string as an integer",
          },
        };
  };

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const parseNumber =
  (bounds: Bounds): Parse<number> =>
  (raw) => {
    const value = typeof raw === "number" ? raw : typeof raw === "string" && DECIMAL.test(raw) ? Number(raw) : NaN;
    return Number.isFinite(value)
      ? withinBounds(value, bounds)
      : {
          fault: {
            type: "float_parsing",
            message: "Input should be a valid number, unable to parse string as a number",
          },
        };
  };

const COLOUR_PATTERN = "^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$";
const COLOUR = new RegExp(COLOUR_PATTERN);

const parseColour: Parse<string> = (raw) => {
  if (typeof raw !== "string" || !COLOUR.test(raw)) {
    return {
      fault: {
        type: "string_pattern_mismatch",
        message: `String should match pattern '${COLOUR_PATTERN}'`,
        context: { pattern: COLOUR_PATTERN },
      },
    };
  }
  const digits = raw.slice(1).toLowerCase();
  return { value: `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}` };
};

const parsePages: Parse<PageList> = (raw) =>
  typeof raw === "string"
    ? parsePageList(raw)
    : { fault: { type: "string_type", message: "Input should be a valid string" } };

function parseOneOf(values: readonly number[]): Parse<number> {
  const expected = values.length < 2 ? values.join() : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
  return (raw) => {
    const parsed = parseInteger({})(raw);
    return "fault" in parsed || values.includes(parsed.value)
      ? parsed
      : { fault: { type: "enum", message: `Input should be ${expected}`, context: { expected } } };
  };
}

const FLAG_WORDS = new Map<string, boolean>([
  ...["true", "1", "on", "yes", "t", "y"].map((word) => [word, true] as const),
  ...["false", "0", "off", "no", "f", "n"].map((word) => [word, false] as const),
]);

const parseFlag: Parse<boolean> = (raw) => {
  const value = typeof raw === "boolean" ? raw : FLAG_WORDS.get(String(raw).toLowerCase());
  return value === undefined
    ? { fault: { type: "bool_parsing", message: "Input should be a valid boolean, unable to interpret input" } }
    : { value };
};

function quotedList(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  return quoted.length < 2 ? quoted.join() : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

function parseChoice<const Value extends string>(
  values: readonly Value[],
  aliases: Readonly<Record<string, Value>>,
): Parse<Value> {
  const byLowerCase = new Map<string, Value>([
    ...Object.entries(aliases).map(([alias, value]) => [alias.toLowerCase(), value] as const),
    ...values.map((value) => [value.toLowerCase(), value] as const),
  ]);
  const expected = quotedList(values);
  return (raw) => {
    const value = typeof raw === "string" ? byLowerCase.get(raw.toLowerCase()) : undefined;
    return value === undefined
      ? { fault: { type: "enum", message: `Input should be ${expected}`, context: { expected } } }
      : { value };
  };
}

interface TextBounds {
  readonly minLength?: number;
  readonly maxLength?: number;
}

const parseText =
  ({ minLength = 0, maxLength }: TextBounds): Parse<string> =>
  (raw) => {
    if (typeof raw !== "string") {
      return { fault: { type: "string_type", message: "Input should be a valid string" } };
    }
    if (raw.length < minLength) {
      return {
        fault: {
          type: "string_too_short",
          message: `String should have at least ${minLength} character${minLength === 1 ? "" : "s"}`,
          context: { min_length: minLength },
        },
      };
    }
    if (maxLength !== undefined && raw.length > maxLength) {
      return {
        fault: {
          type: "string_too_long",
          message: `String should have at most ${maxLength} characters`,
          context: { max_length: maxLength },
        },
      };
    }
    return { value: raw };
  };

/** Makers of parameters. A maker with a `default` gives an optional parameter, `optional…` one that may be undefined. */
export const fields = {
  /** `true 1 on yes t y` / `false 0 off no f n`, any case. */
  flag: ({ default: value }: { readonly default: boolean }) =>
    field(parseFlag, { type: "boolean", default: value }, { absent: { value } }),

  integer: ({ default: value, ...bounds }: Bounds & { readonly default: number }) =>
    field(parseInteger(bounds), { type: "integer", ...boundsSchema(bounds), default: value }, { absent: { value } }),

  optionalInteger: (bounds: Bounds) =>
    field<number | undefined>(
      parseInteger(bounds),
      { type: "integer", ...boundsSchema(bounds) },
      { absent: { value: undefined } },
    ),

  /** A finite decimal, exponent allowed. */
  number: ({ default: value, ...bounds }: Bounds & { readonly default: number }) =>
    field(parseNumber(bounds), { type: "number", ...boundsSchema(bounds), default: value }, { absent: { value } }),

  /** `#RRGGBB` or `#RGB`; gives `#rrggbb`. */
  colour: ({ default: value }: { readonly default: string }) =>
    field(parseColour, { type: "string", pattern: COLOUR_PATTERN, default: value }, { absent: { value } }),

  /** A page list (kernel/page-ranges.ts). */
  pages: ({ default: value }: { readonly default: "all" }) =>
    field<PageList>(parsePages, { type: "string", default: value }, { absent: { value: { kind: value } } }),

  /** One of a few integers. */
  oneOfIntegers: ({ values, default: value }: { readonly values: readonly number[]; readonly default: number }) =>
    field(parseOneOf(values), { type: "integer", enum: values, default: value }, { absent: { value } }),

  /** Compared without regard to case; `aliases` are accepted and not documented. */
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

  optionalText: (bounds: TextBounds = {}) =>
    field<string | undefined>(parseText(bounds), textSchema(bounds), { absent: { value: undefined } }),

  /** A required text that may be empty. */
  textEvenEmpty: (bounds: TextBounds = {}) => field(parseText(bounds), textSchema(bounds), { emptyIsValue: true }),

  /** An optional text whose empty value is checked like any other. */
  optionalTextEvenEmpty: (bounds: TextBounds = {}) =>
    field<string | undefined>(parseText(bounds), textSchema(bounds), {
      absent: { value: undefined },
      emptyIsValue: true,
    }),
};

const textSchema = ({ minLength, maxLength }: TextBounds): JsonSchema => ({
  type: "string",
  ...(minLength !== undefined && { minLength }),
  ...(maxLength !== undefined && { maxLength }),
});

/** The password of an encrypted input (contract §9); every operation that takes a PDF has it. */
export const documentPassword = () =>
  fields
    .optionalText({ maxLength: 1024 })
    .meta({ format: "password" })
    .describe("Password of the document, user or owner, when it needs one.");

/** The JSON Schema of an object of fields. Zod leaves out the default of whatever transforms its input; ours are true. */
export function toJsonSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, {
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      const meta = z.globalRegistry.get(zodSchema);
      if (meta !== undefined && "default" in meta) {
        jsonSchema.default = meta["default"];
      }
    },
  });
}
