import type { Account } from "../store/account-store.ts";
import type { Template, TemplateBounds, TemplateStore, TemplateSummary } from "../store/template-store.ts";
import { type BuiltInTemplate, builtInTemplates } from "./built-in.ts";

/* The templates of an account: its own ones, and each built-in one until a template of the account takes its slug. */

/** The limits of what is kept of an account's own templates. */
export const TEMPLATE_BOUNDS: TemplateBounds = {
  maxTemplates: 1000,
  maxVersions: 100,
  maxBytes: 256 * 1024 * 1024,
};

/** The owner of the templates that are read. */
export interface TemplateOwner {
  readonly account: Pick<Account, "id" | "createdAt">;
  readonly templates: TemplateStore;
}

/** A template of the library; `isBuiltIn`: it comes with the service and can only be replaced. */
export type LibraryTemplate = Template & { readonly isBuiltIn: boolean };
export type LibrarySummary = TemplateSummary & { readonly isBuiltIn: boolean };

/**
 * Finds a template by its slug. `version` undefined means the current one; versions before the account's own are the
 * built-in template's.
 */
export async function findTemplate(
  { account, templates }: TemplateOwner,
  slug: string,
  version?: number,
): Promise<LibraryTemplate | undefined> {
  const own = await templates.find({ accountId: account.id, slug, version });
  if (own !== undefined) {
    return { ...own, isBuiltIn: false };
  }
  const builtIn = builtInOf(slug);
  return builtIn === undefined || (version ?? builtIn.version) !== builtIn.version
    ? undefined
    : asTemplate(builtIn, account);
}

/** Lists the templates in the order of their slugs; `after` is the last slug of the page before. */
export async function listTemplates(
  { account, templates }: TemplateOwner,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<readonly LibrarySummary[]> {
  const own = await templates.list({ accountId: account.id, limit, after });
  const slugs = new Set(own.map(({ slug }) => slug));
  const others = builtInTemplates
    .filter(({ slug }) => slug > (after ?? "") && !slugs.has(slug))
    .map((builtIn) => asTemplate(builtIn, account));
  return [...own.map((template) => ({ ...template, isBuiltIn: false })), ...others]
    .toSorted((one, other) => (one.slug < other.slug ? -1 : 1))
    .slice(0, limit);
}

/**
 * Lists the versions of a template, newest first; `before` is the last version of the page before. The list is empty
 * when there is no such template.
 */
export async function listVersions(
  { account, templates }: TemplateOwner,
  { slug, limit, before }: { readonly slug: string; readonly limit: number; readonly before: number | undefined },
): Promise<readonly LibrarySummary[]> {
  const own = await templates.versions({ accountId: account.id, slug, limit, before });
  const builtIn = builtInOf(slug);
  const isNext = builtIn !== undefined && builtIn.version < (own.at(-1)?.version ?? before ?? Infinity);
  return [
    ...own.map((template) => ({ ...template, isBuiltIn: false })),
    ...(isNext && own.length < limit ? [asTemplate(builtIn, account)] : []),
  ];
}

/**
 * Returns where the versions of a new template of the account begin: after those of the built-in one that it replaces.
 */
export const firstVersionOf = (slug: string): number => (builtInOf(slug)?.version ?? 0) + 1;

const builtInOf = (slug: string): BuiltInTemplate | undefined =>
  builtInTemplates.find((template) => template.slug === slug);

/** Returns the built-in template as one that the account has had since its creation. */
const asTemplate = (builtIn: BuiltInTemplate, { id, createdAt }: TemplateOwner["account"]): LibraryTemplate => ({
  ...builtIn,
  accountId: id,
  createdAt,
  updatedAt: createdAt,
  isBuiltIn: true,
});
