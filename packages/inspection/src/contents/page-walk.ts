import type { Bounds, CosDocument, CosValue, Dict, Page } from "@quire/cos";
import { type FoundImage, KnownObjects } from "@quire/images";
import { appearancesOf } from "./appearances.ts";
import { type ContentItem, itemsOfContent, itemsOfNested, type NestedContent } from "./content-items.ts";
import { IDENTITY, type Matrix, product } from "./matrix.ts";

/** What is told of each thing that a page shows. */
export interface PageVisitor {
  font(raw: CosValue, dict: Dict): void;
  /** `matrix` brings the unit square to the image's place in default user space. */
  image(image: FoundImage, isInline: boolean, matrix: Matrix): void;
}

/**
 * The number of forms that are entered on one page, however they draw each other; beyond it a form is entered only the
 * first time. Ten forms that each draw the next ten times would otherwise be drawn ten thousand million times.
 */
const MAX_ENTERED = 10_000;
const MAX_DEPTH = 30;

/** Walks the contents of the pages of one document. Forms that several pages draw are read once. */
export class PageWalk {
  readonly #document: CosDocument;
  readonly #items = new KnownObjects<readonly ContentItem[]>();

  constructor(document: CosDocument) {
    this.#document = document;
  }

  /**
   * Tells `visitor` of the fonts and images that a page and its annotations show.
   * @throws CosError `too_complex` when a bound is met
   */
  walk(page: Page, visitor: PageVisitor, bounds: Bounds): void {
    const { bytes } = page.contents(bounds);
    const own = itemsOfContent(bytes, { resources: page.resources, document: this.#document, bounds });
    const entered = new KnownObjects<true>();
    let count = 0;
    const way = [{ items: [...own, ...appearancesOf(page, bounds)].values(), matrix: IDENTITY }];
    for (let level = way.at(-1); level; level = way.at(-1)) {
      bounds.step();
      const { value: item } = level.items.next();
      switch (item?.kind) {
        case undefined:
          way.pop();
          break;
        case "font":
          visitor.font(item.raw, item.dict);
          break;
        case "image":
          visitor.image(item.image, item.isInline, product(item.matrix, level.matrix));
          break;
        case "content": {
          const isNew = entered.add(item.content.key, true);
          if (way.length <= MAX_DEPTH && (isNew || count < MAX_ENTERED)) {
            count += 1;
            way.push({
              items: this.#itemsOf(item.content, bounds).values(),
              matrix: product(item.matrix, level.matrix),
            });
          }
          break;
        }
        default:
          item satisfies never;
      }
    }
  }

  #itemsOf(content: NestedContent, bounds: Bounds): readonly ContentItem[] {
    const read = (): ContentItem[] => itemsOfNested(content, { document: this.#document, bounds });
    // Without its own resources, the names in a content may mean something else on each page.
    return content.hasOwnResources ? this.#items.get(content.key, read) : read();
  }
}
