/** HTML made of content that a caller sent. It needs no network, and no script unless it says so. */
export interface Composed {
  /** The HTML documents, in order; at least one. Several are printed apart and their pages joined. */
  readonly sections: Iterable<string>;
  /** The title that the content states. */
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** The content's language as a BCP 47 tag. */
  readonly language?: string | undefined;
  /** Whether the content has diagrams, which a script draws. */
  readonly needsScript: boolean;
  /** The entries of the table of contents whose page numbers are to be filled in; empty when there is none. */
  readonly contents: readonly ContentsEntry[];
  readonly warnings: readonly ComposedWarning[];
  /** Whether the content is laid out for the paper turned to landscape. */
  readonly isLandscape?: boolean;
}

/** A heading that the table of contents leads to. */
export interface ContentsEntry {
  /** The `id` of the heading: the printed document has a named destination of this name. */
  readonly target: string;
  /** The `id` of the element that is to show the page number. */
  readonly place: string;
}

/** A warning about the content; `parameters` become those of X-Warnings. */
export interface ComposedWarning {
  readonly code: string;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/** Content that cannot be made into a document, with the reason for the caller who sent it. */
export class ContentError extends Error {
  override readonly name = "ContentError";
  /** The place in the content, as JSON path parts; empty for the content as a whole. */
  readonly path: readonly (string | number)[];
  /** The kind of the service's failures, such as `json_invalid`, `missing`, `value_error` and `too_deep`. */
  readonly kind: string;
  /** The other errors, when there are several. */
  readonly others: readonly ContentError[];

  constructor(
    kind: string,
    message: string,
    path: readonly (string | number)[] = [],
    others: readonly ContentError[] = [],
  ) {
    super(message);
    this.kind = kind;
    this.path = path;
    this.others = others;
  }
}
