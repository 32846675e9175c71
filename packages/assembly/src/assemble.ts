import {
  type Bounds,
  type BuiltPage,
  type CosDirect,
  CosError,
  Dict,
  MadeObjects,
  Name,
  type Page,
  type Ref,
  standalonePages,
  treeOfPages,
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
import type { PageView } from "./page-view.ts";
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
  /** The arrangement of the pages; absent: each is a page of its own, in the order of the parts. */
  readonly layout?: PageLayout | undefined;
}

/** The arrangement of pages that are taken: in another order, on sheets with others, between pages that are new. */
export interface PageLayout {
  /** Returns where a page of a part is in the new document, and how it is shown there. */
  viewOf(part: number, position: number, page: Page, assembly: Assembly): LaidPage;
  /** Returns all pages of the new document in their order. */
  pages(assembly: Assembly): readonly BuiltPage[];
  /** Puts the pages' annotations where the pages are shown; called when all that leads to pages is rewritten. */
  placeAnnotations(assembly: Assembly): void;
  /** Completes the new pages; called when those that they show are complete. */
  finish(assembly: Assembly): void;
}

export interface LaidPage {
  readonly index: number;
  readonly view?: PageView | undefined;
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
    const { layout } = this.#options;
    this.#takePages();
    carryPageLabels(this);
    carryLayers(this);
    carryNavigation(this, {
      bookmarks: this.#options.bookmarks,
      copies: layout === undefined ? "apart" : "within",
    });
    carryForms(this);
    carryStructure(this);
    layout?.placeAnnotations(this);
    for (const excerpt of this.excerpts) {
      excerpt.settleAnnotations();
    }
    carryAttachments(this);
    carryOutputIntents(this);
    carrySettings(this);
    layout?.finish(this);
    const info = carryMetadata(this, this.#options.metadata ?? {});
    const trailer = new Dict([["Root", this.add(this.catalog)]]);
    if (info !== undefined) {
      trailer.set("Info", this.add(info));
    }
    return { trailer, warnings: this.#warnings, [Symbol.dispose]: () => excerpts[Symbol.dispose]() };
  }

  #takePages(): void {
    const pages = this.excerpts.flatMap(({ source, pageIndices }) =>
      pageIndices.map((index) => {
        const page = source.pages[index];
        if (page === undefined) {
          throw new CosError("not_pdf", `The document has no page ${index + 1}.`);
        }
        return page;
      }),
    );
    const dicts = standalonePages(pages, (value) => this.add(value));
    const built: BuiltPage[] = [];
    for (const excerpt of this.excerpts) {
      const replaced = new Set<Dict>();
      for (const position of excerpt.pageIndices.keys()) {
        const [page, dict] = [pages[built.length], dicts[built.length]];
        if (page !== undefined && dict !== undefined) {
          const laid = this.#options.layout?.viewOf(excerpt.index, position, page, this) ?? { index: built.length };
          const ref =
            laid.view?.sheet?.ref ?? this.#pageRef(page, dict, { excerpt, isFirst: !replaced.has(page.dict) });
          replaced.add(page.dict);
          built.push({ ref, dict });
          excerpt.addPage({ ref, dict, ...laid });
        }
      }
    }
    const leaves = this.#options.layout?.pages(this) ?? built;
    this.catalog.set(
      "Pages",
      treeOfPages(leaves, (value) => this.add(value)),
    );
  }

  /** Returns the reference to a page of the new document: the page's own, unless it has none or comes again. */
  #pageRef({ ref }: Page, dict: Dict, { excerpt, isFirst }: { excerpt: Excerpt; isFirst: boolean }): Ref {
    if (ref === undefined || !isFirst) {
      return this.add(dict);
    }
    excerpt.change(ref, dict);
    return ref;
  }
}
