import type { Bookmarks, DocumentInformation } from "@quire/assembly/options";
import type { Work } from "../../kernel/timing/work.ts";

export { BOOKMARKS } from "@quire/assembly/options";

export interface MergeSource {
  readonly input: string;
  readonly password?: string | undefined;
  /** The name of the file for people, without its extension. */
  readonly title: string;
  /** The pages in the order of the result; a page may occur several times. If absent, all pages. */
  readonly pages?: readonly number[] | undefined;
}

/** The pages of one of several parts, in the order of the part; a page may occur several times. */
export interface SplitPart {
  readonly pages: readonly number[];
}

export interface WrittenPart {
  /** The part's place in the list, from 0. */
  readonly index: number;
  readonly path: string;
  readonly sizeBytes: number;
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
   * Writes each of `parts` as a separate document with what concerns its pages, protected as `input` is. Parts come in
   * their order, each as soon as it is done, as files in `outputDirectory`, none larger than `maxBytes`.
   */
  split(
    job: {
      input: string;
      password?: string | undefined;
      parts: readonly SplitPart[];
      maxBytes: number;
      outputDirectory: string;
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
