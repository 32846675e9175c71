import { renderToString } from "katex";
import { escapeHtml } from "./html.ts";
import { MAX_FORMULA_CHARACTERS, MAX_MATH_CHARACTERS } from "./limits.ts";
import { mathStyles } from "./math-styles.ts";

/**
 * Renders the formulas of one document, and collects the style sheet and fonts they need. A formula that KaTeX cannot
 * read is shown as it is written, marked as a fault.
 */
export class Formulas {
  #characters = 0;
  readonly #classes = new Set<string>();

  render(tex: string, isDisplayed: boolean): string {
    const source = tex.trim();
    this.#characters += source.length;
    if (source.length > MAX_FORMULA_CHARACTERS || this.#characters > MAX_MATH_CHARACTERS) {
      return framed(faulty(source, "This formula is too long."), isDisplayed);
    }
    try {
      const html = renderToString(source, { ...OPTIONS, displayMode: isDisplayed });
      for (const [, names = ""] of html.matchAll(/ class="([^"]*)"/gu)) {
        for (const name of names.split(" ")) {
          this.#classes.add(name);
        }
      }
      return framed(described(html, source), isDisplayed);
    } catch (error) {
      return framed(faulty(source, error instanceof Error ? error.message : String(error)), isDisplayed);
    }
  }

  /** Returns the style sheet of the rendered formulas; empty when nothing has been rendered. */
  styles(): string {
    return this.#classes.size === 0 ? "" : mathStyles(this.#classes);
  }
}

/** The options of KaTeX. MathML next to the glyphs would be the text of a PDF a second time. */
const OPTIONS = {
  output: "html",
  throwOnError: true,
  strict: false,
  trust: false,
  maxExpand: 1000,
  maxSize: 50,
} as const;

/**
 * Returns a formula as a figure whose alternative text is the source, for screen readers. Elements that KaTeX hides
 * from them would be no part of the structure at all.
 */
const described = (html: string, source: string): string =>
  `<span role="img" aria-label="${escapeHtml(source)}">${html.replace(' aria-hidden="true"', "")}</span>`;

const faulty = (source: string, message: string): string =>
  `<code class="math-error" title="${escapeHtml(message)}">${escapeHtml(source)}</code>`;

const framed = (html: string, isDisplayed: boolean): string =>
  isDisplayed ? `<p class="math-block">${html}</p>\n` : `<span class="math-inline">${html}</span>`;
