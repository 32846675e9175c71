import { type Fault, valueError } from "../faults.ts";
import { isKnownToIntl } from "../intl.ts";
import { didYouMean } from "../nearest.ts";
import { type PageList, parsePageList } from "../pages/page-list.ts";
import { numberAdvice } from "./number-advice.ts";

/*
 * Values of parameters, from text or from JSON: each is parsed strictly, and what is not such a value gets a fault in
 * the vocabulary that clients know.
 */

/** Parses one value, or returns its fault. */
export type Parse<T> = (raw: unknown) => { readonly value: T } | { readonly fault: Fault };

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** The bounds of the number of a page, and what to do for several pages, in whole sentences. */
export interface PageBounds extends Bounds {
  readonly severalAdvice?: string;
}

/** Returns what a number may be, with both ends of its range: `a number from 0 to 1`. */
function range(noun: string, { min, max }: Bounds): string {
  if (min === undefined) {
    return max === undefined ? noun : `${noun} of at most ${max}`;
  }
  return max === undefined ? `${noun} of at least ${min}` : `${noun} from ${min} to ${max}`;
}

const AN_INTEGER = "an integer";
const A_NUMBER = "a number";

function withinBounds(value: number, noun: string, { min, max }: Bounds): { value: number } | { fault: Fault } {
  const takes = range(noun, { ...(min !== undefined && { min }), ...(max !== undefined && { max }) });
  if (min !== undefined && value < min) {
    return {
      fault: {
        type: "greater_than_equal",
        message: `Input should be greater than or equal to ${min}`,
        context: { ge: min },
        takes,
      },
    };
  }
  if (max !== undefined && value > max) {
    return {
      fault: {
        type: "less_than_equal",
        message: `Input should be less than or equal to ${max}`,
        context: { le: max },
        takes,
      },
    };
  }
  return { value };
}

const INTEGER = /^[+-]?\d+(\.0+)?$/;

export const parseInteger =
  ({ severalAdvice, ...bounds }: PageBounds): Parse<number> =>
  (raw) => {
    const value = typeof raw === "number" ? raw : typeof raw === "string" && INTEGER.test(raw) ? Number(raw) : NaN;
    return Number.isInteger(value)
      ? withinBounds(value, AN_INTEGER, bounds)
      : {
          fault: {
            type: "int_parsing",
            message: "Input should be a valid integer, unable to parse string as an integer",
            takes: range(AN_INTEGER, bounds),
            advice: (isSeveralPages(raw) ? severalAdvice : undefined) ?? numberAdvice(raw),
          },
        };
  };

/** Returns whether a value that is no number is a list of pages: `1-3`, `1,4`, `all`. */
const isSeveralPages = (raw: unknown): boolean => typeof raw === "string" && "value" in parsePages(raw);

/**
 * Makes a parser of integers in JSON, where a number in quotation marks is a fault: it is more likely a mistake than a
 * number.
 */
export const parseJsonInteger =
  (bounds: Bounds): Parse<number> =>
  (raw) =>
    typeof raw === "number" && Number.isInteger(raw)
      ? withinBounds(raw, AN_INTEGER, bounds)
      : {
          fault: {
            type: "int_parsing",
            message: "Input should be a valid integer",
            takes: `${range(AN_INTEGER, bounds)}, without quotation marks`,
            advice: numberAdvice(raw),
          },
        };

const DECIMAL = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

export const parseNumber =
  (bounds: Bounds): Parse<number> =>
  (raw) => {
    const value = typeof raw === "number" ? raw : typeof raw === "string" && DECIMAL.test(raw) ? Number(raw) : NaN;
    return Number.isFinite(value)
      ? withinBounds(value, A_NUMBER, bounds)
      : {
          fault: {
            type: "float_parsing",
            message: "Input should be a valid number, unable to parse string as a number",
            takes: range(A_NUMBER, bounds),
            advice: numberAdvice(raw),
          },
        };
  };

export const COLOUR_PATTERN = "^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$";
const COLOUR = new RegExp(COLOUR_PATTERN);
const COLOUR_FORMS = "#RRGGBB or #RGB, such as #FF0000";

