import { Failure } from "../../../../kernel/failure.ts";
import { TimeBudget } from "../../../../kernel/timing/work.ts";
import { storageFull } from "../../../credits/charge.ts";
import { newId } from "../../../store/ids.ts";
import type { Template, TemplateContent } from "../../../store/template-store.ts";
import {
  findTemplate,
  firstVersionOf,
  type LibraryTemplate,
  type TemplateOwner,
} from "../../../templates/template-library.ts";
import { bareSnapshotOf } from "../../../templates/template-snapshots.ts";
import { type Preconditions, requirePreconditions } from "../../resource/preconditions.ts";
import type { ResourceRequest, Services } from "../../resource/resource.ts";
import { etagOf } from "./template-object.ts";

/*
 * The saving of templates, which are checked before they are kept: what cannot be compiled is refused when it is
 * written, not when a document is wanted.
 */

type Request = Pick<ResourceRequest<unknown, unknown>, "caller" | "signal">;

export const ownerOf = ({ caller }: Pick<Request, "caller">, { store }: Pick<Services, "store">): TemplateOwner => ({
  account: caller.account,
  templates: store.templates,
});

/** The members of a request's JSON that make a template. */
export interface TemplateBody {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly format?: TemplateContent["format"] | undefined;
  readonly content?: string | undefined;
  readonly css?: string | undefined;
  readonly header_html?: string | undefined;
  readonly footer_html?: string | undefined;
  readonly page?: TemplateContent["page"] | undefined;
  readonly variables_schema?: TemplateContent["page"] | undefined;
  readonly sample?: TemplateContent["page"] | undefined;
  readonly labels?: TemplateContent["labels"] | undefined;
}

/** Returns the content of `body`, and of `before` where `body` says nothing. */
export const contentFrom = (body: TemplateBody, before: TemplateContent): TemplateContent => ({
  name: body.name ?? before.name,
  description: body.description ?? before.description,
  format: body.format ?? before.format,
  content: body.content ?? before.content,
  css: body.css ?? before.css,
  headerHtml: body.header_html ?? before.headerHtml,
  footerHtml: body.footer_html ?? before.footerHtml,
  page: body.page ?? before.page,
  variablesSchema: body.variables_schema ?? before.variablesSchema,
  sample: body.sample ?? before.sample,
  labels: body.labels ?? before.labels,
});

/** Returns a template with nothing but defaults. */
export const emptyTemplate = (slug: string): TemplateContent => ({
  name: slug,
  description: "",
  format: "html",
  content: "",
  css: "",
  headerHtml: "",
  footerHtml: "",
  page: {},
  variablesSchema: null,
  sample: null,
  labels: null,
});

/**
 * Makes a template of the account.
 * @throws Failure `template_error`, `name_taken`, `too_many_templates`
 */
export async function createTemplate(
  slug: string,
  content: TemplateContent,
  request: Request & Pick<ResourceRequest<unknown, unknown>, "origin">,
  services: Services,
): Promise<LibraryTemplate> {
  await check(slug, content, request, services);
  const created = await insert(slug, content, request, services);
  if (created === undefined) {
    throw new Failure("name_taken", `The account already has a template with the slug ${slug}.`);
  }
  return created;
}

// Each try that fails means that another request has changed the template; with so many of them it is unclear what is
// wanted.
const MAX_TRIES = 5;

/**
 * Changes the template of `slug` to what `contentOf` makes of its present content, or creates it when the account has
 * none of that slug.
 * @throws Failure `precondition_failed`, `template_error`, `too_many_templates`, and what `contentOf` throws
 */
export async function saveTemplate(
  slug: string,
  contentOf: (before: LibraryTemplate | undefined) => TemplateContent,
  request: Request & { readonly preconditions: Preconditions },
  services: Services,
): Promise<{ readonly template: LibraryTemplate; readonly isNew: boolean }> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- each try begins with what the one before has met
    const saved = await trySaving(slug, contentOf, request, services);
    if (saved !== undefined) {
      return saved;
    }
  }
  throw new Failure(
    "precondition_failed",
    "The template is being changed by other requests at the same time; try again.",
  );
}

/** Tries once to save the template; undefined when another request changed it after it had been read here. */
async function trySaving(
  slug: string,
  contentOf: (before: LibraryTemplate | undefined) => TemplateContent,
  request: Request & { readonly preconditions: Preconditions },
  services: Services,
): Promise<{ readonly template: LibraryTemplate; readonly isNew: boolean } | undefined> {
  const before = await findTemplate(ownerOf(request, services), slug);
  requirePreconditions(request.preconditions, before && etagOf(before));
  const content = contentOf(before);
  await check(slug, content, request, services);
  if (before === undefined || before.isBuiltIn) {
    const template = await insert(slug, content, request, services);
    return template && { template, isNew: before === undefined };
  }
  const { store, templateBounds: bounds } = services;
  const { accountId, id, version } = before;
  const expected = { id, version };
  const changed = await store.templates.change({ ...content, accountId, slug, expected, bounds, now: services.now() });
  switch (changed.kind) {
    case "changed":
      return { template: own(changed.template), isNew: false };
    case "too_large":
      throw tooMuch(services);
    case "storage_full":
      throw storageFull(bounds.maxStoredBytes);
    case "unknown":
    case "conflict":
      return undefined;
  }
}

/** Inserts a template of the account; undefined when the slug is taken. */
async function insert(
  slug: string,
  content: TemplateContent,
  { caller, origin }: Request & { readonly origin?: string | undefined },
  services: Services,
): Promise<LibraryTemplate | undefined> {
  const { store, templateBounds: bounds } = services;
  const place = { id: newId.template(), accountId: caller.account.id, slug, firstVersion: firstVersionOf(slug) };
  const created = await store.templates.create({ ...content, ...place, bounds, origin, now: services.now() });
  switch (created.kind) {
    case "created":
      return own(created.template);
    case "slug_taken":
      return undefined;
    case "too_many":
      throw new Failure(
        "too_many_templates",
        `The account has ${bounds.maxTemplates} templates, the most that are allowed; delete one first.`,
      );
    case "too_large":
      throw tooMuch(services);
    case "storage_full":
      throw storageFull(bounds.maxStoredBytes);
  }
}

const own = (template: Template): LibraryTemplate => ({ ...template, isBuiltIn: false });

const tooMuch = ({ templateBounds: { maxBytes } }: Services): Failure =>
  new Failure(
    "too_many_templates",
    `The templates of an account may have at most ${maxBytes} bytes, all versions together; delete a template first.`,
  );

/**
 * Checks that the template compiles. Templates that it names are left out: the order in which templates are made is
 * free.
 */
const check = (
  slug: string,
  content: TemplateContent,
  { signal, caller }: Request,
  { engines, limits }: Services,
): Promise<void> =>
  engines.composer.checkTemplate({
    snapshot: bareSnapshotOf({ ...content, slug, version: 1 }),
    signal,
    engineTime: new TimeBudget(limits.engineTimeMs),
    tenant: caller.account.id,
  });
