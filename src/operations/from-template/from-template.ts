import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ComposedTemplate } from "../../engines/documents/port.ts";
import { assert } from "../../kernel/assert.ts";
import type { Warning } from "../../kernel/failure.ts";
import { asContentOf } from "../../kernel/faults.ts";
import { type PageBlock, pageBlockAliases } from "../../kernel/pages/page-block.ts";
import type { TemplateSnapshot } from "../../kernel/template-snapshot.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { type Content, type ContentFile, type Context, contentOperation } from "../operation.ts";
import { resultFilename } from "../output-filename.ts";
import { marginHtml } from "../printing/margin-html.ts";
import { printComposed } from "../printing/print-composed.ts";
import { printedPrice } from "../printing/printed-price.ts";
import { mergedPage } from "./page-overrides.ts";
import { type FromTemplateParameters, parameters } from "./parameters.ts";
import { type WrittenLanguage, writtenLanguage } from "./written-language.ts";

const tariff = printedPrice(1);

export const fromTemplate = contentOperation({
  name: "from-template",
  operationId: "create_pdf_from_template",
  path: "/api/v1/pdf/from-template",
  scope: "pdf",
  workClass: "browser",
  summary: "Print a stored template with variables",
  description:
    "Fills in a template of the account and prints it. Templates are HTML or Markdown with `{{name}}`, `{{{raw}}}`, " +
    "`{{#items}}…{{/items}}`, `{{^items}}…{{/items}}`, `{{#if}}`, `{{#unless}}`, `{{#each}}`, `{{#with}}`, " +
    "`{{else}}`, " +
    "`{{> other-template}}` and the helpers `date`, `number`, `currency`, `upper`, `default`, `join`, `paragraphs` and `t`. Fields of the page " +
    "block in the request take precedence over the template's own. Nothing is fetched and no script runs.",
  produces: ["application/pdf"],
  aliases: { template: "template_slug", template_id: "template_slug", data: "variables", ...pageBlockAliases },
  parameters,
  content: {
    sources: {
      variables: {
        kind: "json",
        description: "The values of the template's variables: a JSON object, which may be empty.",
      },
    },
    template: { slug: "template_slug", version: "version" },
  },
  example: {
    template_slug: "receipt-minimal",
    variables: {
      company_name: "Corner Café",
      receipt_number: "R-1042",
      date: "2026-03-14",
      items: [{ description: "Espresso", quantity: 2, price: 2.4 }],
      total: 4.8,
    },
    locale: "en-GB",
  },

  ...tariff.statement,
  quote: () => tariff.base,
  async resultName(content, given) {
    const { template } = inputsOf(content);
    const { page } = await snapshotOf(template);
    const own = page["output_filename"];
    const named = given.output_filename ?? (typeof own === "string" ? own : undefined);
    return resultFilename({ output_filename: named }, `${template.slug}.pdf`);
  },

  async run(content, given, context) {
    const { variables, template } = inputsOf(content);
    const snapshot = await snapshotOf(template);
    const page = mergedPage(snapshot.page, given);
    const language = writtenLanguage(snapshot, given.locale);
    const composed = await asContentOf(variables, () =>
      fill({ template: template.path, variables: variables.path }, { ...given, ...language }, context),
    );
    const { header, footer, warnings } = marginsOf(composed, page);
    const outcome = await printComposed(
      composed,
      {
        page,
        filename: `${template.slug}.pdf`,
        headerHtml: header,
        footerHtml: footer,
        // A size in the template's own style sheet counts when no other is asked for.
        prefersCssPageSize: given.page_size === undefined && snapshot.page["page_size"] === undefined,
      },
      context,
    );
    return { ...outcome, warnings: [...labelWarnings(language), ...warnings, ...(outcome.warnings ?? [])] };
  },
});

const labelWarnings = ({ locale = "", language = "", lacksLabels }: WrittenLanguage): readonly Warning[] =>
  lacksLabels ? [{ code: "labels_missing", parameters: { locale, language } }] : [];

/** Reads the template, which is the service's own JSON. */
const snapshotOf = async ({ path }: { readonly path: string }): Promise<TemplateSnapshot> =>
  JSON.parse(await readFile(path, "utf8"));

function inputsOf({ file, template }: Content): {
  readonly variables: ContentFile;
  readonly template: NonNullable<Content["template"]>;
} {
  assert(file !== undefined && template !== undefined, "the platform brings variables and template");
  return { variables: file, template };
}

async function fill(
  { template, variables }: { readonly template: string; readonly variables: string },
  { missing, locale, language, timezone }: Omit<FromTemplateParameters, "language"> & WrittenLanguage,
  context: Context,
): Promise<ComposedTemplate> {
  const outputDirectory = join(context.workspace, "sections");
  await mkdir(outputDirectory);
  return context.engines.composer.template({
    input: template,
    variables,
    missing,
    locale,
    language,
    timezone,
    outputDirectory,
    maxBytes: context.limits.archiveBytes,
    ...workOf(context),
  });
}

/** Returns header and footer of the template, unless the page block has a text for the same place. */
function marginsOf(
  { headerHtml, footerHtml }: ComposedTemplate,
  { header_text: headerText, footer_text: footerText, show_page_numbers: isNumbered }: PageBlock,
): { readonly header: string | undefined; readonly footer: string | undefined; readonly warnings: readonly Warning[] } {
  const header = marginHtml("header_html", (headerText ?? "") === "" ? headerHtml : undefined);
  const footer = marginHtml("footer_html", (footerText ?? "") === "" && !isNumbered ? footerHtml : undefined);
  return { header: header.html, footer: footer.html, warnings: [...header.warnings, ...footer.warnings] };
}
