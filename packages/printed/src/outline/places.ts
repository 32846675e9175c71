import { type CosDocument, Name, type Page, resolve } from "@quire/cos";
import type { ContentText } from "../content/content-text.ts";
import { belowElement } from "../structure/element-content.ts";
import { printedEntries } from "./printed-entries.ts";

/**
 * Lets the entries of the outline lead to the pages that the content of their headings is on. A browser that moves a heading
 * to the top of the next page can leave an empty box of it at the bottom of the one before, and the entry leads there.
 */
export function leadToContent(document: CosDocument, pages: readonly Page[], content: ContentText): void {
  const byDict = new Map(pages.map((page) => [page.dict, page]));
  for (const { dict } of printedEntries(document)) {
    const element = dict.dict("SE");
    const items = element === undefined ? [] : belowElement(element, document.bounds).items;
    const first = items.find(({ owner, mcid }) => content.textOf(owner, mcid).trim() !== "") ?? items[0];
    const page = first?.owner && byDict.get(first.owner);
    const destination = dict.get("Dest");
    if (page?.ref !== undefined && Array.isArray(destination) && resolve(destination[0]) !== page.dict) {
      dict.set("Dest", [page.ref, new Name("XYZ"), destination[2] ?? 0, page.mediaBox.top, 0]);
    }
  }
}
