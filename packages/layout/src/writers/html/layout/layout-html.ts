import type { LaidOutDocument } from "../../../blocks.ts";
import type { PageLines } from "../../../words.ts";
import type { ImageUrl } from "../../common/images.ts";
import { type Frame, frameOf } from "../document-frame.ts";
import { attributes } from "../escape-html.ts";
import { pageDrawing } from "./page-drawing.ts";

export interface LayoutHtmlOptions extends Pick<Partial<LaidOutDocument>, "title" | "lang"> {
  /** The frame of the sections; `document` by default. */
  readonly frame?: Frame;
  /** Returns the addresses of images; only data URLs are written. */
  readonly imageUrl?: ImageUrl;
}

/**
 * Writes pages as they look, a piece for each: a drawing (SVG) of the page's size with its text where it stands, its
 * lines, filled fields and links. Text can be selected and searched. Positions are attributes of the drawing: unlike a
 * style element or attribute, these are allowed under the policy `default-src 'none'; img-src data:`, which so is the
 * same for both kinds of HTML. Fonts are the reader's own, and every run of text is fitted to the width that it has on
 * the page.
 */
export function* writeLayoutHtml(pages: Iterable<PageLines>, options: LayoutHtmlOptions = {}): Generator<string> {
  const { start, end } = frameOf(options, options.frame ?? "document");
  yield start;
  for (const page of pages) {
    const drawing = pageDrawing(page, options.imageUrl);
    yield `<section${attributes({ "data-page": page.content.page })}>\n${drawing}\n</section>\n`;
  }
  yield end;
}
