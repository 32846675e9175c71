import type { CosDocument, Page } from "@quire/cos";
import { Duplicates } from "./find/duplicates.ts";
import type { FoundImage } from "./find/found-image.ts";
import { KnownObjects } from "./find/known-objects.ts";
import { ImageFinder, type PageImages } from "./find/page-images.ts";
import { sizeOf } from "./image-entries.ts";
import { ImageLoss } from "./image-loss.ts";
import type { ImageSelection } from "./options.ts";
import type { Picture } from "./picture/picture.ts";
import { type PictureOptions, PictureReader } from "./picture/picture-reader.ts";

export interface ExtractOptions extends PictureOptions, ImageSelection {
  readonly pages: readonly Page[];
}

/** An image of a page, or the reason why it cannot be extracted. */
export interface PageImage {
  readonly page: Page;
  /** The image's position among the extracted images of the page, from 1. */
  readonly number: number;
  readonly picture: Picture | ImageLoss;
}

/**
 * Yields the images of pages, in page order and on each in the order in which the page draws them, followed by those
 * that its resources hold but no page draws. Each picture is made when it is asked for, and not kept.
 * @throws CosError `too_complex`
 */
export function* extractImages(document: CosDocument, options: ExtractOptions): Generator<PageImage, void, undefined> {
  const { bounds, minWidthPx, minHeightPx } = options;
  const reader = new PictureReader(options);
  const duplicates = options.dedupe ? new Duplicates(bounds) : undefined;
  for (const [page, images] of imagesOfPages(document, options)) {
    let number = 0;
    for (const image of images) {
      bounds.look();
      const { widthPx, heightPx } = sizeOf(image.stream.dict);
      // An image without a size is reported, whatever minimum is asked for.
      const isSmall = widthPx > 0 && heightPx > 0 && (widthPx < minWidthPx || heightPx < minHeightPx);
      if (!isSmall && duplicates?.add(image) !== false) {
        number++;
        yield { page, number, picture: pictureOrLoss(reader, image) };
      }
    }
  }
}

/**
 * Finds the images of all pages first: what one page draws counts as merely stored on others that share its resources.
 */
function imagesOfPages(
  document: CosDocument,
  { pages, bounds }: ExtractOptions,
): (readonly [Page, readonly FoundImage[]])[] {
  const finder = new ImageFinder({ source: document, bounds });
  const found = pages.map((page): readonly [Page, PageImages] => [page, finder.imagesOf(page)]);
  const drawn = new KnownObjects<true>();
  for (const { ref, stream } of found.flatMap(([, images]) => images.drawn)) {
    drawn.add(ref ?? stream, true);
  }
  return found.map(([page, images]) => {
    const stored = images.stored.filter(({ ref, stream }) => !drawn.has(ref ?? stream));
    return [page, [...images.drawn, ...stored]];
  });
}

function pictureOrLoss(reader: PictureReader, { stream }: FoundImage): Picture | ImageLoss {
  try {
    return reader.read(stream);
  } catch (error) {
    if (error instanceof ImageLoss) {
      return error;
    }
    throw error;
  }
}
