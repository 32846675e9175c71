import type { PageLines } from "../../../words.ts";
import { frameOf } from "../document-frame.ts";
import { attributes } from "../escape-html.ts";
import type { LayoutHtmlOptions } from "./layout-html.ts";
import { paintedDrawing } from "./painted-drawing.ts";
import type { PageFont, PagePainting } from "./painting.ts";
import { rounded } from "./values.ts";

/** Writes pages as they are painted; what it returns is to be written in the order of the calls. */
export class PaintedHtml {
  /** The text before the pages. */
  readonly start: string;
  readonly #end: string;
  readonly #sizes = new Map<string, string>();

  /**
   * Creates a writer of a drawing (SVG) for each page, with a picture of what is not text, and text in the page's own
   * fonts. There is no script, and the only style is the declaration of these fonts and of the sizes of pages, so that
   * each is printed on a sheet of its size.
   */
  constructor(options: Omit<LayoutHtmlOptions, "imageUrl">) {
    const { start, end } = frameOf(options, options.frame ?? "document", { hasFonts: true });
    this.start = start;
    this.#end = end;
  }

  /** Returns the section of a page. */
  page(page: PageLines, painting: PagePainting): string {
    const style = `page:${this.#sizeOf(page.content)}`;
    const drawing = paintedDrawing(page, painting);
    return `<section${attributes({ "data-page": page.content.page, style })}>\n${drawing}\n</section>\n`;
  }

  /** Returns the text after the pages, with the fonts that they use. */
  end(fonts: readonly PageFont[]): string {
    const rules = [...this.#sizes].map(([size, name]) => `@page ${name}{size:${size};margin:0}`);
    const style = [SHEETS, ...rules, ...fonts.map(fontFace)].join("\n");
    // The one place of a body that a style element may have is within a drawing.
    return `<svg width="0" height="0" style="position:absolute"><style>\n${style}\n</style></svg>\n${this.#end}`;
  }

  #sizeOf({ widthPt, heightPt }: PageLines["content"]): string {
    const size = `${rounded(widthPt)}pt ${rounded(heightPt)}pt`;
    const name = this.#sizes.get(size) ?? `size-${this.#sizes.size + 1}`;
    this.#sizes.set(size, name);
    return name;
  }
}

/** Each page is on a sheet, and on a screen it has an edge. */
const SHEETS = [
  "section[data-page]{break-inside:avoid;break-after:page}",
  "section[data-page]:last-of-type{break-after:auto}",
  "section[data-page]>svg{display:block}",
  "@media print{body:has(>section[data-page]){margin:0}}",
  "@media screen{section[data-page]>svg{outline:1px solid #ccc;margin:0 auto 12pt}}",
].join("\n");

const fontFace = ({ family, woff2 }: PageFont): string =>
  `@font-face{font-family:"${family}";src:url(data:font/woff2;base64,${Buffer.from(woff2).toString("base64")})}`;
