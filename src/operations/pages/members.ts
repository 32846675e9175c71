import type { Crop, Margins, PaperSize } from "../../engines/assembly/port.ts";
import { type Fault, valueError } from "../../kernel/faults.ts";
import {
  type Parse,
  parseChoice,
  parseFlag,
  parseInteger,
  parseOneOf,
  parsePages,
} from "../../kernel/fields/field-values.ts";
import {
  LENGTH_PATTERN,
  MAX_SIDE_PT,
  PAGE_SIZES,
  type PageSize,
  parseLength,
  parsePageSize,
} from "../../kernel/lengths.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import type { PageList } from "../../kernel/pages/page-list.ts";

/* The members of steps: how each is read, and its JSON Schema. */

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A fault, and its place in the value that was read: the names of members from the outside in. */
export interface MemberFault {
  readonly fault: Fault;
  readonly path: readonly string[];
  readonly input: unknown;
}

export type Read<T> = { readonly value: T } | { readonly faults: readonly MemberFault[] };

export interface Member<T> {
  /** The value of an absent member; without it the member is required. */
  readonly absent?: { readonly value: T } | undefined;
  readonly schema: JsonSchema;
  read(given: unknown): Read<T>;
}

/** Makes a member whose value `parse` reads; without `absent` it is required. */
function member<T>(parse: Parse<T>, schema: JsonSchema, absent?: { readonly value: T }): Member<T> {
  return {
    schema,
    absent,
    read(given) {
      const parsed = parse(given);
      return "fault" in parsed ? { faults: [{ fault: parsed.fault, path: [], input: given }] } : parsed;
    },
  };
}

/** Reads a page list, of which a single page may be written as a number. */
const parseList: Parse<PageList> = (raw) => parsePages(typeof raw === "number" ? String(raw) : raw);

const LIST_SCHEMA = { type: "string", examples: ["1-3,5"] };

export const members = {
  pages: () => member<PageList>(parseList, LIST_SCHEMA),
  pagesOrAll: () => member<PageList>(parseList, { ...LIST_SCHEMA, default: "all" }, { value: { kind: "all" } }),

  /** A list of all pages in their new order, or the word for the opposite one. */
  order: () =>
    member<PageList | "reverse">(
      (raw) =>
        typeof raw === "string" && raw.trim().toLowerCase() === "reverse" ? { value: "reverse" } : parseList(raw),
      { type: "string", examples: ["3,1-2", "reverse"] },
    ),

  /** The pages after which something comes, or 0. */
  after: () =>
    member<PageList | 0>((raw) => (raw === 0 || raw === "0" ? { value: 0 } : parseList(raw)), {
      type: ["string", "integer"],
      examples: [0, "last", "1-"],
    }),

  oneOf: <const Value extends number>(values: readonly Value[]) =>
    member<Value>(parseOneOf(values), { type: "integer", enum: values }),

  count: (max: number) =>
    member(parseInteger({ min: 1, max }), { type: "integer", minimum: 1, maximum: max, default: 1 }, { value: 1 }),

  flag: () => member(parseFlag, { type: "boolean", default: false }, { value: false }),

  choice: <const Value extends string>(values: readonly Value[], value: NoInfer<Value>) =>
    member<Value>(parseChoice(values, {}), { type: "string", enum: values, default: value }, { value }),

  length: () => member(parsePositive, { ...LENGTH_SCHEMA, default: 0 }, { value: 0 }),

  size: () => member<PageSize>(parsePageSize, { type: "string", examples: SIZES }),
  sizeOrPage: () =>
    member<PaperSize>(parsePaper, { type: "string", default: "page", examples: ["page", ...SIZES] }, { value: "page" }),

  margins: (): Member<Margins> => ({
    schema: {
      anyOf: [LENGTH_SCHEMA, { type: "object", properties: SIDES_SCHEMA, additionalProperties: false }],
      default: 0,
    },
    absent: { value: NO_MARGINS },
    read: readMargins,
  }),

  optionalMargins: (): Member<Margins | undefined> => ({ ...members.margins(), absent: { value: undefined } }),

  optionalBox: (): Member<Extract<Crop, { box: unknown }>["box"] | undefined> => ({
    schema: {
      type: "object",
      properties: Object.fromEntries(BOX.map((name) => [name, LENGTH_SCHEMA])),
      required: BOX,
      additionalProperties: false,
    },
    absent: { value: undefined },
    read: readBox,
  }),
};

const SIZES = [...Object.keys(PAGE_SIZES), "210x297mm"];