export const parseColour: Parse<string> = (raw) => {
  if (typeof raw !== "string" || !COLOUR.test(raw)) {
    return {
      fault: {
        type: "string_pattern_mismatch",
        message: "String should be a colour",
        context: { expected: COLOUR_FORMS },
        takes: COLOUR_FORMS,
        advice: colourAdvice(raw),
      },
    };
  }
  const digits = raw.slice(1).toLowerCase();
  return { value: `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}` };
};

/**
 * Says what to do with a colour that would be right with its `#`, which shells take for the start of a comment, and
 * with one that has a part for its opacity.
 */
function colourAdvice(raw: unknown): string | undefined {
  if (typeof raw !== "string") {
    return undefined;
  }
  const digits = raw.replace(/^(?:0x|#)/i, "");
  if (COLOUR.test(`#${digits}`)) {
    return `Write #${digits}, in a shell within quotes.`;
  }
  const isTransparent = /^(?:[\da-f]{4}|[\da-f]{8})$/i.test(digits);
  return isTransparent ? "A colour has no part for its opacity: leave out the last digits." : undefined;
}

export const parsePages: Parse<PageList> = (raw) =>
  typeof raw === "string"
    ? parsePageList(raw)
    : {
        fault: {
          type: "string_type",
          message: "Input should be a valid string",
          takes: 'a text such as "1-3,5", "all", "odd" or "last"',
        },
      };

const MAX_TAG = 100;

export const parseLanguageTag: Parse<string> = (raw) => {
  const parsed = parseText({ maxLength: MAX_TAG })(raw);
  return "fault" in parsed || isLanguageTag(parsed.value)
    ? parsed
    : { fault: valueError("expected a language tag such as en-GB", { takes: "a language tag such as en-GB" }) };
};

/** Returns whether a text is a well-formed tag (RFC 5646, 2.1); Unicode has no extended languages, as in zh-cmn. */
const isLanguageTag = (text: string): boolean =>
  PRIVATE_OR_REGISTERED.test(text) || isKnownToIntl(() => Intl.getCanonicalLocales(text.replace(EXTENDED, "$1")));

const PRIVATE_OR_REGISTERED = /^[ix](?:-[a-z0-9]{1,8})+$/i;
const EXTENDED = /^([a-z]{2,3})(?:-[a-z]{3}){1,3}(?=-|$)/i;

export function parseOneOf<Value extends number>(values: readonly Value[]): Parse<Value> {
  const expected = values.length < 2 ? values.join() : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
  return (raw) => {
    const parsed = parseInteger({})(raw);
    if ("fault" in parsed) {
      return { fault: { ...parsed.fault, takes: expected } };
    }
    const value = values.find((one) => one === parsed.value);
    return value !== undefined
      ? { value }
      : { fault: { type: "enum", message: `Input should be ${expected}`, context: { expected }, takes: expected } };
  };
}

const FLAG_WORDS = new Map<string, boolean>([
  ...["true", "1", "on", "yes", "t", "y"].map((word) => [word, true] as const),
  ...["false", "0", "off", "no", "f", "n"].map((word) => [word, false] as const),
]);

export const notAFlag: Fault = {
  type: "bool_parsing",
  message: "Input should be a valid boolean, unable to interpret input",
  takes: "true or false (also 1 and 0, yes and no, on and off)",
};

export const parseFlag: Parse<boolean> = (raw) => {
  const value = typeof raw === "boolean" ? raw : FLAG_WORDS.get(String(raw).toLowerCase());
  return value === undefined ? { fault: notAFlag } : { value };
};

/** Returns the fault of a value that is none of those in `known`, and names the nearest of them. */
export const notAChoice = (expected: string, raw: unknown, known: readonly string[]): Fault => ({
  type: "enum",
  message: `Input should be ${known.length > MAX_LISTED ? `one of ${known.length} names` : expected}`,
  context: { expected },
  advice: typeof raw === "string" ? choiceAdvice(raw, known) : undefined,
});

/** Choices that are more are not listed in a message, which would be all list. */
const MAX_LISTED = 30;

function choiceAdvice(raw: string, known: readonly string[]): string | undefined {
  const letters = raw.toLowerCase();
  // PDF/A-2b is 2b, and image/png is png.
  const ends = known.filter((name) => name.length > 1 && letters.endsWith(name.toLowerCase()));
  const question = ends.length === 1 ? `Did you mean ${ends[0]}?` : didYouMean(raw, known);
  const examples = known.slice(0, 3).join(", ");
  return question ?? (known.length > MAX_LISTED ? `Some of them are ${examples}; /docs lists all.` : undefined);
}

export function quotedList(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  return quoted.length < 2 ? quoted.join() : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

export function parseChoice<const Value extends string>(
  values: readonly Value[],
  aliases: Readonly<Record<string, Value>>,
): Parse<Value> {
  const byLowerCase = new Map<string, Value>([
    ...Object.entries(aliases).map(([alias, value]) => [alias.toLowerCase(), value] as const),
    ...values.map((value) => [value.toLowerCase(), value] as const),
  ]);
  const expected = quotedList(values);
  const known = [...values, ...Object.keys(aliases)];
  return (raw) => {
    const value = typeof raw === "string" ? byLowerCase.get(raw.toLowerCase()) : undefined;
    return value === undefined ? { fault: notAChoice(expected, raw, known) } : { value };
  };
}

/** The length of a text in characters, as JSON Schema counts them: one outside the basic plane is one. */
export interface TextBounds {
  readonly minLength?: number;
  readonly maxLength?: number;
}

export const parseText =
  ({ minLength = 0, maxLength }: TextBounds): Parse<string> =>
  (raw) => {
    if (typeof raw !== "string") {
      const message = "Input should be a valid string";
      return { fault: { type: "string_type", message, takes: `a text${insteadOf(raw)}` } };
    }
    const length = charactersIn(raw);
    if (length < minLength) {
      return {
        fault: {
          type: "string_too_short",
          message: `String should have at least ${minLength} character${minLength === 1 ? "" : "s"}`,
          context: { min_length: minLength },
          takes: lengthRange({ minLength, ...(maxLength !== undefined && { maxLength }) }),
        },
      };
    }
    if (maxLength !== undefined && length > maxLength) {
      return {
        fault: {
          type: "string_too_long",
          message: `String should have at most ${maxLength} characters`,
          context: { max_length: maxLength },
          takes: lengthRange({ minLength, maxLength }),
          advice: `This text has ${length}.`,
        },
      };
    }
    return { value: raw };
  };

/** Returns what was sent in place of a text, for values that are not repeated. */
export function insteadOf(value: unknown): string {
  if (typeof value !== "object" || value === null) {
    return "";
  }
  return Array.isArray(value) ? ", and a list was sent" : ", and an object was sent";
}

const lengthRange = ({ minLength = 0, maxLength }: TextBounds): string =>
  maxLength === undefined
    ? `a text of at least ${minLength} character${minLength === 1 ? "" : "s"}`
    : `a text of ${minLength} to ${maxLength} characters`;

function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
  }
  return count;
}

// The form is that of RFC 3339 §5.6. Leap seconds have no place in Unix time and are refused.
const TIME = /^(\d{4}-\d\d-\d\d)[Tt]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?)([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

export const parseTime: Parse<number> = (raw) => {
  const [, day = "", time = "", offset = ""] = (typeof raw === "string" && TIME.exec(raw)) || [];
  return isDay(day)
    ? { value: Date.parse(`${day}T${time}${offset.toUpperCase()}`) }
    : { fault: valueError("expected an RFC 3339 time such as 2030-01-31T12:00:00Z") };
};

const parseDay: Parse<string> = (raw) =>
  typeof raw === "string" && isDay(raw) ? { value: raw } : { fault: valueError("expected a day such as 2030-01-31") };

/** Reads a day `YYYY-MM-DD` as it is, or a time as the hour of UTC that it lies in, `YYYY-MM-DDTHH`. */
export const parseDayOrHour: Parse<string> = (raw) => {
  const time = parseTime(raw);
  const [hour] = ("value" in time && /^\d{4}-\d\d-\d\dT\d\d/.exec(new Date(time.value).toISOString())) || [];
  const day = parseDay(raw);
  return hour === undefined && "fault" in day
    ? { fault: valueError("expected a day such as 2030-01-31 or a time such as 2030-01-31T12:00:00Z") }
    : { value: hour ?? String(raw) };
};

/** Returns whether the calendar has the day `YYYY-MM-DD`. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse makes the 30th of February a day of March.
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}
