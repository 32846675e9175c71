import { type CosDirect, Dict, type Page, Ref, resolve } from "@quire/cos";
import { Annotation } from "./annotation.ts";
import type { PageView } from "./page-view.ts";
import type { SourceDocument } from "./source-document.ts";

/** A page of a source that is in the new document. */
export interface TakenPage {
  /** The page as it was read. */
  readonly page: Page;
  /** The place in the new document, from 0, of the page or of the sheet that shows it. */
  readonly index: number;
  /**
   * The reference to the page in the new document, or to the sheet that shows it; a reference of the source to the page
   * leads there, too, except to a sheet.
   */
  readonly ref: Ref;
  /** The page's dictionary in the new document, which features change. That of a page on a sheet is not written. */
  readonly dict: Dict;
  /** How the page is shown; undefined: all of it, by itself. */
  readonly view?: PageView | undefined;
  /** The annotations in the order of drawing. Those that are not edited are taken as they are. */
  readonly annotations: readonly Annotation[];
}

/**
 * The part of one document that is taken along. While it is in use, references of the document to its pages lead to the
 * new ones, and those to pages that are left out lead to nothing. A document has at most one excerpt at a time.
 */
export class Excerpt implements Disposable {
  readonly source: SourceDocument;
  /** Whether this excerpt has further pages of the previous excerpt's file, opened again. */
  readonly continuesFile: boolean;
  /** The place among the excerpts, from 0. */
  readonly index: number;
  /** The indices of pages of the source, in the order of the new document, each once. */
  readonly pageIndices: readonly number[];
  readonly #pages: TakenPage[] = [];
  readonly #byIndex = new Map<number, TakenPage>();
  readonly #annotations = new Map<number, Annotation>();
  readonly #changed = new Set<number>();
  #leavesOutAnnotations = false;

  constructor(
    part: { source: SourceDocument; pageIndices: readonly number[]; continuesFile?: boolean | undefined },
    index: number,
  ) {
    this.source = part.source;
    this.index = index;
    this.pageIndices = part.pageIndices;
    this.continuesFile = part.continuesFile ?? false;
  }

  /** Whether all pages of the document are taken, in whatever order, with all that is on them. */
  get isWhole(): boolean {
    return this.pageIndices.length === this.source.pages.length && !this.#leavesOutAnnotations;
  }

  /** Whether any of the pages is shown on a sheet. */
  get hasSheets(): boolean {
    return this.#pages.some(({ view }) => view?.sheet !== undefined);
  }

  get pages(): readonly TakenPage[] {
    return this.#pages;
  }

  /**
   * Returns the taken page that `target` means, a reference of the source to it or the dictionary that was read;
   * undefined when the page is left out, or `target` is not a page.
   */
  pageOf(target: unknown): TakenPage | undefined {
    const index = this.source.indexOf(target);
    return index === undefined ? undefined : this.#byIndex.get(index);
  }

  /** Replaces an object of the source by `value`, for as long as the excerpt is in use. */
  change(ref: Ref, value: CosDirect): void {
    this.#changed.add(ref.number);
    this.source.document.replace(ref.number, value);
  }

  /** Returns the taken page that is the page of the source with that index; undefined when it is left out. */
  takenAt(sourceIndex: number | undefined): TakenPage | undefined {
    return sourceIndex === undefined ? undefined : this.#byIndex.get(sourceIndex);
  }

  /** Leaves out the annotations of the pages taken that are not seen in the pages' views. */
  leaveOutUnseen(isSeen: (annotation: Annotation, page: TakenPage) => boolean): void {
    for (const page of this.#pages.filter(({ view }) => view !== undefined)) {
      for (const annotation of page.annotations) {
        if (!isSeen(annotation, page)) {
          annotation.remove();
          this.#leavesOutAnnotations = true;
        }
      }
    }
  }

  /** Adds the new page made of the source's page `pageIndices[pages.length]`. */
  addPage({ ref, dict, index, view }: Pick<TakenPage, "ref" | "dict" | "index" | "view">): void {
    const sourceIndex = this.pageIndices[this.#pages.length] ?? 0;
    const page = this.source.pages[sourceIndex];
    if (page === undefined) {
      throw new RangeError(`The document has no page ${sourceIndex + 1}.`);
    }
    const taken = new ExcerptPage({ page, index, ref, dict, view }, (target) => this.#annotation(target));
    this.#pages.push(taken);
    this.#byIndex.set(sourceIndex, taken);
  }

  /** Applies the changes to annotations to the document and to their pages. */
  settleAnnotations(): void {
    for (const annotation of this.#annotations.values()) {
      if (annotation.ref !== undefined && (annotation.isEdited || annotation.isRemoved)) {
        this.change(annotation.ref, annotation.isRemoved ? null : annotation.dict);
      }
    }
    for (const { dict, annotations } of this.#pages) {
      const kept = annotations.filter(({ isRemoved }) => !isRemoved);
      if (kept.length === 0) {
        dict.delete("Annots");
      } else {
        dict.set(
          "Annots",
          kept.map((annotation) => annotation.ref ?? annotation.dict),
        );
      }
    }
  }

  /** Undoes all changes to the source. */
  [Symbol.dispose](): void {
    for (const number of this.#changed) {
      this.source.restore(number);
    }
  }

  #annotation(target: unknown): Annotation | undefined {
    const dict = resolve(target instanceof Ref || target instanceof Dict ? target : null);
    if (!(dict instanceof Dict)) {
      return undefined;
    }
    if (!(target instanceof Ref)) {
      return new Annotation(undefined, dict);
    }
    const known = this.#annotations.get(target.number) ?? new Annotation(target, dict);
    this.#annotations.set(target.number, known);
    return known;
  }
}

class ExcerptPage implements TakenPage {
  readonly page: Page;
  readonly index: number;
  readonly ref: Ref;
  readonly dict: Dict;
  readonly view: PageView | undefined;
  readonly #annotationOf: (target: unknown) => Annotation | undefined;
  #annotations: readonly Annotation[] | undefined;

  constructor(
    { page, index, ref, dict, view }: Omit<TakenPage, "annotations">,
    annotationOf: (target: unknown) => Annotation | undefined,
  ) {
    this.page = page;
    this.index = index;
    this.ref = ref;
    this.dict = dict;
    this.view = view;
    this.#annotationOf = annotationOf;
  }

  get annotations(): readonly Annotation[] {
    this.#annotations ??= (this.page.dict.array("Annots") ?? []).flatMap((target) => this.#annotationOf(target) ?? []);
    return this.#annotations;
  }
}
