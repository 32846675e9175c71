import MarkdownIt, { type Token } from "markdown-it";
import { type Outline, SIGN } from "./outline.ts";

/* Markdown as another implementation reads it. */

const reader = new MarkdownIt({ html: true });

export const linkOf = (href: string): string => reader.normalizeLink(href);

export function readMarkdown(markdown: string): Outline[] {
  const tokens = reader.parse(markdown, {});
  let at = 0;

  const inlineText = (): string => styledText(tokens[at++]?.children ?? []);

  function untilClose(type: string): Outline[] {
    const blocks: Outline[] = [];
    while (at < tokens.length && tokens[at]?.type !== type) {
      blocks.push(...next());
    }
    at++;
    return blocks;
  }

  function next(): Outline[] {
    const token = tokens[at++];
    if (token === undefined) {
      throw new Error(`nothing more in ${JSON.stringify(markdown)}`);
    }
    switch (token.type) {
      case "heading_open": {
        const text = inlineText();
        at++;
        return [{ kind: "heading", level: Number(token.tag.slice(1)), text }];
      }
      case "paragraph_open": {
        const text = inlineText();
        at++;
        return [{ kind: "paragraph", text }];
      }
      case "fence":
        return [{ kind: "code", lines: token.content.replace(/\n$/, "").split("\n") }];
      case "blockquote_open":
        return [{ kind: "quote", blocks: untilClose("blockquote_close") }];
      case "bullet_list_open":
      case "ordered_list_open": {
        const items: Outline[][] = [];
        while (tokens[at]?.type === "list_item_open") {
          at++;
          items.push(untilClose("list_item_close"));
        }
        at++;
        const isOrdered = token.type === "ordered_list_open";
        return [{ kind: "list", isOrdered, start: Number(token.attrGet("start") ?? 1), items }];
      }
      case "table_open":
        return [{ kind: "table", rows: tableRows() }];
      case "hr":
        return [{ kind: "paragraph", text: "(rule)" }];
      case "html_block":
        return [{ kind: "paragraph", text: `(html)${token.content}` }];
      default:
        throw new Error(`unexpected ${token.type} in ${JSON.stringify(markdown)}`);
    }
  }

  function tableRows(): string[][] {
    const rows: string[][] = [];
    for (; tokens[at]?.type !== "table_close"; at++) {
      const token = tokens[at];
      if (token?.type === "tr_open") {
        rows.push([]);
      } else if (token?.type === "inline") {
        rows.at(-1)?.push(styledText(token.children ?? []));
      }
    }
    at++;
    return rows[0]?.every((text) => text === "") ? rows.slice(1) : rows;
  }

  return untilClose("none");
}

const TAGS: Readonly<Record<string, keyof typeof SIGN>> = {
  strong: "bold",
  em: "italic",
  code: "code",
  sup: "super",
  sub: "sub",
};

function styledText(tokens: readonly Token[]): string {
  const open = new Set<keyof typeof SIGN>();
  let href = "";
  let text = "";
  const add = (content: string): void => {
    const signs = (["bold", "italic", "code", "super", "sub"] as const).map((style) =>
      open.has(style) ? SIGN[style] : "",
    );
    text += Array.from(content, (character) => signs.join("") + href + character).join("");
  };
  for (const token of tokens) {
    const tag = token.type === "html_inline" ? /^<(\/?)([a-z]+)>$/.exec(token.content) : null;
    const style = TAGS[tag?.[2] ?? token.tag];
    if (token.type === "text") {
      add(token.content);
    } else if (token.type === "code_inline") {
      open.add("code");
      add(token.content);
      open.delete("code");
    } else if (token.type === "link_open") {
      href = `{${token.attrGet("href") ?? ""}}`;
    } else if (token.type === "link_close") {
      href = "";
    } else if (style !== undefined && (token.nesting === 1 || tag?.[1] === "")) {
      open.add(style);
    } else if (style !== undefined) {
      open.delete(style);
    } else {
      text += `(${token.type})`;
    }
  }
  return text;
}
