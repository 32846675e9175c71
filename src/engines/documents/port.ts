import type { Composed, FilledTemplate } from "@quire/documents";
import type { FillOptions, MarkdownOptions, ReportColumn, ReportStyle, TextStyle } from "@quire/documents/options";
import type { Warning } from "../../kernel/failure.ts";
import type { TemplateSnapshot } from "../../kernel/template-snapshot.ts";
import type { Work } from "../../kernel/work.ts";

export {
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
 * The port of everything that becomes HTML before it is printed. What it is made of comes from a caller, and so do
 * templates: they are read and run in engine processes, with deadline and bounds of memory and output.
 */

/**
 * HTML of our own making, ready to be printed: without network, and without script unless it says so. The printed document
 * has a named destination for each `target` in `contents`; the number of its page belongs into the element `place`.
 */
export interface ComposedDocument extends Omit<Composed, "sections" | "warnings"> {
  /** Files of HTML in UTF-8, in order; at least one. Several are printed apart and their pages joined. */
  readonly sections: readonly string[];
  readonly warnings: readonly Warning[];
}

interface ComposeJob extends Work {
  /** Where the sections are written, as `section-1.html` and so on. */
  readonly outputDirectory: string;
  /** Of all sections together; more is `document_too_complex`. */
  readonly maxBytes: number;
}

export interface TextJob extends ComposeJob {
  /** Text in UTF-8, in UTF-16 with a byte order mark, or else in windows-1252. */
  readonly input: string;
  readonly style: TextStyle;
}

export interface MarkdownJob extends ComposeJob, MarkdownOptions {
  /** Markdown, encoded as the text of a `TextJob`. */
  readonly input: string;
}

export interface ReportJob extends ComposeJob {
  /** JSON, encoded as the text of a `TextJob`. */
  readonly input: string;
  readonly style: ReportStyle;
}

export interface TemplateJob extends ComposeJob, FillOptions {
  /** JSON of a `TemplateSnapshot` (kernel/template-snapshot.ts). */
  readonly input: string;
  /** A JSON object in UTF-8. */
  readonly variables: string;
}

/** A template's documents are three: header and footer are filled in as well. */
export interface ComposedTemplate extends ComposedDocument, Pick<FilledTemplate, "headerHtml" | "footerHtml"> {}

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
