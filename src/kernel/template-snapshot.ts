/** The texts of a template in its languages: by language tag, then by key. */
export type TemplateLabels = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A stored template as it was when a request named it, with all that it needs except variables. */
export interface TemplateSnapshot {
  readonly slug: string;
  readonly version: number;
  readonly name: string;
  readonly format: "html" | "markdown";
  readonly content: string;
  readonly css: string;
  readonly headerHtml: string;
  readonly footerHtml: string;
  /** The page block's fields that the template sets, by their names in requests. */
  readonly page: Readonly<Record<string, unknown>>;
  /** The JSON Schema (2020-12) of the variables; null: none. */
  readonly variablesSchema: Readonly<Record<string, unknown>> | null;
  /** The texts that `{{t}}` writes; null: none. */
  readonly labels: TemplateLabels | null;
  /**
   * The contents of other templates of the account that the template names (`{{> slug}}`), and those that they name.
   */
  readonly partials: Readonly<Record<string, string>>;
}
