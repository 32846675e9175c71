import { ContentError } from "../../composed.ts";
import type { FillOptions } from "../fill-options.ts";
import { fillTemplate } from "../fill-template.ts";
import type { TemplateSnapshot } from "../template-snapshot.ts";

/* Tools that tests of templates share. */

export const templateOf = (content: string, more: Partial<TemplateSnapshot> = {}): TemplateSnapshot => ({
  slug: "test",
  name: "Test",
  format: "html",
  content,
  css: "",
  headerHtml: "",
  footerHtml: "",
  variablesSchema: null,
  labels: null,
  partials: {},
  ...more,
});

/** Returns the text between `[[` and `]]` of a document whose body is `content`. */
export async function filled(
  content: string,
  variables: unknown = {},
  { missing = "error", locale, language, timezone, ...more }: Partial<FillOptions & TemplateSnapshot> = {},
): Promise<string> {
  const template = templateOf(`[[${content}]]`, more);
  const made = await fillTemplate(template, JSON.stringify(variables), { missing, locale, language, timezone });
  const html = [...made.sections].join("");
  return html.slice(html.indexOf("[[") + 2, html.lastIndexOf("]]"));
}

/** Returns the faults of a piece of work, as kinds with their places. */
export async function faultsOf(work: Promise<unknown>): Promise<string[]> {
  try {
    await work;
    return [];
  } catch (error) {
    if (error instanceof ContentError) {
      return [error, ...error.others].map(({ kind, path }) => [kind, ...path].join(" "));
    }
    throw error;
  }
}
