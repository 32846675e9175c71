import {
  type Bounds,
  buildPageTree,
  type CosDirect,
  CosError,
  Dict,
  MadeObjects,
  Name,
  type ObjectSource,
  type Ref,
} from "@quire/cos";
import type { Assembly, AssemblyWarning } from "./assembly.ts";
import { carryAttachments } from "./catalog/attachments.ts";
import { carryLayers } from "./catalog/layers.ts";
import { carryMetadata } from "./catalog/metadata.ts";
import { carryOutputIntents } from "./catalog/output-intents.ts";
import { carryPageLabels } from "./catalog/page-labels.ts";
import { carrySettings } from "./catalog/settings.ts";
import { Excerpt } from "./excerpt.ts";
import { carryForms } from "./forms/forms.ts";
import { carryNavigation } from "./navigation/navigation.ts";
import type { Bookmarks, DocumentInformation } from "./options.ts";
import type { SourceDocument } from "./source-document.ts";
import { carryStructure } from "./structure/structure.ts";

export interface Part {
  readonly source: SourceDocument;
  /** The indices of the pages to take, from 0, each at most once. */
  readonly pageIndices: readonly number[];
  /** Whether this part has further pages of the previous part's file; `source` is that file, opened again. */
  readonly continuesFile?: boolean | undefined;
}

export interface AssembleOptions {
  readonly bookmarks: Bookmarks;
  readonly metadata?: DocumentInformation | undefined;
  readonly bounds: Bounds;
}

/**
 * A document that has been put together. It can be written until it is disposed of, which undoes all changes to the
 * sources.
 */
export interface Assembled extends Disposable {
  readonly trailer: Dict;
  readonly warnings: readonly AssemblyWarning[];
}

/**
 * Puts the pages of `parts` together, with everything that belongs to them. Each source is in one part only.
 * @throws CosError `too_complex` when a bound is met, `not_pdf` when a source lacks one of the pages.
 */
export function assemble(parts: readonly Part[], options: AssembleOptions): Assembled {
  const excerpts = new DisposableStack();
  try {
    return new NewDocument(
      parts.map((part, index) => excerpts.use(new Excerpt(part, index))),
      options,
    ).assembled(excerpts.move());
  } catch (error) {
    excerpts.dispose();
    throw error;
  }
}

class NewDocument implements Assembly {
  readonly excerpts: readonly Excerpt[];
  readonly catalog = new Dict([["Type", new Name("Catalog")]]);
  readonly bounds: Bounds;
  readonly #options: AssembleOptions;
  readonly #objects = new MadeObjects();
  readonly #warnings: AssemblyWarning[] = [];

  constructor(excerpts: readonly Excerpt[], options: AssembleOptions) {
    this.excerpts = excerpts;
    this.bounds = options.bounds;
    this.#options = options;
  }

  add(value: CosDirect): Ref {
    return this.#objects.add(value);
  }

  warn(code: string, { index }: Excerpt): void {
    if (!this.#warnings.some((known) => known.code === code && known.excerpt === index)) {
      this.#warnings.push({ code, excerpt: index });
    }
  }

  assembled(excerpts: Disposable): Assembled {
    this.#takePages();
    carryPageLabels(this);
    carryLayers(this);
    carryNavigation(this, this.#options.bookmarks);
    carryForms(this);
    carryStructure(this);
    for (const excerpt of this.excerpts) {
      excerpt.settleAnnotations();
    }
    carryAttachments(this);
    carryOutputIntents(this);
    carrySettings(this);
    const info = carryMetadata(this, this.#options.metadata ?? {});
    const trailer = new Dict([["Root", this.add(this.catalog)]]);
    if (info !== undefined) {
      trailer.set("Info", this.add(info));
    }
    return { trailer, warnings: this.#warnings, [Symbol.dispose]: () => excerpts[Symbol.dispose]() };
  }

  #takePages(): void {
    const bySource = new Map<ObjectSource, Excerpt>();
    for (const excerpt of this.excerpts) {
      bySource.set(excerpt.source.document, excerpt);
    }
    const pages = this.excerpts.flatMap(({ source, pageIndices }) =>
      pageIndices.map((index) => {
        const page = source.pages[index];
        if (page === undefined) {
          throw new CosError("not_pdf", `The document has no page ${index + 1}.`);
        }
        return page;
      }),
    );
    const { root, pages: built } = buildPageTree(pages, (value, replaces) => {
      const excerpt = replaces && bySource.get(replaces.source);
      if (replaces === undefined || excerpt === undefined) {
        return this.add(value);
      }
      excerpt.change(replaces, value);
      return replaces;
    });
    this.catalog.set("Pages", root);
    let index = 0;
    for (const excerpt of this.excerpts) {
      for (const { ref, dict } of built.slice(index, index + excerpt.pageIndices.length)) {
        excerpt.addPage(ref, dict, index++);
      }
    }
  }
}
