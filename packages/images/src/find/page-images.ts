import { type Bounds, type CosValue, Dict, type Page, Ref, resolve, Stream } from "@quire/cos";
import {
  type Content,
  type ContentItem,
  contentOf,
  imageOf,
  itemsOf,
  itemsOfContent,
  type ReadContext,
} from "./content.ts";
import type { FoundImage } from "./found-image.ts";
import { KnownObjects } from "./known-objects.ts";

/** The images of one page, each image XObject once. */
export interface PageImages {
  /** The images that the page draws, in the order of its content and then of its annotations. */
  readonly drawn: readonly FoundImage[];
  /** The images that only the page's resources have: nothing on the page draws them. */
  readonly stored: readonly FoundImage[];
}

/** Finds the images of the pages of one document. Forms that several pages have are read once. */
export class ImageFinder {
  readonly #context: ReadContext;
  readonly #items = new KnownObjects<readonly ContentItem[]>();

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /**
   * Returns the images of a page.
   * @throws CosError `too_complex`
   */
  imagesOf(page: Page): PageImages {
    const { bounds } = this.#context;
    const walk = new Walk((content) => this.#itemsOf(content), bounds);
    const { bytes } = page.contents(bounds);
    walk.follow(itemsOf({ bytes, resources: page.resources, isGlyph: false }, this.#context));
    walk.follow(appearancesOf(page, bounds));
    return { drawn: walk.images, stored: storedImages(page, walk, bounds) };
  }

  #itemsOf(content: Content): readonly ContentItem[] {
    // Without its own resources, the names in a content may mean something else on each page.
    return content.stream.dict.dict("Resources")
      ? this.#items.get(content.key, () => itemsOfContent(content, this.#context))
      : itemsOfContent(content, this.#context);
  }
}

/** Goes through nested contents depth first, each once. */
class Walk {
  readonly images: FoundImage[] = [];
  readonly known = new KnownObjects<true>();
  readonly #itemsOf: (content: Content) => readonly ContentItem[];
  readonly #bounds: Bounds;

  constructor(itemsOfOne: (content: Content) => readonly ContentItem[], bounds: Bounds) {
    this.#itemsOf = itemsOfOne;
    this.#bounds = bounds;
  }

  follow(items: readonly ContentItem[]): void {
    // The walk keeps its own stack, as forms may be nested deeper than function calls may.
    const way = [items.values()];
    for (let inner = way.at(-1); inner; inner = way.at(-1)) {
      this.#bounds.step();
      const { value: item } = inner.next();
      if (item === undefined) {
        way.pop();
      } else if (item.kind === "image") {
        this.#addImage(item.image);
      } else if (this.known.add(item.content.key, true)) {
        way.push(this.#itemsOf(item.content).values());
      }
    }
  }

  #addImage(image: FoundImage): void {
    if (this.known.add(image.ref ?? image.stream, true)) {
      this.images.push(image);
    }
  }
}

function storedImages(page: Page, { images, known }: Walk, bounds: Bounds): FoundImage[] {
  const stored: FoundImage[] = [];
  for (const raw of page.resources?.dict("XObject")?.entries.values() ?? []) {
    bounds.step();
    const image = imageOf(raw);
    if (image && known.add(image.ref ?? image.stream, true)) {
      stored.push(image);
    }
  }
  // A mask belongs to its image, wherever else it is listed.
  const masks = new KnownObjects<true>();
  for (const { dict } of [...images, ...stored].map(({ stream }) => stream)) {
    masks.add(dict.raw("SMask") ?? null, true);
    masks.add(dict.raw("Mask") ?? null, true);
  }
  return stored.filter(({ ref, stream }) => !masks.has(ref ?? stream));
}

/** Returns the normal appearances of the annotations (12.5.5), in all of their states. */
function appearancesOf(page: Page, bounds: Bounds): ContentItem[] {
  const items: ContentItem[] = [];
  for (const element of page.dict.array("Annots") ?? []) {
    bounds.step();
    const annotation = resolve(element);
    const raw = annotation instanceof Dict ? (annotation.dict("AP")?.raw("N") ?? null) : null;
    for (const state of statesOf(raw)) {
      bounds.step();
      const content = contentOf(state, page.resources);
      if (content) {
        items.push({ kind: "content", content });
      }
    }
  }
  return items;
}

function statesOf(raw: CosValue): Iterable<CosValue> {
  const value = raw instanceof Ref ? raw.value : raw;
  if (value instanceof Stream) {
    return [raw];
  }
  return value instanceof Dict ? value.entries.values() : [];
}
