import type { Warning } from "../../kernel/failure.ts";
import { cleanTemplate } from "./print-template.ts";

/**
 * Cleans the HTML of a header or footer; undefined when there is none. `field` is named in the warning of what was left
 * out.
 */
export function marginHtml(
  field: string,
  html: string | undefined,
): { readonly html: string | undefined; readonly warnings: readonly Warning[] } {
  if (html === undefined || html.trim() === "") {
    return { html: undefined, warnings: [] };
  }
  const { html: clean, removed } = cleanTemplate(html);
  const names = removed.slice(0, MAX_NAMED).join(" ");
  const warnings = removed.length === 0 ? [] : [{ code: "markup_left_out", parameters: { field, names } }];
  return { html: clean, warnings };
}

const MAX_NAMED = 8;
