import type { TemplateLabels } from "../../kernel/template-snapshot.ts";
import type { StorageFull } from "./credit-store.ts";

/** JSON that is kept as it was sent. */
export type JsonMembers = Readonly<Record<string, unknown>>;

export type { TemplateLabels };

/** The content that a caller writes; each version of a template has its own. */
export interface TemplateContent {
  readonly name: string;
  readonly description: string;
  readonly format: "html" | "markdown";
  readonly content: string;
  readonly css: string;
  readonly headerHtml: string;
  readonly footerHtml: string;
  /** The page block's fields that the template sets, by their names in requests. */
  readonly page: JsonMembers;
  /** The JSON Schema of the variables; null: none. */
  readonly variablesSchema: JsonMembers | null;
  /** Sample variables; null: none. */
  readonly sample: JsonMembers | null;
  /** The texts that `{{t}}` writes, by language tag and key; null: none. */
  readonly labels: TemplateLabels | null;
}

/** The facts about a version that a list shows. */
export interface TemplateSummary extends Pick<TemplateContent, "name" | "description" | "format"> {
  /**
   * The template's id: `tpl_` and 16 characters of a-z0-9. Another template that takes the slug later has another one.
   */
  readonly id: string;
  readonly accountId: string;
  /** The name of the template in its account: 1 to 64 characters of a-z0-9 and `-`. */
  readonly slug: string;
  /** The number of the version, from 1, one more with each change. */
  readonly version: number;
  /** The time at which the template was made. */
  readonly createdAt: number;
  /** The time at which this version was made. */
  readonly updatedAt: number;
}

export interface Template extends TemplateSummary, TemplateContent {}

/** The limits of what is kept for an account. */
export interface TemplateBounds {
  readonly maxTemplates: number;
  /** The number of versions of one template: the oldest go when there are more. */
  readonly maxVersions: number;
  /** The size of all texts of all versions of all templates, in bytes of UTF-8. */
  readonly maxBytes: number;
  /** The bytes that may be stored for the account, templates included; absent: any number. */
  readonly maxStoredBytes?: number | undefined;
}

/** The version from which a change was made: the change is refused when the template is another one by now. */
export type ExpectedTemplate = Pick<TemplateSummary, "id" | "version">;

export type TemplateCreation =
  | { readonly kind: "created"; readonly template: Template }
  | { readonly kind: "slug_taken" }
  /** The limit `maxTemplates` or `maxBytes` would be exceeded. */
  | { readonly kind: "too_many" }
  | { readonly kind: "too_large" }
  | StorageFull;

export type TemplateChange =
  | { readonly kind: "changed"; readonly template: Template }
  /** There is no template of this slug, or it is not the expected one. */
  | { readonly kind: "unknown" }
  | { readonly kind: "conflict" }
  | { readonly kind: "too_large" }
  | StorageFull;

export interface TemplateStore {
  /**
   * Creates a template. With an `origin` (see `AccountStore.adjust`) that created one before, that template is
   * returned. Durable.
   */
  create(
    template: TemplateContent & {
      readonly id: string;
      readonly accountId: string;
      readonly slug: string;
      /** The number of the template's first version. */
      readonly firstVersion: number;
      readonly bounds: TemplateBounds;
      readonly origin?: string | undefined;
      readonly now: number;
    },
  ): Promise<TemplateCreation>;
  /** Finds a version of a template; `version` absent: the current one. */
  find(wanted: {
    readonly accountId: string;
    readonly slug: string;
    readonly version?: number | undefined;
  }): Promise<Template | undefined>;
  /** Lists templates by slug, in the order of its bytes; `after` is the last slug of the page before. */
  list(page: {
    readonly accountId: string;
    readonly limit: number;
    readonly after?: string | undefined;
  }): Promise<readonly TemplateSummary[]>;
  /**
   * Gives the template a new version, which is the current one from then on; the same content again changes nothing.
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
  /** Removes a template with all its versions. Durable. */
  remove(removal: {
    readonly accountId: string;
    readonly slug: string;
    readonly expected?: ExpectedTemplate | undefined;
    readonly now: number;
  }): Promise<"removed" | "unknown" | "conflict">;
  /**
   * Lists versions, newest first; `before` is the last version of the page before. The list is empty when there is no
   * such template.
   */
  versions(page: {
    readonly accountId: string;
    readonly slug: string;
    readonly limit: number;
    readonly before?: number | undefined;
  }): Promise<readonly TemplateSummary[]>;
}
