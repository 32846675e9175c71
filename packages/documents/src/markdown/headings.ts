import type { StateCore, Token } from "markdown-it";
import type { Environment, Heading } from "./environment.ts";
import { type HtmlHeading, htmlHeadings } from "./html-headings.ts";

/** Gives headings the ids that GitHub gives them, and lists them in the environment. */
export function headingIds(state: StateCore): void {
  const ids = new UniqueIds();
  const ofHtml = Map.groupBy(
    htmlHeadings(state.tokens, (token) => textOf(token, "")),
    ({ first }) => first,
  );
  const headings = state.tokens.flatMap((token, index): Heading[] => {
    if (token.type === "html_block") {
      return namedHtml(token, ofHtml.get(token) ?? [], ids);
    }
    const [inline, close] = state.tokens.slice(index + 1, index + 3);
    if (token.type !== "heading_open" || inline === undefined || close === undefined) {
      return [];
    }
    const own = textOf(inline, "");
    const text = own.trim() || textOf(inline, "pictures").trim();
    const id = ids.next(slugOf(own.trim() === "" ? text : own));
    token.attrSet("id", id);
    return [{ level: Number(token.tag.slice(1)), id, text, inline, first: token, last: close }];
  });
  const env: Environment = state.env;
  env.headings = headings;
}

/** Gives the headings that begin in a block of HTML ids, unless they have their own. Those without a text are not listed. */
function namedHtml(block: Token, headings: readonly HtmlHeading[], ids: UniqueIds): Heading[] {
  const named = headings
    .map(({ text, pictures, ...heading }) => ({ ...heading, text: text || pictures }))
    .filter(({ text }) => text !== "")
    .map((heading) => ({
      ...heading,
      id: heading.id ?? ids.next(slugOf(heading.text)),
      isNew: heading.id === undefined,
    }));
  // From the last to the first, so that the places before stay.
  for (const { id, isNew, tagEnd } of named.toReversed()) {
    if (isNew) {
      block.content = `${block.content.slice(0, tagEnd)} id="${id}"${block.content.slice(tagEnd)}`;
    }
  }
  return named.map(({ level, id, text, first, last }) => ({ level, id, text, first, last }));
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
