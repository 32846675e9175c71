import type { Block, Code, Figure, List, Paragraph, Span, Table } from "../../blocks.ts";
import type { Box } from "../../content.ts";
import { cleanLines, cleanText } from "../common/clean-text.ts";
import { countedList } from "../common/labelled-items.ts";
import { listNumbering, listNumbers } from "../common/list-numbers.ts";
import { type Direction, otherDirection } from "./direction.ts";
import { attributes, escapeHtml } from "./escape-html.ts";
import { inlineHtml, linesHtml } from "./inline.ts";
import { DATA_IMAGE, type HtmlOptions } from "./options.ts";
import { tableRow } from "./table-row.ts";

export interface BlockOptions extends HtmlOptions {
  readonly direction: Direction;
  /** Returns the identifier of the footnote of a raised label on this page; undefined where there is none. */
  readonly noteId: (label: string) => string | undefined;
}

/** Returns the HTML of a block; empty for a block without text. */
export function blockHtml(block: Block, options: BlockOptions): string {
  switch (block.kind) {
    case "heading": {
      const level = Math.min(6, Math.max(1, block.level));
      // A heading is bold by itself.
      return textElement(
        {
          name: `h${level}`,
          id: block.anchor,
          block,
          html: inlineHtml(block.spans, { ...options, without: { bold: true } }),
        },
        options,
      );
    }
    case "paragraph":
      return textElement({ name: "p", block, html: paragraphHtml(block, options) }, options);
    case "running":
      return textElement({ name: "p", block, html: inlineHtml(block.spans, options), "data-furniture": "" }, options);
    case "footnote":
      return textElement(
        { name: "p", block, html: inlineHtml([{ text: `${block.label} ` }, ...block.spans], options) },
        options,
      );
    case "list":
      return listHtml(countedList(block), options);
    case "table":
      return tableHtml(block, options);
    case "code":
      return codeHtml(block, options);
    case "quote": {
      const inner = blocksHtml(block.blocks, options);
      return inner === "" ? "" : `<blockquote${attributes(place(block, options))}>\n${inner}\n</blockquote>`;
    }
    case "figure":
      return figureHtml(block, options);
  }
}

const paragraphHtml = ({ keepsLines = false, spans }: Paragraph, options: BlockOptions): string =>
  keepsLines ? linesHtml(spans, options) : inlineHtml(spans, options);

const blocksHtml = (blocks: readonly Block[], options: BlockOptions): string =>
  blocks
    .map((block) => blockHtml(block, options))
    .filter((html) => html !== "")
    .join("\n");

interface TextElement {
  readonly name: string;
  readonly block: { readonly box: Box; readonly spans: readonly Span[] };
  readonly html: string;
  readonly id?: string | undefined;
  readonly "data-furniture"?: string;
}

function textElement({ name, block, html, ...more }: TextElement, options: BlockOptions): string {
  const dir = otherDirection(block.spans, options.direction);
  return html === "" ? "" : `<${name}${attributes({ dir, ...more, ...place(block, options) })}>${html}</${name}>`;
}

const place = ({ box }: { readonly box: Box }, { hasBoxes }: HtmlOptions): { "data-bbox"?: string } =>
  hasBoxes === true
    ? { "data-bbox": [box.xMin, box.yMin, box.xMax, box.yMax].map((edge) => Number(edge.toFixed(2))).join(" ") }
    : {};

function listHtml(list: List, options: BlockOptions): string {
  const numbers = listNumbers(list);
  const items = list.items
    .map(({ blocks }, index) => ({ blocks, number: numbers[index] ?? 1, html: itemHtml(blocks, options) }))
    .filter(({ html }) => html !== "");
  const [first] = items;
  if (first === undefined) {
    return "";
  }
  const inner = items.map(({ blocks, number, html }, index) => {
    const isCounted = index === 0 || number === (items[index - 1]?.number ?? 0) + 1;
    const value = list.isOrdered && !isCounted ? number : undefined;
    return `<li${attributes({ ...directionOfItem(blocks, options), value })}>${html}</li>\n`;
  });
  const name = list.isOrdered ? "ol" : "ul";
  const how = list.isOrdered ? { type: listNumbering(list), start: first.number === 1 ? undefined : first.number } : {};
  return `<${name}${attributes({ ...how, ...place(list, options) })}>\n${inner.join("")}</${name}>`;
}

