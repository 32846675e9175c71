import { COLUMN_ALIGNMENTS, COLUMN_FORMATS, type ReportColumn } from "../../engines/documents/port.ts";
import { type Fault, valueError } from "../../kernel/faults.ts";
import { type Parse, parseChoice, parseFlag, parseText } from "../../kernel/fields/field-values.ts";
import { optionalJsonList } from "../../kernel/fields/json-fields.ts";

/* The `columns[]` of json-to-pdf (contract §8). */

const MAX_COLUMNS = 100;
const MAX_TEXT = 200;
/** The unknown members that a fault names, and how much of each. */
const MAX_NAMED = 3;
const MAX_NAMED_CHARACTERS = 40;
const WIDTH = /^\s*(?:\d+(?:\.\d*)?|\.\d+)\s*(?:%|pt|px|in|cm|mm|pc|q|em|rem|ch)\s*$/i;

/** A column, and the names of its members that are unknown. */
export interface GivenColumn {
  readonly column: ReportColumn;
  readonly unknown: readonly string[];
}

/** The names of the members of a column. */
export const COLUMN_MEMBERS: ReadonlySet<string> = new Set(["key", "label", "align", "format", "width", "total"]);

const parseWidth: Parse<string> = (raw) =>
  typeof raw === "string" && WIDTH.test(raw)
    ? { value: raw.trim() }
    : { fault: valueError("width: expected a length or percentage of CSS, such as 20% or 3cm") };

const parseColumn: Parse<GivenColumn> = (raw) => {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    return {
      fault: {
        type: "model_attributes_type",
        message: "Input should be a JSON object",
        takes: 'objects such as {"key": "price"}',
      },
    };
  }
  const members = new Map<string, unknown>(Object.entries(raw).filter(([, value]) => value !== null));
  const faults: Fault[] = [];
  const read = <T>(name: string, parse: Parse<T>): T | undefined => {
    if (!members.has(name)) {
      return undefined;
    }
    const parsed = parse(members.get(name));
    if ("fault" in parsed) {
      faults.push({ ...parsed.fault, message: `${name}: ${parsed.fault.message}` });
      return undefined;
    }
    return parsed.value;
  };
  const key = read("key", parseText({ minLength: 1, maxLength: MAX_TEXT }));
  const column = {
    label: read("label", parseText({ maxLength: MAX_TEXT })),
    align: read("align", parseChoice(COLUMN_ALIGNMENTS, { centre: "center" })),
    format: read("format", parseChoice(COLUMN_FORMATS, {})),
    width: read("width", parseWidth),
    hasTotal: read("total", parseFlag),
  };
  const [fault] = faults;
  if (fault !== undefined || key === undefined) {
    return { fault: fault ?? noKey([...members.keys()]) };
  }
  return {
    value: { column: { key, ...column }, unknown: [...members.keys()].filter((name) => !COLUMN_MEMBERS.has(name)) },
  };
};

/** Returns the fault of a column without its key, which names the members that it has in place of it. */
function noKey(names: readonly string[]): Fault {
  const unknown = names.filter((name) => !COLUMN_MEMBERS.has(name)).slice(0, MAX_NAMED);
  const named = unknown.map((name) => `\`${name.slice(0, MAX_NAMED_CHARACTERS)}\``).join(", ");
  return {
    type: "missing",
    message: "key: Field required",
    advice:
      unknown.length === 0
        ? 'A column names the member of the data that it shows: {"key": "price"}.'
        : `A column has no ${named}: write the member of the data that it shows as \`key\`, and its heading as \`label\`.`,
  };
}

export const reportColumns = () =>
  optionalJsonList(parseColumn, {
    items: {
      type: "object",
      properties: {
        key: { type: "string", minLength: 1, maxLength: MAX_TEXT },
        label: { type: "string", maxLength: MAX_TEXT },
        align: { type: "string", enum: COLUMN_ALIGNMENTS },
        format: { type: "string", enum: COLUMN_FORMATS },
        width: { type: "string" },
        total: { type: "boolean" },
      },
      required: ["key"],
    },
    maxItems: MAX_COLUMNS,
  });
