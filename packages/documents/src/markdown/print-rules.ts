import type { StateCore, Token } from "markdown-it";

/* Rules for Markdown on paper: page breaks, pictures with captions, the direction of blocks. */

const BREAK_COMMENT = /^\s*<!--\s*(?:page-?break|newpage)\s*-->\s*$/iu;
const BREAK_COMMAND = /^\\(?:newpage|pagebreak|clearpage)$/u;

/**
 * Makes page breaks of `<!-- pagebreak -->` and `
 * ewpage` alone between blocks.
 */
export function pageBreaks(state: StateCore): void {
  state.tokens.forEach((token, index) => {
    if (token.type === "html_block" && BREAK_COMMENT.test(token.content)) {
      breakPage(token);
    }
    if (token.type === "inline" && BREAK_COMMAND.test(token.content.trim())) {
      const [open, close] = [state.tokens[index - 1], state.tokens[index + 1]];
      if (open?.type !== "paragraph_open" || close === undefined) {
        return;
      }
      breakPage(token);
      hide(open, close);
    }
  });
}

function breakPage(token: Token): void {
  token.type = "page_break";
  token.tag = "";
  token.children = null;
}

/** Makes tokens render as nothing. */
function hide(...tokens: readonly Token[]): void {
  for (const token of tokens) {
    token.type = "text";
    token.tag = "";
    token.content = "";
  }
}

/** Makes a picture that has a title and is alone in its paragraph a figure; the title is its caption. */
export function figures(state: StateCore): void {
  state.tokens.forEach((token, index) => {
    const [image, ...others] = token.children ?? [];
    const open = state.tokens[index - 1];
    const close = state.tokens[index + 1];
    if (token.type !== "inline" || image?.type !== "image" || others.length > 0) {
      return;
    }
    const title = image.attrGet("title");
    if (title === null || title === "" || open?.type !== "paragraph_open" || close === undefined) {
      return;
    }
    open.tag = "figure";
    close.tag = "figure";
    image.attrs = (image.attrs ?? []).filter(([name]) => name !== "title");
    token.children = [image, ...captionOf(title, state)];
  });
}

function captionOf(title: string, state: StateCore): readonly Token[] {
  const text = new state.Token("text", "", 0);
  text.content = title;
  return [new state.Token("caption_open", "figcaption", 1), text, new state.Token("caption_close", "figcaption", -1)];
}

/**
 * Gives each outer block the direction in which its text begins. The blocks within follow it, except in an alert, which
 * begins with a word that this package adds and that says nothing of the text.
 */
export function blockDirections(state: StateCore): void {
  let level = 0;
  for (const token of state.tokens) {
    if (token.level === 0) {
      level = token.type === "alert_open" ? 1 : 0;
    }
    const isBlock = token.nesting === 1 && token.tag !== "" && token.tag !== "section";
    if (isBlock && token.level === level && token.type !== "alert_open") {
      token.attrSet("dir", "auto");
    }
  }
}
