import {
  type Bounds,
  type CosDocument,
  type CosValue,
  type Dict,
  Name,
  type Page,
  Ref,
  resolve,
  Stream,
} from "@quire/cos";
import { type FoundImage, imageOf, KnownObjects } from "@quire/images";
import { shownText } from "@quire/metadata";
import { type ImageDescription, LIMITS, type Listed } from "../description.ts";
import type { Matrix } from "./matrix.ts";
import { PageSet } from "./page-set.ts";

interface ListedImage {
  readonly image: FoundImage;
  readonly isInline: boolean;
  readonly pages: PageSet;
  placements: number;
  /** The extent in inches where it is shown largest. */
  widthIn: number;
  heightIn: number;
}

/** Collects the images of a document: those that pages show, and those that only their resources have. */
export class ImageList {
  readonly #images: ListedImage[] = [];
  readonly #known = new KnownObjects<ListedImage>();
  readonly #bounds: Bounds;

  constructor({ bounds }: CosDocument) {
    this.#bounds = bounds;
  }

  addShown(found: FoundImage, isInline: boolean, matrix: Matrix, page: Page): void {
    const image = this.#imageOf(found, isInline);
    image.pages.add(page.index + 1);
    image.placements += 1;
    const [a, b, c, d] = matrix;
    const widthIn = (Math.hypot(a, b) * page.userUnit) / 72;
    const heightIn = (Math.hypot(c, d) * page.userUnit) / 72;
    if (widthIn * heightIn > image.widthIn * image.heightIn) {
      image.widthIn = widthIn;
      image.heightIn = heightIn;
    }
  }

  /** Adds the images in the resources of a page, whether it draws them or not. */
  addResources(page: Page): void {
    for (const raw of page.resources?.dict("XObject")?.entries.values() ?? []) {
      this.#bounds.step();
      const image = imageOf(raw);
      if (image) {
        this.#imageOf(image, false);
      }
    }
  }

  listed(): Listed<ImageDescription> {
    // A mask belongs to its image, wherever else it is listed.
    const masks = new KnownObjects<true>();
    for (const { image } of this.#images) {
      this.#bounds.step();
      masks.add(image.stream.dict.raw("SMask") ?? null, true);
      masks.add(image.stream.dict.raw("Mask") ?? null, true);
    }
    const images = this.#images.filter(
      ({ image, placements }) => placements > 0 || !masks.has(image.ref ?? image.stream),
    );
    return { items: images.slice(0, LIMITS.images).map(described), total: images.length };
  }

  #imageOf(image: FoundImage, isInline: boolean): ListedImage {
    return this.#known.get(image.ref ?? image.stream, () => {
      const pages = new PageSet(LIMITS.pagesOfOne);
      const listed = { image, isInline, pages, placements: 0, widthIn: 0, heightIn: 0 };
      this.#images.push(listed);
      return listed;
    });
  }
}

function described(listed: ListedImage): ImageDescription {
  const { image, isInline, pages, placements, widthIn, heightIn } = listed;
  const { stream, ref } = image;
  const { dict } = stream;
  const isStencil = dict.boolean("ImageMask") === true;
  const widthPx = pixels(dict, "Width");
  const heightPx = pixels(dict, "Height");
  const colour = isStencil ? undefined : colourOf(dict.raw("ColorSpace"));
  const bits = isStencil ? 1 : dict.integer("BitsPerComponent");
  return {
    widthPx,
    heightPx,
    kind: isStencil ? "stencil" : isInline ? "inline" : "image",
    colourSpace: colour?.family ?? null,
    components: colour?.components ?? null,
    bitsPerComponent: bits !== undefined && bits > 0 && bits <= 32 ? bits : null,
    filters: filterNames(stream),
    mask: maskOf(dict),
    horizontalPpi: ppi(widthPx, widthIn),
    verticalPpi: ppi(heightPx, heightIn),
    placements,
    sizeBytes: stream.bytes.lengthBytes,
    object: ref?.number ?? null,
    pages: pages.pages,
    pageCount: pages.pageCount,
  };
}

function pixels(dict: Dict, key: string): number {
  const value = Math.trunc(dict.number(key) ?? 0);
  return value > 0 && value <= 0x7f_ff_ff_ff ? value : 0;
}

const MAX_PPI = 1e6;

function ppi(px: number, inches: number): number | null {
  const value = px / inches;
  return inches > 0 && value > 0 && value < MAX_PPI ? Math.round(10 * value) / 10 : null;
}

function filterNames({ dict }: Stream): string[] {
  const filter = dict.get("Filter");
  const names = Array.isArray(filter) ? filter.slice(0, LIMITS.filters).map(resolve) : [filter];
  return names.flatMap((name) => (name instanceof Name ? [shownText(name.value, LIMITS.nameCharacters)] : []));
}

function maskOf(dict: Dict): ImageDescription["mask"] {
  if (dict.stream("SMask") !== undefined || (dict.integer("SMaskInData") ?? 0) > 0) {
    return "soft";
  }
  if (dict.stream("Mask") !== undefined) {
    return "stencil";
  }
  return dict.array("Mask") === undefined ? null : "colour-key";
}

interface Colour {
  readonly family: string;
  readonly components: number | null;
}

const MAX_COMPONENTS = 32;
const DEVICE: Readonly<Record<string, number>> = {
  DeviceGray: 1,
  CalGray: 1,
  DeviceRGB: 3,
  CalRGB: 3,
  Lab: 3,
  DeviceCMYK: 4,
  Indexed: 1,
  Separation: 1,
};

/** Returns the family of a colour space (ISO 32000-2, 8.6.3) and the number of its components. */
function colourOf(raw: CosValue | undefined): Colour | undefined {
  const value = raw instanceof Ref ? raw.value : raw;
  const array = Array.isArray(value) ? value : undefined;
  const name = array === undefined ? value : resolve(array[0]);
  if (!(name instanceof Name)) {
    return undefined;
  }
  const family = shownText(name.value, LIMITS.nameCharacters);
  const parameter = resolve(array?.[1]);
  if (family === "ICCBased") {
    const components = parameter instanceof Stream ? (parameter.dict.integer("N") ?? 0) : 0;
    return { family, components: components > 0 && components <= MAX_COMPONENTS ? components : null };
  }
  if (family === "DeviceN") {
    return {
      family,
      components: Array.isArray(parameter) && parameter.length <= MAX_COMPONENTS ? parameter.length : null,
    };
  }
  return { family, components: DEVICE[family] ?? null };
}
