import type { StateInline } from "markdown-it";

/**
 * Reads `$$…$$` in running text, which the plugin for formulas knows as a separate block alone, as a formula in the
 * style of displayed ones. It is a rule for inline Markdown, to be tried before that of `$…$`.
 */
export function displayedInText(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith("$$", state.pos)) {
    return false;
  }
  const start = state.pos + 2;
  const end = state.src.indexOf("$$", start);
  if (end === -1 || end >= state.posMax || state.src.slice(start, end).trim() === "") {
    return false;
  }
  if (!silent) {
    const token = state.push("math_inline", "math", 0);
    token.markup = "$$";
    token.content = String.raw`\displaystyle ${state.src.slice(start, end)}`;
  }
  state.pos = end + 2;
  return true;
}
