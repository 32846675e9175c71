import { Failure } from "../../kernel/failure.ts";
import type { TemplateSnapshot } from "../../kernel/template-snapshot.ts";
import type { TemplateContent } from "../store/template-store.ts";

// One document needs far fewer; each name costs a lookup, and all of it is read into the memory of a worker.
const MAX_PARTIALS = 50;
const MAX_PARTIAL_BYTES = 4 * 1024 * 1024;

/**
 * Takes a snapshot of a template with all the partials that it names: `contentOf` returns the current content of the
 * account's template with a slug. Names of templates that do not exist are left out; the engine decides whether that
 * matters.
 * @throws Failure `template_error` when it names too many or too long ones
 */
export async function snapshotOf(
  template: TemplateContent & Pick<TemplateSnapshot, "slug" | "version">,
  contentOf: (slug: string) => Promise<string | undefined>,
): Promise<TemplateSnapshot> {
  const { content, headerHtml, footerHtml } = template;
  const partials = new Map<string, string>();
  const seen = new Set<string>();
  let waiting = [content, headerHtml, footerHtml].flatMap(partialsIn);
  let sizeBytes = 0;
  while (waiting.length > 0) {
    const [slug = "", ...rest] = waiting;
    waiting = rest;
    if (seen.has(slug)) {
      continue;
    }
    seen.add(slug);
    requireFew(seen.size, MAX_PARTIALS, "templates");
    // oxlint-disable-next-line eslint/no-await-in-loop -- what a template names is known when it has been read
    const partial = await contentOf(slug);
    if (partial !== undefined) {
      sizeBytes += Buffer.byteLength(partial);
      requireFew(sizeBytes, MAX_PARTIAL_BYTES, "bytes of templates");
      partials.set(slug, partial);
      waiting.push(...partialsIn(partial));
    }
  }
  return { ...bareSnapshotOf(template), partials: Object.fromEntries(partials) };
}

/** Takes a snapshot of a template alone, without the partials that it names. */
export const bareSnapshotOf = (
  template: TemplateContent & Pick<TemplateSnapshot, "slug" | "version">,
): TemplateSnapshot => ({
  slug: template.slug,
  version: template.version,
  name: template.name,
  format: template.format,
  content: template.content,
  css: template.css,
  headerHtml: template.headerHtml,
  footerHtml: template.footerHtml,
  page: template.page,
  variablesSchema: template.variablesSchema,
  labels: template.labels,
  partials: {},
});

// `{{> slug}}` and `{{~> "slug" …}}`; a name in another form is not a slug.
const PARTIAL = /\{\{~?>\s*(["']?)([a-z0-9-]{1,64})\1(?=[\s}~])/g;

/** Returns the slugs that a text names as partials. Some may be in a comment: one too many does no harm. */
const partialsIn = (text: string): string[] => [...new Set([...text.matchAll(PARTIAL)].map(([, , slug = ""]) => slug))];

function requireFew(count: number, max: number, what: string): void {
  if (count > max) {
    throw new Failure(
      "template_error",
      `The template includes more than ${max} ${what}, directly or through its partials.`,
    );
  }
}
