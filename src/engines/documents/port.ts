import type { Warning } from "../../kernel/failure.ts";
import type { TemplateSnapshot } from "../../kernel/template-snapshot.ts";
import type { Work } from "../../kernel/work.ts";

/*
 * The port of everything that becomes HTML before it is printed. Its input comes from a caller, including templates:
 * they are read and run in engine processes, with a deadline and limits of memory and output.
 */

/** HTML that the service has composed, ready to be printed: without network, and without script unless it says so. */
export interface ComposedDocument {
  /**
   * The paths of HTML files in UTF-8, in order; at least one. Several are printed separately and their pages joined.
   */
  readonly sections: readonly string[];
  /** The title that the content states. */
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** The language as a BCP 47 tag. */
  readonly language?: string | undefined;
  readonly needsScript: boolean;
  /**
   * The entries of the table of contents: the printed document has a named destination `target`, and the number of its
   * page belongs into the element with the id `place`.
   */
  readonly contents: readonly { readonly target: string; readonly place: string }[];
  readonly warnings: readonly Warning[];
}

interface ComposeJob extends Work {
  /** The directory that the sections are written to, as `section-1.html` and so on. */
  readonly outputDirectory: string;
  /** The size limit of all sections together; more is `document_too_complex`. */
  readonly maxBytes: number;
}

export type Alignment = "left" | "center" | "right" | "justify";

export interface TextJob extends ComposeJob {
  /** The path of text in UTF-8, in UTF-16 with a byte order mark, or otherwise in windows-1252. */
  readonly input: string;
  readonly style: {
    readonly fontFamily: "sans" | "serif" | "mono";
    readonly fontSizePt: number;
    /** The colour as `#rrggbb`. */
    readonly color: string;
    readonly lineHeight: number;
    readonly alignment: Alignment;
    readonly tabSize: number;
  };
}

export const MARKDOWN_THEMES = ["github", "minimal", "academic", "report", "dark", "none"] as const;
export type MarkdownTheme = (typeof MARKDOWN_THEMES)[number];

export interface MarkdownOptions {
  readonly theme: MarkdownTheme;
  /** A theme of shiki; if undefined, the one that belongs to `theme`. */
  readonly codeTheme: string | undefined;
  readonly hasContents: boolean;
  readonly readsMath: boolean;
  readonly drawsDiagrams: boolean;
  readonly readsFrontMatter: boolean;
}

export interface MarkdownJob extends ComposeJob, MarkdownOptions {
  /** The path of Markdown, encoded as the text of a `TextJob`. */
  readonly input: string;
}

/** A column of tables of a report: values of the member `key` (`a.b`: a member of a member). */
export interface ReportColumn {
  readonly key: string;
  readonly label?: string | undefined;
  readonly align?: "left" | "center" | "right" | undefined;
  readonly format?:
    | "text"
    | "number"
    | "integer"
    | "currency"
    | "percent"
    | "date"
    | "datetime"
    | "boolean"
    | undefined;
  /** A CSS length or percentage. */
  readonly width?: string | undefined;
  /** Whether a row below the table shows the sum. */
  readonly hasTotal?: boolean | undefined;
}

export interface ReportJob extends ComposeJob {
  /** The path of JSON, encoded as the text of a `TextJob`. */
  readonly input: string;
  readonly style: {
    readonly title?: string | undefined;
    readonly subtitle?: string | undefined;
    readonly titleFontSizePt: number;
    readonly fontSizePt: number;
    readonly headerFontSizePt: number;
    readonly tableStyle: "default" | "minimal" | "modern";
    readonly headerColor: string;
    readonly alternateRowColor?: string | undefined;
    readonly borderColor: string;
    readonly colorsStatus: boolean;
    readonly maxNestingDepth: number;
    readonly columns: readonly ReportColumn[];
    /** The locale as a BCP 47 tag. */
    readonly locale?: string | undefined;
    /** The width of the text between the margins, on which the layout of tables depends. */
    readonly textWidthPt: number;
    readonly textHeightPt: number;
  };
}

export interface TemplateJob extends ComposeJob {
  /** The path of the JSON of a `TemplateSnapshot` (kernel/template-snapshot.ts). */
  readonly input: string;
  /** The path of a JSON object in UTF-8. */
  readonly variables: string;
  /** What happens for a missing variable: the work stops, or it is empty. */
  readonly missing: "error" | "empty";
  readonly locale?: string | undefined;
  /** An IANA time zone name; if undefined, UTC. */
  readonly timezone?: string | undefined;
}

/** The documents of a template, which are three: header and footer are filled in as well. */
export interface ComposedTemplate extends ComposedDocument {
  readonly headerHtml?: string | undefined;
  readonly footerHtml?: string | undefined;
}

export interface Composer {
  /**
   * Composes HTML from text.
   * @throws Failure `document_too_complex`
   */
  text(job: TextJob): Promise<ComposedDocument>;
  /**
   * Composes HTML from Markdown.
   * @throws Failure `document_too_complex`
   */
  markdown(job: MarkdownJob): Promise<ComposedDocument>;
  /**
   * Composes HTML from the JSON of a report.
   * @throws InvalidContent (not JSON), Failure `document_too_complex`
   */
  report(job: ReportJob): Promise<ComposedDocument>;
  /**
   * Composes HTML from a template and its variables.
   * @throws Failure `template_error` (the template's own text), InvalidContent (variables: one that is missing, or does
   * not fit the schema), Failure `document_too_complex` (time, memory, size)
   */
  template(job: TemplateJob): Promise<ComposedTemplate>;
  /**
   * Checks that a template can be compiled and its schema can be used.
   * @throws Failure `template_error`, `document_too_complex`
   */
  checkTemplate(job: { readonly snapshot: TemplateSnapshot } & Work): Promise<void>;
}