const parsePaper: Parse<PaperSize> = (raw) => {
  if (typeof raw === "string" && raw.trim().toLowerCase() === "page") {
    return { value: "page" };
  }
  const parsed = parsePageSize(raw);
  return "value" in parsed || parsed.fault.type !== "value_error"
    ? parsed
    : {
        fault: valueError(
          `expected page, ${Object.keys(PAGE_SIZES).join(", ")}, or width and height such as 210x297mm`,
          {
            advice: parsed.fault.advice,
          },
        ),
      };
};

const parsePositive = parseLength({ min: 0, max: MAX_SIDE_PT });
const LENGTH_SCHEMA = {
  anyOf: [
    { type: "number", minimum: 0, maximum: MAX_SIDE_PT },
    { type: "string", pattern: LENGTH_PATTERN },
  ],
};

const SIDES = ["top", "right", "bottom", "left"] as const;
const SIDES_SCHEMA = Object.fromEntries(SIDES.map((name) => [name, { ...LENGTH_SCHEMA, default: 0 }]));
const NO_MARGINS: Margins = { topPt: 0, rightPt: 0, bottomPt: 0, leftPt: 0 };

/** Reads margins: one length for all sides, or an object with those that are not 0. */
function readMargins(given: unknown): Read<Margins> {
  if (!isObject(given)) {
    const parsed = parsePositive(given);
    const takes = 'a length in points for all sides, or an object such as {"top": 20, "left": "5mm"}';
    return "value" in parsed
      ? { value: { topPt: parsed.value, rightPt: parsed.value, bottomPt: parsed.value, leftPt: parsed.value } }
      : { faults: [{ fault: { ...parsed.fault, takes }, path: [], input: given }] };
  }
  const read = readLengths(given, SIDES, { absent: 0 });
  if ("faults" in read) {
    return read;
  }
  const { top, right, bottom, left } = read.value;
  return { value: { topPt: top, rightPt: right, bottomPt: bottom, leftPt: left } };
}

const BOX = ["left", "top", "width", "height"] as const;

function readBox(given: unknown): Read<Extract<Crop, { box: unknown }>["box"]> {
  if (!isObject(given)) {
    return {
      faults: [
        {
          fault: {
            type: "model_attributes_type",
            message: "Input should be a JSON object",
            takes: 'an object such as {"left": 50, "top": 80, "width": 300, "height": 200}',
            advice: "left and top are measured from the upper left corner of the page as it is seen, in points.",
          },
          path: [],
          input: given,
        },
      ],
    };
  }
  const read = readLengths(given, BOX, {});
  if ("faults" in read) {
    return read;
  }
  const { left, top, width, height } = read.value;
  const empty = (["width", "height"] as const).filter((name) => read.value[name] === 0);
  return empty.length > 0
    ? { faults: empty.map((name) => ({ fault: valueError("must be more than 0"), path: [name], input: given[name] })) }
    : { value: { leftPt: left, topPt: top, widthPt: width, heightPt: height } };
}

/** Reads an object of lengths; those that are absent are `absent`, or missing. */
function readLengths<const Name extends string>(
  given: Readonly<Record<string, unknown>>,
  names: readonly Name[],
  { absent }: { readonly absent?: number },
): Read<Record<Name, number>> {
  const faults: MemberFault[] = unknownMembers(given, names);
  const lengths: Partial<Record<Name, number>> = {};
  for (const name of names) {
    const raw = given[name];
    const parsed = isGiven(raw) ? parsePositive(raw) : absent === undefined ? { fault: MISSING } : { value: absent };
    if ("fault" in parsed) {
      faults.push({ fault: parsed.fault, path: [name], input: raw });
    } else {
      lengths[name] = parsed.value;
    }
  }
  return isComplete(lengths, names) && faults.length === 0 ? { value: lengths } : { faults };
}

const isComplete = <Name extends string>(
  lengths: Partial<Record<Name, number>>,
  names: readonly Name[],
): lengths is Record<Name, number> => names.every((name) => lengths[name] !== undefined);

export const MISSING: Fault = { type: "missing", message: "Field required" };

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns a fault for each member that is not known. They are not ignored, as fields of a request are: a step with its pages
 * under another name would work on all of them.
 */
export function unknownMembers(given: Readonly<Record<string, unknown>>, known: readonly string[]): MemberFault[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .slice(0, MAX_NAMED)
    .map((name) => ({
      fault: valueError("there is no such member", {
        advice: didYouMean(name, known) ?? `The members are ${known.join(", ")}.`,
      }),
      path: [name.slice(0, MAX_NAMED_CHARACTERS)],
      input: undefined,
    }));
}

/** The unknown members that are named, and how much of each. */
const MAX_NAMED = 5;
const MAX_NAMED_CHARACTERS = 40;
