import type { Warning } from "../../kernel/failure.ts";
import type { TemplateSnapshot } from "../../kernel/template-snapshot.ts";
import type { Work } from "../../kernel/work.ts";

/*
 * The port of everything that becomes HTML before it is printed. What it is made of comes from a caller, and so do
 * templates: they are read and run in engine processes, with deadline and bounds of memory and output.
 */

/** HTML of our own making, ready to be printed: without network, and without script unless it says so. */
export interface ComposedDocument {
  /** Files of HTML in UTF-8, in order; at least one. Several are printed apart and their pages joined. */
  readonly sections: readonly string[];
  /** What the content says of itself. */
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** BCP 47. */
  readonly language?: string | undefined;
  readonly needsScript: boolean;
  /**
   * Entries of the table of contents: the printed document has a named destination `target`, the number of whose page
   * belongs into the element of the id `place`.
   */
  readonly contents: readonly { readonly target: string; readonly place: string }[];
  readonly warnings: readonly Warning[];
}

interface ComposeJob extends Work {
  /** Where the sections are written, as `section-1.html` and so on. */
  readonly outputDirectory: string;
  /** Of all sections together; more is `document_too_complex`. */
  readonly maxBytes: number;
}

type Alignment = "left" | "center" | "right" | "justify";

export interface TextJob extends ComposeJob {
  /** Text in UTF-8, in UTF-16 with a byte order mark, or else in windows-1252. */
  readonly input: string;
  readonly style: {
    readonly fontFamily: "sans" | "serif" | "mono";
    readonly fontSizePt: number;
    /** `#rrggbb`. */
    readonly color: string;
    readonly lineHeight: number;
    readonly alignment: Alignment;
    readonly tabSize: number;
  };
}

export const MARKDOWN_THEMES = ["github", "minimal", "academic", "report", "dark", "none"] as const;
type MarkdownTheme = (typeof MARKDOWN_THEMES)[number];

interface MarkdownOptions {
  readonly theme: MarkdownTheme;
  /** A theme of shiki; undefined: the one that belongs to `theme`. */
  readonly codeTheme: string | undefined;
  readonly hasContents: boolean;
  readonly readsMath: boolean;
  readonly drawsDiagrams: boolean;
  readonly readsFrontMatter: boolean;
}

export interface MarkdownJob extends ComposeJob, MarkdownOptions {
  /** Markdown, encoded as the text of a `TextJob`. */
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
  /** CSS length or percentage. */
  readonly width?: string | undefined;
  /** Whether a row below the table has the sum. */
  readonly hasTotal?: boolean | undefined;
}

export interface ReportJob extends ComposeJob {
  /** JSON, encoded as the text of a `TextJob`. */
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
    /** BCP 47. */
    readonly locale?: string | undefined;
    /** How wide the text is between the margins, on which the layout of tables depends. */
    readonly textWidthPt: number;
    readonly textHeightPt: number;
  };
}

export interface TemplateJob extends ComposeJob {
  /** JSON of a `TemplateSnapshot` (kernel/template-snapshot.ts). */
  readonly input: string;
  /** A JSON object in UTF-8. */
  readonly variables: string;
  /** What a variable does that is not there: stops the work, or is empty. */
  readonly missing: "error" | "empty";
  readonly locale?: string | undefined;
  /** IANA name; undefined: UTC. */
  readonly timezone?: string | undefined;
}

/** A template's documents are three: header and footer are filled in as well. */
export interface ComposedTemplate extends ComposedDocument {
  readonly headerHtml?: string | undefined;
  readonly footerHtml?: string | undefined;
}

export interface Composer {
  /** @throws Failure `document_too_complex` */
  text(job: TextJob): Promise<ComposedDocument>;
  /** @throws Failure `document_too_complex` */
  markdown(job: MarkdownJob): Promise<ComposedDocument>;
  /** @throws InvalidContent (not JSON), Failure `document_too_complex` */
  report(job: ReportJob): Promise<ComposedDocument>;
  /**
   * @throws Failure `template_error` (the template's own text), InvalidContent (variables: one that is missing, or not as
   * the schema says), Failure `document_too_complex` (time, memory, size)
   */
  template(job: TemplateJob): Promise<ComposedTemplate>;
  /** Whether a template can be compiled and its schema be used. @throws Failure `template_error`, `document_too_complex` */
  checkTemplate(job: { readonly snapshot: TemplateSnapshot } & Work): Promise<void>;
}
