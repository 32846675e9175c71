import type { Block, Span, TableCell } from "../../blocks.ts";
import { cleanLines } from "../common/clean-text.ts";
import { tidySpans } from "../common/tidy-spans.ts";

/* The content of a document as a reader sees it, in a form that does not depend on the writer. */

export type Outline =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "code"; readonly lines: readonly string[] }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly start: number; readonly items: readonly Outline[][] }
  | { readonly kind: "quote"; readonly blocks: readonly Outline[] }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] };

export type StyleOfText = (spans: readonly Span[], isHead: boolean) => string;

/** Returns the outline of blocks; those without text are not written, so they are not in the outline either. */
export function outlineOf(blocks: readonly Block[], styled: StyleOfText): Outline[] {
  return blocks.flatMap((block): Outline[] => {
    switch (block.kind) {
      case "heading": {
        const text = styled(block.spans, true);
        return text === "" ? [] : [{ kind: "heading", level: block.level, text }];
      }
      case "paragraph": {
        const text = styled(block.spans, false);
        return text === "" ? [] : [{ kind: "paragraph", text }];
      }
      case "code": {
        const lines = cleanLines(block.lines);
        return lines.length === 0 ? [] : [{ kind: "code", lines }];
      }
      case "list": {
        const all = block.items.map(({ blocks: own }) => outlineOf(own, styled));
        const items = all.filter((item) => item.length > 0);
        const start = block.isOrdered ? block.start + all.findIndex((item) => item.length > 0) : 1;
        return items.length === 0 ? [] : [{ kind: "list", isOrdered: block.isOrdered, start, items }];
      }
      case "quote": {
        const inner = outlineOf(block.blocks, styled);
        return inner.length === 0 ? [] : [{ kind: "quote", blocks: inner }];
      }
      case "table":
        return [
          {
            kind: "table",
            rows: shownRows(
              block.rows.map((row) => row.map((cell) => cellText(cell, styled))),
              block,
            ),
          },
        ];
      case "figure":
      case "footnote":
      case "running":
        return [];
    }
  });
}

/** Removes an empty head, which stands for none where a form needs one. */
const shownRows = (rows: readonly (readonly string[])[], { headRows }: { readonly headRows: number }) =>
  headRows === 1 && rows[0]?.every((text) => text === "") ? rows.slice(1) : rows;

const cellText = ({ spans, isHeader }: TableCell, styled: StyleOfText): string => styled(spans, isHeader);

/** Private-use signs for the style of text, which no markup knows. */
export const SIGN = { bold: "\uE000", italic: "\uE001", code: "\uE002", super: "\uE003", sub: "\uE004" } as const;

/**
 * Returns a function that writes one character after another, each with the signs of its style; it does not show how
 * elements nest.
 */
export const stylesOf =
  (linkOf: (href: string) => string): StyleOfText =>
  (spans, isHead) =>
    tidySpans(spans, { bold: isHead })
      .map(({ text, bold, italic, code, script, href }) => {
        const signs =
          (bold ? SIGN.bold : "") +
          (italic ? SIGN.italic : "") +
          (code ? SIGN.code : "") +
          (script === undefined ? "" : SIGN[script]) +
          (href === undefined ? "" : `{${linkOf(href)}}`);
        return Array.from(text, (character) => signs + character).join("");
      })
      .join("");
