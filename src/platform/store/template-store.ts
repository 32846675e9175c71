/** JSON that is kept as it was sent. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** What a caller writes; each version of a template has its own. */
export interface TemplateContent {
  readonly name: string;
  readonly description: string;
  readonly format: "html" | "markdown";
  readonly content: string;
  readonly css: string;
  readonly headerHtml: string;
  readonly footerHtml: string;
  /** The page block's fields that it sets, by their names in requests. */
  readonly page: JsonMembers;
  /** JSON Schema of the variables; null: none. */
  readonly variablesSchema: JsonMembers | null;
  /** Variables to try it with; null: none. */
  readonly sample: JsonMembers | null;
}

/** What a list tells of a version. */
export interface TemplateSummary extends Pick<TemplateContent, "name" | "description" | "format"> {
  /** `tpl_` and 16 characters of a-z0-9: another template that takes the slug later has another one. */
  readonly id: string;
  readonly accountId: string;
  /** 1 to 64 characters of a-z0-9 and `-`; unique in its account. */
  readonly slug: string;
  /** From 1, one more with each change. */
  readonly version: number;
  /** When the template was made. */
  readonly createdAt: number;
  /** When this version was made. */
  readonly updatedAt: number;
}

export interface Template extends TemplateSummary, TemplateContent {}

/** How much is kept for an account. */
export interface TemplateBounds {
  readonly maxTemplates: number;
  /** Of one template: the oldest go when there are more. */
  readonly maxVersions: number;
  /** Of all texts of all versions of all templates, in UTF-8. */
  readonly maxBytes: number;
}

/** What a change was made from: it is refused when the template is another one by now. */
export type ExpectedTemplate = Pick<TemplateSummary, "id" | "version">;

export type TemplateCreation =
  | { readonly kind: "created"; readonly template: Template }
  | { readonly kind: "slug_taken" }
  /** `maxTemplates` or `maxBytes` would be exceeded. */
  | { readonly kind: "too_many" }
  | { readonly kind: "too_large" };

export type TemplateChange =
  | { readonly kind: "changed"; readonly template: Template }
  /** There is none of this slug, or it is not the expected one. */
  | { readonly kind: "unknown" }
  | { readonly kind: "conflict" }
  | { readonly kind: "too_large" };

export interface TemplateStore {
  /** Durable. `origin`: see `AccountStore.adjust`; the template made before is given back. */
  create(
    template: TemplateContent & {
      readonly id: string;
      readonly accountId: string;
      readonly slug: string;
      /** Where its versions begin. */
      readonly firstVersion: number;
      readonly bounds: TemplateBounds;
      readonly origin?: string | undefined;
      readonly now: number;
    },
  ): Promise<TemplateCreation>;
  /** `version` absent: the current one. */
  find(wanted: {
    readonly accountId: string;
    readonly slug: string;
    readonly version?: number | undefined;
  }): Promise<Template | undefined>;
  /** By slug, in the order of its bytes; `after` is the last slug of the page before. */
  list(page: {
    readonly accountId: string;
    readonly limit: number;
    readonly after?: string | undefined;
  }): Promise<readonly TemplateSummary[]>;
  /**
   * Gives the template a new version, which is the current one from then on; the same content again is no change.
   * `expected` absent: whatever the current version is. Durable.
   */
  change(
    change: TemplateContent & {
      readonly accountId: string;
      readonly slug: string;
      readonly expected?: ExpectedTemplate | undefined;
      readonly bounds: TemplateBounds;
      readonly now: number;
    },
  ): Promise<TemplateChange>;
  /** With all its versions. Durable. */
  remove(removal: {
    readonly accountId: string;
    readonly slug: string;
    readonly expected?: ExpectedTemplate | undefined;
  }): Promise<"removed" | "unknown" | "conflict">;
  /** Newest first; `before` is the last version of the page before. Empty when there is no such template. */
  versions(page: {
    readonly accountId: string;
    readonly slug: string;
    readonly limit: number;
    readonly before?: number | undefined;
  }): Promise<readonly TemplateSummary[]>;
}
