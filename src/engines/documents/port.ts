import type { Composed, FilledTemplate } from "@quire/documents";
import type { FillOptions, MarkdownOptions, ReportColumn, ReportStyle, TextStyle } from "@quire/documents/options";
import type { Warning } from "../../kernel/failure.ts";
import type { TemplateSnapshot } from "../../kernel/template-snapshot.ts";
import type { Work } from "../../kernel/timing/work.ts";

export {
  CHARTS,
  CODE_THEMES,
  COLUMN_ALIGNMENTS,
  COLUMN_FORMATS,
  DEFAULT_THEME,
  FONT_FAMILIES,
  MARKDOWN_THEMES,
  TABLE_STYLES,
  TEXT_ALIGNMENTS,
} from "@quire/documents/options";
export type { MarkdownOptions, ReportColumn, ReportStyle, TextStyle };

/*
 * The port of everything that becomes HTML before it is printed. Its input comes from a caller, including templates:
 * they are read and run in engine processes, with a deadline and limits of memory and output.
 */

/**
 * HTML of our own making, ready to be printed: without network, and without script unless it says so. The printed document
 * has a named destination for each `target` in `contents`; the number of its page belongs into the element `place`.
 */
export interface ComposedDocument extends Omit<Composed, "sections" | "warnings"> {
  /**
   * The paths of HTML files in UTF-8, in order; at least one. Several are printed separately and their pages joined.
   */
  readonly sections: readonly string[];
  readonly warnings: readonly Warning[];
}

interface ComposeJob extends Work {
  /** The directory that the sections are written to, as `section-1.html` and so on. */
  readonly outputDirectory: string;
  /** The size limit of all sections together; more is `document_too_complex`. */
  readonly maxBytes: number;
}

export interface TextJob extends ComposeJob {
  /** The path of text in UTF-8, in UTF-16 with a byte order mark, or otherwise in windows-1252. */
  readonly input: string;
  readonly style: TextStyle;
}

export interface MarkdownJob extends ComposeJob, MarkdownOptions {
  /** The path of Markdown, encoded as the text of a `TextJob`. */
  readonly input: string;
}

export interface ReportJob extends ComposeJob {
  /** The path of JSON, encoded as the text of a `TextJob`. */
  readonly input: string;
  readonly style: ReportStyle;
}

export interface TemplateJob extends ComposeJob, FillOptions {
  /** The path of the JSON of a `TemplateSnapshot` (kernel/template-snapshot.ts). */
  readonly input: string;
  /** The path of a JSON object in UTF-8. */
  readonly variables: string;
}

/** The documents of a template, which are three: header and footer are filled in as well. */
export interface ComposedTemplate extends ComposedDocument, Pick<FilledTemplate, "headerHtml" | "footerHtml"> {}

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
