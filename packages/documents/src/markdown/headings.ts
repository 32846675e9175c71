import type { StateCore, Token } from "markdown-it";
import type { Environment, Heading } from "./environment.ts";

/** Gives headings the ids that GitHub gives them, and lists them in the environment. */
export function headingIds(state: StateCore): void {
  const ids = new UniqueIds();
  const headings: Heading[] = [];
  state.tokens.forEach((open, index) => {
    const inline = state.tokens[index + 1];
    if (open.type !== "heading_open" || inline === undefined) {
      return;
    }
    const own = textOf(inline, "");
    const text = own.trim() || textOf(inline, "pictures").trim();
    const id = ids.next(slugOf(own.trim() === "" ? text : own));
    open.attrSet("id", id);
    headings.push({ level: Number(open.tag.slice(1)), id, text, inline });
  });
  const env: Environment = state.env;
  env.headings = headings;
}

/** Returns the text that a reader sees, without marks; with the texts of pictures, where these are asked for. */
function textOf(inline: Token, also: "" | "pictures"): string {
  const parts = (inline.children ?? []).map((token) => {
    if (token.type === "softbreak" || token.type === "hardbreak") {
      return " ";
    }
    if (token.type === "image") {
      return also === "pictures" ? textOf(token, also) : "";
    }
    return token.type === "html_inline" ? "" : token.content;
  });
  return parts.join("");
}

/**
 * Makes a slug as github-slugger does: all but letters, digits, marks, `_`, `-` and spaces are left out, spaces become
 * `-`.
 */
function slugOf(text: string): string {
  const kept = text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "");
  const slug = kept.replaceAll(" ", "-");
  return slug === "" || TAKEN.test(slug) ? `section${slug === "" ? "" : "-"}${slug}` : slug;
}

/** The ids of elements that this package makes. */
const TAKEN = /^(?:toc-page-\d+|footnote(?:-ref)?\d+(?:-\d+)?|diagram-\d+)$/u;

/** Makes ids unique: the second `usage` becomes `usage-1`, unless a heading is called that already. */
class UniqueIds {
  readonly #uses = new Map<string, number>();

  next(slug: string): string {
    let count = this.#uses.get(slug) ?? 0;
    let id = count === 0 ? slug : `${slug}-${count}`;
    while (this.#uses.has(id)) {
      count += 1;
      id = `${slug}-${count}`;
    }
    this.#uses.set(slug, count);
    this.#uses.set(id, this.#uses.get(id) ?? 0);
    return id;
  }
}
