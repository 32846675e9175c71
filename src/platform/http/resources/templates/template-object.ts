import { Failure } from "../../../../kernel/failure.ts";
import { didYouMean } from "../../../../kernel/nearest.ts";
import type { TemplateSummary } from "../../../store/template-store.ts";
import {
  findTemplate,
  type LibrarySummary,
  type LibraryTemplate,
  listTemplates,
  TEMPLATE_BOUNDS,
  type TemplateOwner,
} from "../../../templates/template-library.ts";
import type { JsonObject } from "../../openapi/json.ts";
import { integer, objectSchema, orNull, text, time, timeOf } from "../json.ts";
import { pageSchema } from "../paging.ts";

/** Returns a version of a template as lists show it. */
export const templateSummary = (template: LibrarySummary): object => ({
  slug: template.slug,
  name: template.name,
  description: template.description,
  format: template.format,
  builtin: template.isBuiltIn,
  picture: template.isBuiltIn ? picturePath(template.slug) : null,
  version: template.version,
  created_at: timeOf(template.createdAt),
  updated_at: timeOf(template.updatedAt),
});

/** The path of a built-in template's picture. */
const picturePath = (slug: string): string => `/api/v1/templates/${slug}/picture`;

/** Returns a version of a template with all of its members. */
export const templateObject = (template: LibraryTemplate): object => ({
  ...templateSummary(template),
  content: template.content,
  css: template.css,
  header_html: template.headerHtml,
  footer_html: template.footerHtml,
  page: template.page,
  variables_schema: template.variablesSchema,
  sample: template.sample,
  labels: template.labels,
});

/** Returns the entity tag of one version of one template: another template that has taken its slug has another id. */
export const etagOf = ({ id, version }: Pick<TemplateSummary, "id" | "version">): string => `"${id}.${version}"`;

/**
 * Returns the failure of a template, or of a version of one, that the account does not have; it names the nearest of the
 * account's own and the built-in ones.
 */
export async function unknownTemplate(owner: TemplateOwner, slug: string, version?: number | string): Promise<Failure> {
  const shown = slug.slice(0, MAX_SHOWN_CHARACTERS);
  const present = version === undefined ? undefined : await findTemplate(owner, slug);
  if (present !== undefined) {
    const message = `The template ${shown} has no version ${version} that is kept; the newest is ${present.version}.`;
    return new Failure("not_found", message);
  }
  const known = await listTemplates(owner, { limit: TEMPLATE_BOUNDS.maxTemplates, after: undefined });
  const slugs = known.map((template) => template.slug);
  const hint = didYouMean(slug, slugs) || "GET /api/v1/templates lists them.";
  return new Failure("not_found", `The account has no template with the slug ${shown}. ${hint}`);
}

const MAX_SHOWN_CHARACTERS = 64;

const SUMMARY = {
  slug: text("Identifier of the template in its account."),
  name: text("Name of the template."),
  description: text("Description of the template."),
  format: text("What `content` is.", { enum: ["html", "markdown"] }),
  builtin: {
    type: "boolean",
    description: "Whether the template comes with the service: it can be replaced, but not deleted.",
  },
  picture: orNull(text("Path of a picture of its first page, a PNG, for a template that comes with the service.")),
  version: integer("Number of the version; each change adds one."),
  created_at: time("Time at which the template was created."),
  updated_at: time("Time at which this version was created."),
};

const object = (description: string): JsonObject => ({ type: "object", description });

export const templateSchemas: JsonObject = {
  ...objectSchema("TemplateSummary", SUMMARY),
  ...objectSchema("Template", {
    ...SUMMARY,
    content: text("The template itself."),
    css: text("Style sheet of the document."),
    header_html: text("HTML above each page; empty: none."),
    footer_html: text("HTML below each page; empty: none."),
    page: object("Fields of the page block for the template's documents."),
    variables_schema: orNull(object("JSON Schema of the variables; null: they are not checked.")),
    sample: orNull(object("Variables for previews; null: there are none.")),
    labels: orNull(object("Texts that `{{t}}` writes, by language and key; null: there are none.")),
  }),
  ...pageSchema("TemplatePage", "TemplateSummary"),
};
