import { type CosDirect, Dict, type Page, Stream } from "@quire/cos";

const MAX_DEPTH = 8;

/**
 * Finds whether a page can be an image, by its resources (ISO 32000-2, 7.8.3): they have an image, including those of
 * the forms in them, or have no font, so that the page may show images within its content. No content is read.
 */
export class ImageResources {
  readonly #known = new Map<Dict, boolean>();

  mayBeImage({ resources }: Pick<Page, "resources">): boolean {
    return resources === undefined || !isFilled(resources.get("Font")) || this.#hasImage(resources, 0);
  }

  #hasImage(resources: Dict, depth: number): boolean {
    const known = this.#known.get(resources);
    if (known !== undefined) {
      return known;
    }
    // Forms may contain each other: while the outer one is examined, it counts as without images.
    this.#known.set(resources, false);
    const found = this.#isAnImage(resources.get("XObject"), depth);
    this.#known.set(resources, found);
    return found;
  }

  #isAnImage(xobjects: CosDirect, depth: number): boolean {
    if (!(xobjects instanceof Dict)) {
      return false;
    }
    for (const name of xobjects.keys()) {
      const xobject = xobjects.get(name);
      if (xobject instanceof Stream) {
        const { dict } = xobject;
        const own = dict.name("Subtype") === "Form" ? dict.dict("Resources") : undefined;
        const isImage = own === undefined ? dict.name("Subtype") === "Image" : this.#isDeeper(own, depth);
        if (isImage) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether nested resources have an image; those nested too deep may have one. */
  #isDeeper(resources: Dict, depth: number): boolean {
    return depth >= MAX_DEPTH || this.#hasImage(resources, depth + 1);
  }
}

const isFilled = (fonts: CosDirect): boolean => fonts instanceof Dict && !fonts.keys().next().done;