const directionOfItem = ([first]: readonly Block[], { direction }: BlockOptions): { dir?: Direction } => {
  const dir = first?.kind === "paragraph" ? otherDirection(first.spans, direction) : undefined;
  return dir === undefined ? {} : { dir };
};

/**
 * Returns the HTML of an item: its own text stands in it without a paragraph element, unless it has several paragraphs.
 */
function itemHtml(blocks: readonly Block[], options: BlockOptions): string {
  const [first, ...rest] = blocks;
  if (first?.kind !== "paragraph" || rest.some(({ kind }) => kind === "paragraph")) {
    return blocksHtml(blocks, options);
  }
  const own = inlineHtml(first.spans, options);
  const inner = blocksHtml(rest, options);
  return own === "" || inner === "" ? own + inner : `${own}\n${inner}`;
}

/**
 * Returns the HTML of a table. The caption of a table that is the only content of a figure is the figure's (HTML
 * 4.9.2).
 */
function tableHtml(table: Table, options: BlockOptions): string {
  const { rows, caption } = table;
  const headRows = Math.min(Math.max(0, table.headRows), rows.length);
  const part = (name: string, { from, to }: { from: number; to: number }): string =>
    from < to
      ? `<${name}>\n${rows
          .slice(from, to)
          .map((row) => `${tableRow(row, { ...options, isHead: name === "thead" })}\n`)
          .join("")}</${name}>\n`
      : "";
  const isEmpty = !rows.some((row) => row.length > 0);
  const bbox = attributes(place(table, options));
  const body = part("thead", { from: 0, to: headRows }) + part("tbody", { from: headRows, to: rows.length });
  const words = inlineHtml(caption ?? [], options);
  if (words === "") {
    return isEmpty ? "" : `<table${bbox}>\n${body}</table>`;
  }
  const figcaption = `<figcaption>${words}</figcaption>`;
  return isEmpty ? `<p${bbox}>${words}</p>` : `<figure>\n${figcaption}\n<table${bbox}>\n${body}</table>\n</figure>`;
}

/**
 * Returns the HTML of code. A figure holds a listing too (HTML 4.4.12): so two listings after each other stay two, also
 * for those who strip tags.
 */
function codeHtml(code: Code, options: BlockOptions): string {
  const lines = cleanLines(code.lines);
  // Code reads from left to right in every language.
  const dir = options.direction === "rtl" ? "ltr" : undefined;
  return lines.length === 0
    ? ""
    : `<figure${attributes({ dir, ...place(code, options) })}><pre><code>${escapeHtml(lines.join("\n"))}</code></pre></figure>`;
}

function figureHtml(figure: Figure, options: BlockOptions): string {
  const { page, image, caption } = figure;
  const url = image === undefined ? undefined : options.imageUrl?.({ page, image });
  const alt = cleanText(figure.alt ?? "").trim();
  const words = inlineHtml(caption ?? [], options);
  const picture = url !== undefined && DATA_IMAGE.test(url) ? `<img${attributes({ src: url, alt })}>` : "";
  // Screen readers still read out a picture that is left out.
  const reported = picture === "" && alt !== "" ? { role: "img", "aria-label": alt } : {};
  const drawn = linesHtml(figure.labels ?? [], options);
  const labels = drawn === "" ? "" : `<p>${drawn}</p>`;
  if (picture === "" && alt === "" && words === "" && labels === "") {
    return "";
  }
  const figcaption = words === "" ? "" : `<figcaption>${words}</figcaption>`;
  return `<figure${attributes({ ...place(figure, options), ...(figcaption === "" && reported) })}>${picture}${labels}${figcaption}</figure>`;
}
