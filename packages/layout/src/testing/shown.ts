import type { Block, Span } from "../blocks.ts";
import type { PageContent } from "../content.ts";
import { layOut } from "../lay-out.ts";
import { type BuiltText, builtPage, NO_DOCUMENT } from "./built-page.ts";

/**
 * Returns blocks as lines of text for a test to compare: `# ` for headings, `- ` and `1. ` for items, indented by
 * level.
 */
export function shown(blocks: readonly Block[], indent = ""): string[] {
  return blocks.flatMap((block): string[] => {
    switch (block.kind) {
      case "heading":
        return [`${"#".repeat(block.level)} ${textOf(block.spans)}`];
      case "paragraph":
        return [indent + textOf(block.spans)];
      case "list":
        return block.items.flatMap(({ blocks: own }, index) => {
          const [first = "", ...rest] = shown(own);
          const marker = block.isOrdered ? `${block.start + index}. ` : "- ";
          return [indent + marker + first, ...rest.map((line) => `${indent}  ${line}`)];
        });
      case "code":
        return block.lines.map((line) => `${indent}| ${line}`);
      case "quote":
        return shown(block.blocks, `${indent}> `);
      case "table":
        return [
          `table of ${block.rows.length}`,
          ...(block.caption === undefined ? [] : [`caption ${textOf(block.caption)}`]),
        ];
      case "figure":
        return [
          `figure ${block.image}`,
          ...(block.caption === undefined ? [] : [`caption ${textOf(block.caption)}`]),
          ...(block.labels === undefined
            ? []
            : textOf(block.labels)
                .split("\n")
                .map((row) => `label ${row}`)),
        ];
      case "footnote":
        return [`note ${block.label}: ${textOf(block.spans)}`];
      case "running":
        return [`(${textOf(block.spans)})`];
    }
  });
}

export const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join("");

export const shownPages = (...pages: readonly PageContent[]): string[] => shown(layOut(NO_DOCUMENT, pages).blocks);

export const shownText = (...runs: readonly BuiltText[]): string[] => shownPages(builtPage(runs));

/** Words to fill lines with, always the same. */
const WORDS = "the quick brown fox jumps over some lazy dogs and then walks home with its young friends".split(" ");

/** Builds lines of running text, each about `letters` long, the last one short and with a full stop. */
export function prose(lines: number, { letters = 60, from = 0 }: { letters?: number; from?: number } = {}): string[] {
  let at = from;
  return Array.from({ length: lines }, (_, index) => {
    let text = index === 0 ? "Here" : "";
    const most = index === lines - 1 ? letters / 3 : letters;
    while (text.length + (WORDS[at % WORDS.length] ?? "").length < most) {
      text += `${text === "" ? "" : " "}${WORDS[at++ % WORDS.length]}`;
    }
    return index === lines - 1 ? `${text}.` : text;
  });
}
