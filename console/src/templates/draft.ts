import type { components } from "../api/schema.d.ts";

/** A template as the API answers it. */
export type Template = components["schemas"]["Template"];

type Body = components["schemas"]["ReplaceTemplateBody"];

/** A template as it is being edited: what is JSON is text, so that it may be wrong for a while. */
export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly format: "html" | "markdown";
  readonly content: string;
  readonly css: string;
  readonly header_html: string;
  readonly footer_html: string;
  readonly page: Readonly<Record<string, unknown>>;
  readonly variables_schema: string;
  readonly sample: string;
  readonly labels: string;
}

/** What was read or written last: the template and the `ETag` that a change has to name. */
export interface Stored {
  readonly template: Template;
  readonly etag: string;
}

/** The parts of a template in the order in which they are shown, with their names. */
export const PARTS: readonly (readonly [part: keyof Draft, label: string])[] = [
  ["name", "Name"],
  ["description", "Description"],
  ["format", "Format"],
  ["content", "Template"],
  ["css", "Style sheet"],
  ["header_html", "Header"],
  ["footer_html", "Footer"],
  ["page", "Page"],
  ["sample", "Sample data"],
  ["variables_schema", "Schema"],
  ["labels", "Labels"],
];

/** Returns a template as it is edited. */
export const draftOf = (template: Template): Draft => ({
  name: template.name,
  description: template.description,
  format: template.format,
  content: template.content,
  css: template.css,
  header_html: template.header_html,
  footer_html: template.footer_html,
  page: template.page,
  variables_schema: template.variables_schema === null ? "" : indented(template.variables_schema),
  sample: template.sample === null ? "" : indented(template.sample),
  labels: template.labels === null ? "" : indented(template.labels),
});

/** Returns what is sent to the service; the JSON in it has been found to be right (`faultOf`). */
export function bodyOfDraft(draft: Draft): Body {
  const { name, description, format, content, css, header_html, footer_html } = draft;
  return {
    ...(name.trim() === "" ? {} : { name }),
    description,
    format,
    content,
    css,
    header_html,
    footer_html,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service checks it, and says what is wrong
    page: draft.page as NonNullable<Body["page"]>,
    ...(draft.sample.trim() === "" ? {} : { sample: JSON.parse(draft.sample) }),
    ...(draft.variables_schema.trim() === "" ? {} : { variables_schema: JSON.parse(draft.variables_schema) }),
    ...(draft.labels.trim() === "" ? {} : { labels: JSON.parse(draft.labels) }),
  };
}

/** Returns what is wrong with a text that is to be a JSON object; nothing is right too. */
export function faultOf(text: string): string | undefined {
  if (text.trim() === "") {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? undefined : "A JSON object is wanted: { … }.";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The parts that are JSON, each of which may be wrong while it is being typed. */
export const JSON_PARTS = ["sample", "variables_schema", "labels"] as const;

/** Returns the object that a text is; undefined while it is none. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  return faultOf(text) === undefined && text.trim() !== "" ? JSON.parse(text) : undefined;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a part as text, for differences. */
export const textOf = (draft: Draft, part: keyof Draft): string =>
  part === "page" ? indented(draft.page) : draft[part];

/** Returns the parts in which two drafts differ. */
export const differingParts = (one: Draft, other: Draft): readonly (keyof Draft)[] =>
  PARTS.map(([part]) => part).filter((part) => textOf(one, part) !== textOf(other, part));

/** Returns JSON as people read it. */
export const indented = (value: unknown): string => JSON.stringify(value, undefined, 2);
