import type { Composed } from "../composed.ts";
import { composeMarkdown } from "../markdown/compose-markdown.ts";
import { type Escape, escapeHtml, escapeLine, escapeMarkdown } from "./escaping.ts";
import type { FillOptions } from "./fill-options.ts";
import { requireSameKeys } from "./labels.ts";
import { parseTemplate } from "./parse-template.ts";
import { localeOf, timezoneOf } from "./region.ts";
import { Rendering } from "./render-template.ts";
import type { TemplateSnapshot } from "./template-snapshot.ts";
import type { Part } from "./template-tree.ts";
import { checkSchema, checkVariables, readVariables, throwFaults } from "./variables.ts";
import { wholeDocument, withStyle } from "./whole-document.ts";

export interface FilledTemplate extends Composed {
  /** The header of the template, filled in and not cleaned. */
  readonly headerHtml?: string | undefined;
  readonly footerHtml?: string | undefined;
}

const DEFAULT_LOCALE = "en";

/**
 * Fills a template in with variables, a JSON object. Its language is that of Handlebars, with Mustache's sections and
 * the helpers `date`, `number`, `currency`, `upper`, `default`, `join`, `paragraphs` and `t`.
 * @throws ContentError `template_error` for the template's own faults, `document_too_complex` when it costs too much,
 * and, for variables that are missing or contradict the template's schema, the service's kinds of failures with their
 * places among the variables
 */
export async function fillTemplate(
  snapshot: TemplateSnapshot,
  variables: string,
  { missing, locale, language: written, timezone }: FillOptions,
): Promise<FilledTemplate> {
  const read = readVariables(variables);
  if (snapshot.variablesSchema !== null) {
    checkVariables(read, snapshot.variablesSchema);
  }
  const texts = textsOf(snapshot);
  const language = localeOf(locale) ?? DEFAULT_LOCALE;
  const labels = written === undefined ? undefined : snapshot.labels?.[written];
  const region = { locale: language, timezone: timezoneOf(timezone) ?? "UTC", labels };
  const rendering = new Rendering(read, texts.partials, region);
  const [frontMatter, content, headerHtml, footerHtml] = [
    rendering.render(texts.frontMatter, escapeLine),
    rendering.render(texts.content, ESCAPES[snapshot.format]),
    rendering.render(texts.headerHtml, escapeHtml),
    rendering.render(texts.footerHtml, escapeHtml),
  ];
  if (missing === "error") {
    throwFaults(rendering.missing.map((path) => ({ kind: "missing", message: "Field required", path })));
  }
  const margins = { headerHtml: someHtml(headerHtml), footerHtml: someHtml(footerHtml) };
  return { ...(await documentOf(frontMatter + content, snapshot, { language })), ...margins };
}

/**
 * Checks that a template can be read, whether or not the partials that it names are there.
 * @throws ContentError `template_error` when it cannot be read
 */
export function checkTemplate(snapshot: TemplateSnapshot): void {
  if (snapshot.variablesSchema !== null) {
    checkSchema(snapshot.variablesSchema);
  }
  if (snapshot.labels !== null) {
    requireSameKeys(snapshot.labels);
  }
  textsOf(snapshot);
}

const ESCAPES: Readonly<Record<TemplateSnapshot["format"], Escape>> = { html: escapeHtml, markdown: escapeMarkdown };

const someHtml = (html: string): string | undefined => (html.trim() === "" ? undefined : html);

async function documentOf(
  text: string,
  { name, format, css }: TemplateSnapshot,
  { language }: { readonly language: string },
): Promise<Composed> {
  if (format === "html") {
    const sections = [wholeDocument(text, { css, title: name, language })];
    return { sections, needsScript: false, contents: [], warnings: [] };
  }
  const made = await composeMarkdown(text, MARKDOWN);
  const sections = [...made.sections].map((section) => withStyle(section, css));
  return { ...made, title: made.title ?? name, language: made.language ?? language, sections };
}

const MARKDOWN = {
  theme: "minimal",
  codeTheme: undefined,
  hasContents: false,
  readsMath: true,
  drawsDiagrams: false,
  readsFrontMatter: true,
} as const;

type Texts = Readonly<Record<"frontMatter" | "content" | "headerHtml" | "footerHtml", readonly Part[]>> & {
  readonly partials: ReadonlyMap<string, readonly Part[]>;
};

function textsOf({ format, content, headerHtml, footerHtml, partials }: TemplateSnapshot): Texts {
  const [frontMatter = ""] = (format === "markdown" ? FRONT_MATTER.exec(content) : null) ?? [];
  return {
    frontMatter: parseTemplate(frontMatter, "content"),
    content: parseTemplate(content.slice(frontMatter.length), "content"),
    headerHtml: parseTemplate(headerHtml, "header_html"),
    footerHtml: parseTemplate(footerHtml, "footer_html"),
    partials: new Map(Object.entries(partials).map(([slug, text]) => [slug, parseTemplate(text, `partial ${slug}`)])),
  };
}

/** Front matter: YAML between lines of three hyphens, at the very beginning. */
const FRONT_MATTER = /^---[ \t]*\r?\n[^]*?\n---[ \t]*(?:\r?\n|$)/;
