import type { Composed } from "../../composed.ts";
import { composeMarkdown } from "../compose-markdown.ts";
import type { MarkdownOptions } from "../markdown-options.ts";

const OPTIONS: MarkdownOptions = {
  theme: "none",
  codeTheme: undefined,
  hasContents: false,
  readsMath: true,
  drawsDiagrams: false,
  readsFrontMatter: true,
};

export interface ComposedText extends Composed {
  /** The HTML of the whole document. */
  readonly html: string;
  /** The content of its `main`. */
  readonly main: string;
}

export async function compose(text: string, options: Partial<MarkdownOptions> = {}): Promise<ComposedText> {
  const composed = await composeMarkdown(text, { ...OPTIONS, ...options });
  const html = [...composed.sections].join("");
  const main = /<main class="markdown-body">\n([^]*)<\/main>/u.exec(html)?.[1] ?? "";
  return { ...composed, html, main };
}
