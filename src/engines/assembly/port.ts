import type { Bookmarks, DocumentInformation } from "@quire/assembly/options";
import type { Work } from "../../kernel/timing/work.ts";
import type { PageStep, StepWarning } from "./page-steps.ts";

export { BOOKMARKS } from "@quire/assembly/options";
export * from "./page-steps.ts";

export interface MergeSource {
  readonly input: string;
  readonly password?: string | undefined;
  /** The name of the file for people, without its extension. */
  readonly title: string;
  /** The pages in the order of the result; a page may occur several times. If absent, all pages. */
  readonly pages?: readonly number[] | undefined;
}

/** One of several parts. */
export interface SplitPart {
  /** The pages in the order of the part; a page may occur several times. */
  readonly pages: readonly number[];
  /** The name of its file in the archive. */
  readonly name: string;
}

export interface WrittenPart {
  /** The part's place in the list, from 0. */
  readonly index: number;
  /** The codes of what could not be kept. */
  readonly warnings: readonly string[];
}

/** Something that could not be kept from one of several sources. */
interface SourceWarning {
  readonly code: string;
  /** The source's place in the list, from 0. */
  readonly source: number;
}

export interface Assembler {
  /**
   * Writes all pages of `sources`, in their order, to `output` as one unprotected document, with what belongs to them:
   * outlines (`files`: one entry for each source, by its title), destinations, forms, structure, labels, attachments,
   * layers.
   * @throws Failure of a source, with its place in the list, from 0, as the fact `source`; `document_too_complex` when
   * the result would be larger than `maxBytes`
   */
  merge(
    job: {
      sources: readonly MergeSource[];
      bookmarks: Bookmarks;
      information: DocumentInformation;
      maxBytes: number;
      output: string;
    } & Work,
  ): Promise<{ readonly warnings: readonly SourceWarning[] }>;
  /**
   * Writes `pages`, in their order and as often as they are named, to `output` as a document with what concerns them,
   * protected as `input` is.
   * @returns the codes of what could not be kept
   * @throws Failure `document_too_complex` when the document would be larger than `maxBytes`
   */
  take(
    job: {
      input: string;
      password?: string | undefined;
      pages: readonly number[];
      maxBytes: number;
      output: string;
    } & Work,
  ): Promise<{ readonly warnings: readonly string[] }>;
  /**
   * Writes the document whose pages are those of `input` after `steps`, taken one after the other, to `output`, unprotected,
   * with what belongs to the pages. A warning about a step has its place.
   * @throws InvalidContent, its path from the step's place on, when the pages cannot take a step; Failure `page_out_of_range`
   * also when no page is left; `too_many_pages`; `document_too_complex` when the document would be larger than `maxBytes`
   */
  arrange(
    job: {
      input: string;
      password?: string | undefined;
      steps: readonly PageStep[];
      maxBytes: number;
      output: string;
    } & Work,
  ): Promise<{ readonly warnings: readonly StepWarning[] }>;
  /**
   * Writes each of `parts` as a separate document with what concerns its pages, protected as `input` is, to the ZIP archive
   * `output`, which is complete when the iteration ends. Yields what is to be said of each part, in their order.
   * @throws Failure `document_too_complex` when the archive would be larger than `maxBytes`
   */
  split(
    job: {
      input: string;
      password?: string | undefined;
      parts: readonly SplitPart[];
      maxBytes: number;
      output: string;
    } & Work,
  ): AsyncIterable<WrittenPart>;
  /**
   * Returns the parts into which the outermost entries of the outline divide the document: the first page of each,
   * ascending, each once.
   */
  outlineStarts(
    job: { input: string; password?: string | undefined } & Work,
  ): Promise<readonly { readonly page: number; readonly title: string }[]>;
}
