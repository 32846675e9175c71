import { ContentError } from "../composed.ts";
import type { TemplateLabels } from "./template-snapshot.ts";

/* The texts that a template has in several languages, which the helper `t` writes. */

/** The texts of one language, by key. */
export type Labels = TemplateLabels[string];

/**
 * Returns the text of a key. Names in braces, as in `Page {number}`, are replaced by the values of those names; others
 * stay as they are.
 * @throws ContentError `template_error` when the template has no such text
 */
export function labelOf(labels: Labels | undefined, key: string, values: ReadonlyMap<string, string>): string {
  const label = labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
  if (label === undefined) {
    throw new ContentError(
      "template_error",
      `The template has no text ${JSON.stringify(key.slice(0, 64))} in its \`labels\`.`,
    );
  }
  return label.replaceAll(/\{([a-z_]{1,64})\}/g, (whole, name: string) => values.get(name) ?? whole);
}

/**
 * Checks that each language has the same texts: one that is missing would be found by the first document in that language.
 * @throws ContentError `template_error` that names the language and the key
 */
export function requireSameKeys(labels: TemplateLabels): void {
  const [[first, model] = ["", {}], ...others] = Object.entries(labels);
  for (const [language, texts] of others) {
    const [key] = Object.keys(model).filter((known) => !Object.hasOwn(texts, known));
    const [more] = Object.keys(texts).filter((known) => !Object.hasOwn(model, known));
    const [has, misses] = key === undefined ? [language, first] : [first, language];
    if (key !== undefined || more !== undefined) {
      throw new ContentError(
        "template_error",
        `The labels of ${has} have ${JSON.stringify((key ?? more ?? "").slice(0, 64))}, and those of ${misses} have not.`,
        ["labels", misses],
      );
    }
  }
}
