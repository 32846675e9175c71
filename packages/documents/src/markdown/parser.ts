import { alert } from "@mdit/plugin-alert";
import { footnote } from "@mdit/plugin-footnote";
import { tex } from "@mdit/plugin-tex";
import MarkdownIt, { type RendererRule, type Token } from "markdown-it";
import { contentsMarks } from "./contents.ts";
import { displayedInText } from "./displayed-in-text.ts";
import type { Environment } from "./environment.ts";
import { headingIds } from "./headings.ts";
import { linkWebAddresses } from "./links.ts";
import { blockDirections, figures, pageBreaks } from "./print-rules.ts";
import { closedRawHtml } from "./raw-html.ts";
import { tableRoom } from "./table-room.ts";
import { checkboxOf, taskLists } from "./task-lists.ts";
import { codeWithBreaks, softHyphens, textWithBreaks } from "./word-breaks.ts";

/** The deepest nesting of blocks in blocks, which is markdown-it's own limit. */
export const MAX_NESTING = 100;

/** Creates a parser of CommonMark with GitHub's extensions and, with `readsMath`, formulas between dollar signs. */
export function createParser({ readsMath }: { readonly readsMath: boolean }): MarkdownIt {
  const parser = new MarkdownIt({ html: true, linkify: true, xhtmlOut: true });
  linkWebAddresses(parser);
  parser.use(footnote).use(alert);
  parser.core.ruler.push("task_lists", taskLists);
  if (readsMath) {
    parser.use(tex, { render: () => "" });
    parser.inline.ruler.before("math_inline_dollar", "math_displayed_in_text", displayedInText);
  }
  parser.core.ruler.push("page_breaks", pageBreaks);
  parser.core.ruler.push("figures", figures);
  parser.core.ruler.push("heading_ids", headingIds);
  parser.core.ruler.push("contents_marks", contentsMarks);
  parser.core.ruler.push("table_room", tableRoom);
  parser.core.ruler.push("block_directions", blockDirections);
  parser.core.ruler.push("soft_hyphens", softHyphens);
  Object.assign(parser.renderer.rules, RULES);
  return parser;
}

const codeBlock: RendererRule = (tokens, index, _options, env: Environment) => {
  const token = tokens[index];
  return token === undefined ? "" : env.slots.keep(env.codeBlocks.get(token) ?? "");
};

const formula =
  (isDisplayed: boolean): RendererRule =>
  (tokens, index, _options, env: Environment) =>
    env.slots.keep(env.formulas.render(tokens[index]?.content ?? "", isDisplayed));

const rawHtml: RendererRule = (tokens, index) => closedRawHtml(tokens[index]?.content ?? "");

/** Renders a cell with the alignment of its column as an attribute: a style would have to be parsed for each cell. */
const cell: RendererRule = (tokens, index) => {
  const token = tokens[index];
  const align = /(?:left|center|right)$/u.exec(token?.attrGet("style") ?? "")?.[0];
  const aligned = align === undefined ? "" : ` align="${align}"`;
  return `<${token?.tag ?? "td"}${aligned}${classOf(token)}>`;
};

const classOf = (token: Token | undefined): string => {
  const name = token?.attrGet("class") ?? null;
  return name === null ? "" : ` class="${name}"`;
};

const checkbox: RendererRule = (tokens, index, _options, env: Environment) =>
  env.slots.keep(checkboxOf(tokens[index]?.content === "checked"));

const footnoteReference: RendererRule = (tokens, index) => {
  const { number, occurrence } = footnoteOf(tokens[index]);
  return `<sup class="footnote-ref"><a href="#footnote${number}" id="footnote-ref${number}${occurrence}">${number}</a></sup>`;
};

const footnoteReturn: RendererRule = (tokens, index) => {
  const { number, occurrence } = footnoteOf(tokens[index]);
  return ` <a href="#footnote-ref${number}${occurrence}" class="footnote-backref">\u21A9\uFE0E</a>`;
};

function footnoteOf(token: Token | undefined): { readonly number: number; readonly occurrence: string } {
  const meta: { readonly id: number; readonly subId?: number } | undefined = token?.meta;
  const again = meta?.subId ?? 0;
  return { number: (meta?.id ?? 0) + 1, occurrence: again > 0 ? `-${again}` : "" };
}

const RULES: Readonly<Record<string, RendererRule>> = {
  fence: codeBlock,
  code_block: codeBlock,
  alert_title: (tokens, index) => {
    const name = tokens[index]?.markup ?? "";
    return `<p class="markdown-alert-title">${name.charAt(0).toUpperCase()}${name.slice(1)}</p>\n`;
  },
  text: textWithBreaks,
  code_inline: codeWithBreaks,
  math_inline: formula(false),
  math_block: formula(true),
  html_block: rawHtml,
  html_inline: rawHtml,
  table_open: (tokens, index) => `<div class="table-scroll"><table dir="auto"${classOf(tokens[index])}>\n`,
  table_close: () => "</table></div>\n",
  th_open: cell,
  td_open: cell,
  checkbox,
  footnote_ref: footnoteReference,
  footnote_anchor: footnoteReturn,
  page_break: () => '<div class="page-break"></div>\n',
  contents: (_tokens, _index, _options, env: Environment) => env.slots.keep(env.contents),
};
