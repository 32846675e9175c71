import type { Schema } from "../../api/description.ts";
import { type Field, isPageList } from "./field-kind.ts";
import { pageListFault } from "./page-list.ts";

/** Returns what is wrong with what was entered in a field, before the service says it; undefined where nothing is. */
export function valueFault(field: Field, text: string): string | undefined {
  const { kind, schema, name } = field;
  if (text === "") {
    return undefined;
  }
  if (kind === "number") {
    return numberFault(schema, text);
  }
  if (kind === "json") {
    return jsonFault(text, schema);
  }
  if (isPageList(field)) {
    return pageListFault(text);
  }
  if (schema.anyOf !== undefined) {
    return schema.anyOf.some((option) => fits(option, text)) ? undefined : lengthFault(schema.anyOf);
  }
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  if (text.length < minLength || text.length > maxLength) {
    return text.length < minLength ? `At least ${minLength} characters.` : `At most ${maxLength} characters.`;
  }
  if (format === "uri" && !/^https?:\/\/\S+$/i.test(text.trim())) {
    return "An address of http or https, such as https://example.com/.";
  }
  return pattern !== undefined && !matches(pattern, text.trim())
    ? name.includes("color")
      ? "A colour such as #1F4FD8 or #08C."
      : "It is not written as this field asks for."
    : undefined;
}

function numberFault({ type, minimum, maximum }: Schema, text: string): string | undefined {
  const value = Number(text.trim());
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text.trim())) {
    return "A number.";
  }
  if (type === "integer" && !Number.isInteger(value)) {
    return "A whole number.";
  }
  if (minimum !== undefined && maximum !== undefined && (value < minimum || value > maximum)) {
    return `From ${minimum} to ${maximum}.`;
  }
  if (minimum !== undefined && value < minimum) {
    return `At least ${minimum}.`;
  }
  return maximum !== undefined && value > maximum ? `At most ${maximum}.` : undefined;
}

/** A schema of a field of JSON, which says what the text holds. */
type JsonFieldSchema = Schema & { readonly contentSchema?: Schema };

function jsonFault(text: string, { contentSchema }: JsonFieldSchema): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}`;
  }
  const kind = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  const wanted = contentSchema?.type;
  return typeof wanted === "string" && ["object", "array"].includes(wanted) && kind !== wanted
    ? `A JSON ${wanted} is wanted, not ${kind === "object" || kind === "array" ? `an ${kind}` : kind}.`
    : undefined;
}

const fits = (schema: Schema, text: string): boolean =>
  schema.type === "number" || schema.type === "integer"
    ? numberFault(schema, text) === undefined
    : schema.pattern === undefined || matches(schema.pattern, text.trim());

function lengthFault(options: readonly Schema[]): string {
  const { minimum, maximum } = options.find(({ type }) => type === "number") ?? {};
  return `A number from ${minimum ?? 0} to ${maximum ?? "…"}, or a length such as 20mm, 2cm, 1in or 36pt.`;
}

function matches(pattern: string, text: string): boolean {
  try {
    // oxlint-disable-next-line quire/linear-patterns -- the pattern is the API description's, the text the user's own
    return new RegExp(pattern, "v").test(text);
  } catch {
    return true;
  }
}
