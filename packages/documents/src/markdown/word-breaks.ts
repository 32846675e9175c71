import type { RendererRule, StateCore, Token } from "markdown-it";
import { withBreakPlaces } from "../typography/break-places.ts";
import type { Environment } from "./environment.ts";

/* Where lines of running text may end within a word. Headings stay whole: their text is also that of the outline. */

/** Puts soft hyphens into the words of running text, as far as the document is to have them, but not into tables. */
export function softHyphens(state: StateCore): void {
  const { hyphenate }: Environment = state.env;
  if (hyphenate === undefined) {
    return;
  }
  state.tokens.forEach((token, index) => {
    if (token.type === "inline" && !UNHYPHENATED.has(state.tokens[index - 1]?.type ?? "")) {
      for (const child of (token.children ?? []).filter(isText)) {
        child.content = hyphenate(child.content);
      }
    }
  });
}

const UNHYPHENATED = new Set(["heading_open", "th_open", "td_open"]);
const isText = ({ type }: Token): boolean => type === "text";

/** Renders text, and code in it, with places to break its long names. */
export const textWithBreaks: RendererRule = (tokens, index) => withBreakPlaces(tokens[index]?.content ?? "");
export const codeWithBreaks: RendererRule = (tokens, index) =>
  `<code>${withBreakPlaces(tokens[index]?.content ?? "")}</code>`;
