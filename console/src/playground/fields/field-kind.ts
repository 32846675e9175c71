import type { OperationForm, Schema } from "../../api/description.ts";

/** How a field of a form is entered. */
export type FieldKind =
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
/** The options that people change most, whatever the operation. */
const USUAL: ReadonlySet<string> = new Set([
  "pages",
  "password",
  "format",
  "language",
  "languages",
  "dpi",
  "mode",
  "position",
  "page_size",
  "orientation",
  "variables",
  "data",
  "new_password",
  "split_mode",
  "profile",
]);

/** Returns the fields of an operation, the main ones first, each group in the order of the description. */
export function fieldsOf({ form, accepts }: OperationForm): readonly Field[] {
  const sources = new Set((form.oneOf ?? []).flatMap(({ required = [] }) => required));
  const fields = Object.entries(form.properties ?? {}).map(([name, schema]): Field => {
    const isRequired = form.required?.includes(name) === true;
    const kind = kindOf(name, schema);
    const isMain = isRequired || sources.has(name) || kind === "file" || kind === "files" || USUAL.has(name);
    return {
      name,
      kind,
      schema,
      isRequired,
      accepts: kind === "file" || kind === "files" ? (accepts[name] ?? []) : [],
      isMain,
    };
  });
  const rank = ({ kind, isRequired, name }: Field): number =>
    kind === "file" || kind === "files" ? 0 : isRequired || sources.has(name) ? 1 : 2;
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
  const words = name.replaceAll("_", " ");
  return (
    (words[0] ?? "").toUpperCase() +
    words.slice(1).replaceAll(/\b(?:html|css|url|pdf|pdfa|ocr|json|dpi)\b/g, (word) => word.toUpperCase())
  );
};

/** Returns what a field takes, in a few words: bounds, length and default. */
export function boundsOf({ schema, kind }: Field): string {
  const { minimum, maximum, default: usual, examples } = schema;
  const parts = [
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : undefined,
    usual !== undefined && kind !== "switch" && kind !== "choice" && usual !== ""
      ? `usually ${String(usual)}`
      : undefined,
    usual === undefined && examples?.[0] !== undefined && kind !== "long text"
      ? `such as ${String(examples[0])}`
      : undefined,
  ];
  return parts.filter((part) => part !== undefined).join("; ");
}
