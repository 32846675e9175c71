import { shownValue } from "../../design/shown.ts";
import type { OperationForm, Schema } from "../../api/description.ts";

/** How a field of a form is entered. */
type FieldKind =
  | "file"
  | "files"
  | "choice"
  | "switch"
  | "number"
  | "colour"
  | "password"
  | "long text"
  | "json"
  | "text";

/** A field of an operation's form, as the API description has it. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly schema: Schema;
  readonly isRequired: boolean;
  /** The media types of files. */
  readonly accepts: readonly string[];
  /** Whether it is among the first that people look for: files, contents, and what is required. */
  readonly isMain: boolean;
  /** Whether it is one of the sources of which exactly one is sent. */
  readonly isSource: boolean;
}

/** The longest text that is entered in one line. */
const LONGEST_LINE = 10_000;
/** The fields of text that has lines. */
const LONG_TEXTS: ReadonlySet<string> = new Set([
  "html",
  "markdown",
  "text",
  "css",
  "header_html",
  "footer_html",
  "prompt",
  "template",
]);
/** The options that people change most, whatever the operation, in the order in which they are asked for. */
const USUAL: readonly string[] = [
  "mode",
  "split_mode",
  "profile",
  "extraction_mode",
  "theme",
  "image_format",
  "output",
  "format",
  "pages",
  "ranges",
  "chunk_size",
  "page_number",
  "language",
  "languages",
  "dpi",
  "position",
  "variables",
  "data",
  "title",
  "page_size",
  "orientation",
  "new_password",
  "re_encrypt_password",
  "password",
];

/** Returns the fields of an operation, the main ones first, each group in the order of the description. */
export function fieldsOf({ form, accepts }: OperationForm): readonly Field[] {
  const sources = new Set((form.oneOf ?? []).flatMap(({ required = [] }) => required));
  const fields = Object.entries(form.properties ?? {}).map(([name, schema]): Field => {
    const isRequired = form.required?.includes(name) === true;
    const kind = kindOf(name, schema);
    const isMain =
      isRequired ||
      sources.has(name) ||
      ((kind === "file" || kind === "files") && name !== "assets") ||
      USUAL.includes(name);
    return {
      name,
      kind,
      schema,
      isRequired,
      accepts: kind === "file" || kind === "files" ? (accepts[name] ?? []) : [],
      isMain,
      isSource: sources.has(name),
    };
  });
  const rank = ({ kind, isRequired, isSource, name }: Field): number =>
    isSource
      ? 0
      : kind === "file" || kind === "files"
        ? isRequired
          ? 1
          : 3
        : isRequired
          ? 2
          : 4 + USUAL.indexOf(name);
  return [
    ...fields.filter(({ isMain }) => isMain).toSorted((left, right) => rank(left) - rank(right)),
    ...fields.filter(({ isMain }) => !isMain),
  ];
}

function kindOf(name: string, schema: Schema): FieldKind {
  const { type, format, items, contentMediaType, pattern = "", maxLength = Number.POSITIVE_INFINITY } = schema;
  if (format === "binary") {
    return "file";
  }
  if (type === "array" && items?.format === "binary") {
    return "files";
  }
  if (schema.enum !== undefined) {
    return "choice";
  }
  if (type === "boolean") {
    return "switch";
  }
  if (type === "integer" || type === "number") {
    return "number";
  }
  if (pattern.startsWith("^#")) {
    return "colour";
  }
  if (format === "password") {
    return "password";
  }
  return contentMediaType === "application/json"
    ? "json"
    : LONG_TEXTS.has(name) && maxLength > LONGEST_LINE
      ? "long text"
      : "text";
}

/** Returns the label of a field: its name in words. */
export const labelOf = (name: string): string => {
  const words = name
    .replaceAll("_", " ")
    .replaceAll(/\b(?:html|css|url|pdf|pdfa|ocr|json|dpi)\b/g, (word) => word.toUpperCase());
  return (words[0] ?? "").toUpperCase() + words.slice(1);
};

/** Returns whether a field is a list of pages (contract §1). */
export const isPageList = ({ name, kind }: Field): boolean =>
  (name === "pages" || name === "page_ranges") && kind === "text";

const UNITS: readonly (readonly [words: RegExp, unit: string])[] = [
  [/\bin milliseconds\b/i, "ms"],
  [/\bdots per inch\b/i, "dpi"],
  [/\bin points\b|: points\b|number of points/i, "pt"],
  [/\bin pixels\b/i, "px"],
  [/\bin degrees\b/i, "°"],
];

/** Returns the unit in which a number is entered, as the description says it; undefined where it has none. */
export function unitOf({ name, kind, schema }: Field): string | undefined {
  if (kind !== "number" && schema.anyOf === undefined) {
    return undefined;
  }
  const told = UNITS.find(([words]) => words.test(schema.description ?? ""))?.[1];
  return told ?? (name.endsWith("_ms") ? "ms" : /(?:^|_)dpi$/.test(name) ? "dpi" : undefined);
}

/** Returns what a field takes, in a few words: bounds with their unit, and default. */
export function boundsOf(field: Field): string {
  const { schema, kind } = field;
  const { default: usual, examples } = schema;
  const { minimum, maximum } = schema.anyOf?.find(({ type }) => type === "number") ?? schema;
  const unit = unitOf(field);
  const shown = (value: unknown): string =>
    unit === undefined ? String(value) : unit === "°" ? `${String(value)}°` : `${String(value)} ${unit}`;
  const parts = [
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${shown(maximum)}`
      : minimum !== undefined
        ? `at least ${shown(minimum)}`
        : undefined,
    usual !== undefined && kind !== "switch" && kind !== "choice" && usual !== ""
      ? `usually ${shown(usual)}`
      : undefined,
    usual === undefined && examples?.[0] !== undefined && kind !== "long text"
      ? `such as ${shownValue(examples[0])}`
      : undefined,
  ];
  return parts.filter((part) => part !== undefined).join("; ");
}
