/** HTML made of what somebody sent. It needs no network, and no script unless it says so. */
export interface Composed {
  /** HTML documents, in order; at least one. Several are printed apart and their pages joined. */
  readonly sections: Iterable<string>;
  /** What the content says of itself. */
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** BCP 47. */
  readonly language?: string | undefined;
  /** Whether what is drawn by script is in it: diagrams. */
  readonly needsScript: boolean;
  /** The entries of the table of contents whose page numbers are to be filled in; empty when there is none. */
  readonly contents: readonly ContentsEntry[];
  readonly warnings: readonly ComposedWarning[];
}

/** A heading that the table of contents leads to. */
export interface ContentsEntry {
  /** The `id` of the heading: the printed document has a named destination of this name. */
  readonly target: string;
  /** The `id` of the element that is to show the page number. */
  readonly place: string;
}

/** `parameters` become those of X-Warnings. */
export interface ComposedWarning {
  readonly code: string;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/** Content that cannot be made into a document, and why, for the one who sent it. */
export class ContentError extends Error {
  override readonly name = "ContentError";
  /** Where in the content it is, as JSON path parts; empty: as a whole. */
  readonly path: readonly (string | number)[];
  /** Of the service's failures: `json_invalid`, `missing`, `value_error`, `too_deep` and the like. */
  readonly kind: string;
  /** What else is wrong, when several things are. */
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
