/** The texts of a template in its languages: by language tag, then by key. */
export type TemplateLabels = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A template and all that it needs besides variables. */
export interface TemplateSnapshot {
  readonly slug: string;
  readonly name: string;
  readonly format: "html" | "markdown";
  readonly content: string;
  readonly css: string;
  /** The header, filled in like the content; always HTML. */
  readonly headerHtml: string;
  readonly footerHtml: string;
  /** The JSON Schema (2020-12) of the variables; null for none. */
  readonly variablesSchema: Readonly<Record<string, unknown>> | null;
  /** The texts that `{{t "key"}}` writes, by language tag and key; null for none. */
  readonly labels: TemplateLabels | null;
  /** The contents of the templates that `{{> slug}}` can name, by slug. */
  readonly partials: Readonly<Record<string, string>>;
}
