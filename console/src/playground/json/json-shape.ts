import { type Box, boxesOf } from "../boxes/box.ts";
import type { Size } from "../pages/size.ts";

/** What a JSON answer of an operation holds that can be shown in a better way than as JSON. */
export interface JsonShape {
  readonly words: readonly Box[];
  readonly blocks: readonly Box[];
  readonly pages: ReadonlyMap<number, Size>;
  readonly text: string | undefined;
  readonly markdown: string | undefined;
  readonly html: string | undefined;
}

/** Returns what an answer of OCR or of text extraction holds. */
export function shapeOf(value: unknown): JsonShape {
  const answer = Object(value);
  const data = Object(answer.data ?? answer);
  const results: readonly unknown[] = Array.isArray(data.page_results) ? data.page_results : [];
  const dimensions: readonly unknown[] = Array.isArray(data.page_dimensions) ? data.page_dimensions : [];
  const inPages = (name: string): readonly Box[] =>
    results.flatMap((result) => {
      const { [name]: items, page_number: page } = Object(result);
      // The blocks of a page of OCR do not repeat the page's number.
      return boxesOf(
        Array.isArray(items) ? items.map((item: unknown) => ({ page_number: page, ...Object(item) })) : [],
      );
    });
  const words = boxesOf(data.words);
  const blocks = boxesOf(data.blocks);
  return {
    words: words.length > 0 ? words : inPages("words"),
    blocks: blocks.length > 0 ? blocks : inPages("blocks"),
    pages: new Map([...dimensions.flatMap(pageOf), ...results.flatMap(pageOf)]),
    text: textOf(data.text),
    markdown: textOf(data.markdown),
    html: textOf(data.html),
  };
}

function pageOf(value: unknown): readonly (readonly [number, Size])[] {
  const page = Object(value);
  const { width, height } = Object(page.dimensions ?? page);
  return typeof page.page_number === "number" && typeof width === "number" && typeof height === "number"
    ? [[page.page_number, { width, height }]]
    : [];
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
