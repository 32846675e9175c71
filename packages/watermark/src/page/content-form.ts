import { type CosArray, CosError, contentsStream, type Dict, Name, type Page, type Ref, type Stream } from "@quire/cos";
import type { PageWriting } from "./page-writing.ts";

/** Makes form XObjects of pages' contents (ISO 32000-2, 8.10): whatever the contents leave open ends with the form. */
export class ContentForms {
  readonly #writing: PageWriting;
  /** The last form made of each contents, which pages may share. */
  readonly #forms = new Map<Stream | CosArray, ContentForm>();

  constructor(writing: PageWriting) {
    this.#writing = writing;
  }

  /**
   * Returns the name of the form in the page's resources; undefined when it cannot be made or would separate structure
   * elements from their content.
   */
  nameOf(contents: Stream | CosArray, page: Page, dict: Dict): string | undefined {
    // 14.7.5.4: elements refer to marked content by the page.
    if (dict.has("StructParents")) {
      return undefined;
    }
    const { names } = this.#writing;
    const resources = names.sharedResources(page, dict);
    const { left, bottom, right, top } = page.mediaBox;
    // The box clips, and must not do so within the page.
    const box = [left - 1, bottom - 1, right + 1, top + 1];
    const known = this.#forms.get(contents);
    const isKnown = known?.resources === resources && known.box.join(" ") === box.join(" ");
    const form = isKnown ? known : this.#made(page, { resources, box });
    if (form === undefined) {
      return undefined;
    }
    this.#forms.set(contents, form);
    return names.nameOf("XObject", form.ref, { page, dict });
  }

  #made(page: Page, use: Omit<ContentForm, "ref">): ContentForm | undefined {
    const stream = this.#contents(page);
    stream?.dict
      .set("Type", new Name("XObject"))
      .set("Subtype", new Name("Form"))
      .set("BBox", [...use.box])
      .set("Resources", use.resources);
    return stream && { ...use, ref: this.#writing.add(stream) };
  }

  #contents(page: Page): Stream | undefined {
    const { bounds } = this.#writing;
    try {
      return contentsStream(page, bounds);
    } catch (error) {
      if (!(error instanceof CosError)) {
        throw error;
      }
      // The contents are too long to be joined, unless the time has run out, which `look` throws for.
      bounds.look();
      return undefined;
    }
  }
}

interface ContentForm {
  readonly ref: Ref;
  readonly resources: Ref;
  readonly box: readonly number[];
}
