import type { Token } from "markdown-it";
import type { ThemedToken } from "shiki/core";
import { escapeHtml } from "../html.ts";
import { MAX_CODE_CHARACTERS, MAX_CODE_LINE, MAX_HIGHLIGHTED_CHARACTERS } from "../limits.ts";
import type { CodeTheme } from "./code-themes.ts";
import { linesHtml } from "./code-lines.ts";
import { highlighterFor } from "./highlighter.ts";

export interface CodeBlocks {
  /** The HTML of each code block, by its token. */
  readonly html: ReadonlyMap<Token, string>;
  /** The colours that the code blocks use, as CSS. */
  readonly css: string;
}

/**
 * Renders the code blocks among `tokens` with their colours; blocks that are too long, of an unknown language or of
 * none have no colours.
 */
export async function codeBlocksOf(
  tokens: readonly Token[],
  { codeTheme, defaultTheme }: { readonly codeTheme: CodeTheme | undefined; readonly defaultTheme: CodeTheme },
): Promise<CodeBlocks> {
  const name = codeTheme ?? defaultTheme;
  const blocks = tokens.filter(({ type }) => type === "fence" || type === "code_block");
  const colours = new Colours();
  const html = new Map<Token, string>();
  let theme: Theme | undefined;
  let remaining = MAX_HIGHLIGHTED_CHARACTERS;
  for (const token of blocks) {
    const language = languageOf(token);
    const code = token.content.replace(/\n$/u, "");
    let lines: readonly Line[] | undefined;
    if (language !== "" && code.length <= remaining && isShort(code)) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- loading a language twice would be worse
      const highlighter = await highlighterFor(language, name);
      if (highlighter !== undefined) {
        theme ??= highlighter.getTheme(name);
        lines = highlighter.codeToTokensBase(code, { lang: language, theme: name, tokenizeTimeLimit: 0 });
        remaining -= code.length;
      }
    }
    const coloured = lines === undefined ? code.split("\n").map(escapeHtml) : colours.html(lines, theme?.fg);
    html.set(token, blockOf(code, coloured, language));
  }
  const isOwn = codeTheme !== undefined && blocks.length > 0;
  return { html, css: (isOwn ? await ground(name) : "") + colours.css() };
}

type Line = readonly ThemedToken[];
type Theme = { readonly fg: string; readonly bg: string };

const isShort = (code: string): boolean =>
  code.length <= MAX_CODE_CHARACTERS && code.split("\n").every(({ length }) => length <= MAX_CODE_LINE);

/** Returns the language of a fence: the first word behind it, in lower case; empty where there is none. */
export const languageOf = ({ info }: Token): string => (/^\s*([^\s{,:]+)/u.exec(info)?.[1] ?? "").toLowerCase();

/**
 * The greatest number of lines of code that is kept on one page; longer code is divided between pages where it must be.
 */
const MAX_WHOLE_LINES = 16;

function blockOf(code: string, coloured: readonly string[], language: string): string {
  const named = language === "" ? "" : ` data-language="${escapeHtml(language)}"`;
  const whole = coloured.length > MAX_WHOLE_LINES ? "" : " code-whole";
  const drawn = BOX_DRAWING.test(code) ? " code-drawn" : "";
  const html = linesHtml(code.split("\n"), coloured);
  return `<pre class="shiki${whole}${drawn}"${named} dir="ltr"><code>${html}</code></pre>\n`;
}

/** Lines and blocks of which trees and tables are drawn: they are to meet those of the next line. */
const BOX_DRAWING = /[\u2500-\u259f]/u;

/**
 * Returns the style rule with the colour and background of a code theme that the caller chose; without one, the
 * document's theme has its own.
 */
async function ground(name: CodeTheme): Promise<string> {
  const theme = (await highlighterFor("text", name))?.getTheme(name);
  return theme === undefined ? "" : `pre.shiki{color:${theme.fg};background-color:${theme.bg}}`;
}

/** The styles of the code of one document, as classes: there are few of them, and many pieces of code. */
class Colours {
  readonly #classes = new Map<string, string>();

  /**
   * Returns the HTML of each line of code. Each element is one more in the structure of a tagged PDF: neighbouring pieces
   * of one style share an element, and text in the usual style has none.
   */
  html(lines: readonly Line[], usual: string | undefined): readonly string[] {
    return lines.map((line) => this.#line(line, usual?.toLowerCase()));
  }

  css(): string {
    return [...this.#classes].map(([style, name]) => `.shiki .${name}{${style}}`).join("");
  }

  #line(tokens: Line, usual: string | undefined): string {
    const pieces: { style: string; text: string }[] = [];
    for (const token of tokens) {
      const last = pieces.at(-1);
      const style = styleOf(token, usual);
      if (last !== undefined && (last.style === style || token.content.trim() === "")) {
        last.text += token.content;
      } else {
        pieces.push({ style, text: token.content });
      }
    }
    return pieces.map(({ style, text }) => this.#piece(style, escapeHtml(text))).join("");
  }

  #piece(style: string, html: string): string {
    if (style === "") {
      return html;
    }
    const name = this.#classes.get(style) ?? `s${this.#classes.size}`;
    this.#classes.set(style, name);
    return `<span class="${name}">${html}</span>`;
  }
}

const [ITALIC, BOLD, UNDERLINE, STRIKETHROUGH] = [1, 2, 4, 8];

function styleOf({ color, fontStyle }: ThemedToken, usual: string | undefined): string {
  const flags = Math.max(0, fontStyle ?? 0);
  return [
    color === undefined || color.toLowerCase() === usual ? "" : `color:${color}`,
    flags & ITALIC ? "font-style:italic" : "",
    flags & BOLD ? "font-weight:bold" : "",
    flags & UNDERLINE ? "text-decoration:underline" : "",
    flags & STRIKETHROUGH ? "text-decoration:line-through" : "",
  ]
    .filter((part) => part !== "")
    .join(";");
}
