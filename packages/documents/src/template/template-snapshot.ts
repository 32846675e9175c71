/** A template and all that it needs besides variables. */
export interface TemplateSnapshot {
  readonly slug: string;
  readonly name: string;
  readonly format: "html" | "markdown";
  readonly content: string;
  readonly css: string;
  /** Filled in like the content; always HTML. */
  readonly headerHtml: string;
  readonly footerHtml: string;
  /** JSON Schema (2020-12) of the variables; null: none. */
  readonly variablesSchema: Readonly<Record<string, unknown>> | null;
  /** By slug: the contents of the templates that `{{> slug}}` can name. */
  readonly partials: Readonly<Record<string, string>>;
}
