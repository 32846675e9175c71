import { z } from "zod";
import { Failure } from "../../../../kernel/failure.ts";
import { fields } from "../../../../kernel/fields/fields.ts";
import {
  findTemplate,
  type LibraryTemplate,
  listTemplates,
  listVersions,
} from "../../../templates/template-library.ts";
import { starterPicture } from "../../../templates/starter-pictures.ts";
import { InvalidRequest, itemFor } from "../../body/validation.ts";
import { isKnown, type Preconditions, requirePreconditions } from "../../resource/preconditions.ts";
import { type Resource, type ResourceAnswer, resource } from "../../resource/resource.ts";
import { invalidValue } from "../faults.ts";
import { ref } from "../json.ts";
import { pageAndOne, pageCursor, pageLimit, pageOf } from "../paging.ts";
import {
  isSlug,
  optionalContent,
  requiredContent,
  slugFault,
  slugField,
  TEMPLATE_BODY_BYTES,
  templateFields,
} from "./template-fields.ts";
import { etagOf, templateObject, templateSummary, unknownTemplate } from "./template-object.ts";
import { contentFrom, createTemplate, emptyTemplate, ownerOf, saveTemplate } from "./template-saving.ts";

/*
 * Stored templates (contract §8): each account has its own and the built-in ones. Every change makes a new version, and
 * versions do not change.
 */

const reading = { tag: "templates", scopes: ["templates:read", "templates:write"] } as const;
const writing = { tag: "templates", scopes: ["templates:write"], bodyBytes: TEMPLATE_BODY_BYTES } as const;

const theTemplate = { description: "The template.", schema: ref("Template"), headers: ["ETag"] } as const;
const answersOfReading = {
  200: theTemplate,
  304: { description: "The template has not changed: its `ETag` is the one in `If-None-Match`.", headers: ["ETag"] },
} as const;

const ownSlug = fields
  .optionalTextEvenEmpty()
  .describe("The slug in the path; the slug of a template cannot be changed.");

const create = resource({
  ...writing,
  method: "POST",
  path: "/api/v1/templates",
  operationId: "create_template",
  summary: "Store a template",
  description:
    "The template is checked: 400 `template_error` when it cannot be compiled. A template with the slug of a " +
    "built-in one replaces it for this account.",
  body: z.object({ slug: slugField(), content: requiredContent(), ...templateFields }),
  example: { slug: "reminder", content: "<h1>Reminder</h1><p>Dear {{name}}</p>", sample: { name: "Ada Lovelace" } },
  answers: { 201: { description: "The new template.", schema: ref("Template"), headers: ["ETag"] } },
  errors: [400, 409],
  async handle(request, services) {
    const { slug } = request.body;
    const content = contentFrom(request.body, emptyTemplate(slug));
    return created(await createTemplate(slug, content, request, services), request.baseUrl);
  },
});

const list = resource({
  ...reading,
  method: "GET",
  path: "/api/v1/templates",
  operationId: "list_templates",
  summary: "List the templates of the account",
  description:
    "Sorted by slug, without their texts; built-in templates that the account has not replaced are included.",
  query: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  answers: { 200: { description: "A page of templates.", schema: ref("TemplatePage") } },
  async handle({ caller, query: { limit, cursor } }, services) {
    const found = await listTemplates(ownerOf({ caller }, services), { limit: pageAndOne(limit), after: cursor });
    const page = pageOf(found, { limit, item: templateSummary, cursor: ({ slug }) => slug });
    return { kind: "json", status: 200, value: page };
  },
});

const get = resource({
  ...reading,
  method: "GET",
  path: "/api/v1/templates/:slug",
  operationId: "get_template",
  summary: "One template",
  conditions: ["If-None-Match"],
  answers: answersOfReading,
  errors: [404],
  async handle({ caller, path: { slug = "" }, preconditions }, services) {
    const owner = ownerOf({ caller }, services);
    const found = await findTemplate(owner, slug);
    return readAnswer(found ?? (await missing(owner, slug)), preconditions);
  },
});

const replace = resource({
  ...writing,
  method: "PUT",
  path: "/api/v1/templates/:slug",
  operationId: "replace_template",
  summary: "Create or replace a template",
  description:
    "Replaces all fields of the template, or creates it if there is none. Sending the same content again makes no " +
    "new version.",
  conditions: ["If-Match", "If-None-Match"],
  body: z.object({ slug: ownSlug, content: requiredContent(), ...templateFields }),
  example: { content: "<h1>Receipt {{receipt_number}}</h1>", sample: { receipt_number: "R-1042" } },
  answers: { 200: theTemplate, 201: { description: "The new template.", schema: ref("Template"), headers: ["ETag"] } },
  errors: [400, 409, 412],
  async handle(request, services) {
    const { path, body, baseUrl } = request;
    const slug = checkedSlug(path["slug"] ?? "", body.slug);
    const content = contentFrom(body, emptyTemplate(slug));
    const { template, isNew } = await saveTemplate(slug, () => content, request, services);
    return isNew ? created(template, baseUrl) : answer(template);
  },
});

const change = resource({
  ...writing,
  method: "PATCH",
  path: "/api/v1/templates/:slug",
  operationId: "change_template",
  summary: "Change fields of a template",
  description:
    "Fields that are not sent stay as they are. Changing a built-in template makes a copy that belongs to the account.",
  conditions: ["If-Match"],
  body: z.object({ slug: ownSlug, content: optionalContent(), ...templateFields }),
  example: { css: "h1 { font-weight: 500 }" },
  answers: { 200: theTemplate },
  errors: [400, 404, 409, 412],
  async handle(request, services) {
    const { path, body } = request;
    const slug = checkedSlug(path["slug"] ?? "", body.slug);
    const owner = ownerOf(request, services);
    if ((await findTemplate(owner, slug)) === undefined) {
      await missing(owner, slug);
    }
    const changed = (before: LibraryTemplate | undefined) => contentFrom(body, before ?? deleted(slug));
    return answer((await saveTemplate(slug, changed, request, services)).template);
  },
});

const remove = resource({
  ...writing,
  method: "DELETE",
  path: "/api/v1/templates/:slug",
  operationId: "delete_template",
  summary: "Delete a template",
  description:
    "Deletes the template with all its versions; its slug is free again. If it had replaced a built-in template, " +
    "that one is available again.",
  conditions: ["If-Match"],
  answers: { 204: { description: "The template is deleted." } },
  errors: [404, 412],
  async handle({ caller, path: { slug = "" }, preconditions }, services) {
    const owner = ownerOf({ caller }, services);
    const found = (await findTemplate(owner, slug)) ?? (await missing(owner, slug));
    if (found.isBuiltIn) {
      throw new Failure(
        "not_found",
        `The template ${slug} is built in, and the account has not replaced it: it cannot be deleted.`,
      );
    }
    requirePreconditions(preconditions, etagOf(found));
    const { id, version } = found;
    const expected = preconditions.ifMatch === undefined ? undefined : { id, version };
    const removed = await owner.templates.remove({
      accountId: owner.account.id,
      slug,
      expected,
      now: services.now(),
    });
    if (removed === "conflict") {
      requirePreconditions(preconditions, undefined);
    }
    return removed === "removed" ? { kind: "nothing" } : deleted(slug);
  },
});

const picture = resource({
  ...reading,
  method: "GET",
  path: "/api/v1/templates/:slug/picture",
  operationId: "get_template_picture",
  summary: "Picture of a built-in template",
  description: "The first page with the template's sample. A template of the account has none: a preview prints it.",
  conditions: ["If-None-Match"],
  answers: {
    200: {
      description: "The picture.",
      content: { "image/png": { schema: { type: "string", contentMediaType: "image/png" } } },
      headers: ["ETag"],
    },
    304: answersOfReading[304],
  },
  errors: [404],
  async handle({ caller, path: { slug = "" }, preconditions }, services) {
    const owner = ownerOf({ caller }, services);
    const found = (await findTemplate(owner, slug)) ?? (await missing(owner, slug));
    const shown = found.isBuiltIn ? starterPicture(slug) : undefined;
    if (shown === undefined) {
      throw new Failure(
        "not_found",
        `The template ${slug} is the account's own and has no picture: POST /api/v1/templates/${slug}/preview prints it.`,
      );
    }
    const headers = { etag: etagOf(found), "cache-control": "private, no-cache" };
    return isKnown(preconditions, headers.etag)
      ? { kind: "not_modified", headers }
      : {
          kind: "kept",
          answer: {
            status: 200,
            headers: { ...headers, "content-type": "image/png" },
            body: { kind: "file", ...shown },
          },
        };
  },
});

const versions = resource({
  ...reading,
  method: "GET",
  path: "/api/v1/templates/:slug/versions",
  operationId: "list_template_versions",
  summary: "List the versions of a template",
  description: "Newest first. The last hundred are kept.",
  query: z.object({ limit: pageLimit(), cursor: fields.optionalInteger({ min: 1 }).describe("See `next_cursor`.") }),
  answers: { 200: { description: "A page of versions.", schema: ref("TemplatePage") } },
  errors: [404],
  async handle({ caller, path: { slug = "" }, query: { limit, cursor } }, services) {
    const owner = ownerOf({ caller }, services);
    const found = await listVersions(owner, { slug, limit: pageAndOne(limit), before: cursor });
    if (found.length === 0 && (await findTemplate(owner, slug)) === undefined) {
      return missing(owner, slug);
    }
    const page = pageOf(found, { limit, item: templateSummary, cursor: ({ version }) => String(version) });
    return { kind: "json", status: 200, value: page };
  },
});

const getVersion = resource({
  ...reading,
  method: "GET",
  path: "/api/v1/templates/:slug/versions/:version",
  operationId: "get_template_version",
  summary: "One version of a template",
  conditions: ["If-None-Match"],
  answers: answersOfReading,
  errors: [404],
  async handle({ caller, path: { slug = "", version = "" }, preconditions }, services) {
    const isVersion = /^[1-9]\d{0,8}$/.test(version);
    const owner = ownerOf({ caller }, services);
    const found = isVersion ? await findTemplate(owner, slug, Number(version)) : undefined;
    return readAnswer(found ?? (await missing(owner, slug, version)), preconditions);
  },
});

export const templateResources: readonly Resource[] = [
  create,
  list,
  get,
  picture,
  replace,
  change,
  remove,
  versions,
  getVersion,
];

export { templateSchemas } from "./template-object.ts";

async function missing(...asked: Parameters<typeof unknownTemplate>): Promise<never> {
  throw await unknownTemplate(...asked);
}

function deleted(slug: string): never {
  throw new Failure("not_found", `The template ${slug} has just been deleted.`);
}

/**
 * Returns the slug of the path, when it is well-formed and the body names no other.
 * @throws InvalidRequest when there are faults
 */
function checkedSlug(slug: string, inBody: string | undefined): string {
  if (!isSlug(slug)) {
    throw new InvalidRequest([itemFor(slugFault, ["path", "slug"], slug)]);
  }
  if (inBody !== undefined && inBody !== slug) {
    throw invalidValue(["body", "slug"], `the slug of a template cannot be changed; it should be ${slug}`, inBody);
  }
  return slug;
}

function readAnswer(found: LibraryTemplate, preconditions: Preconditions): ResourceAnswer {
  const etag = etagOf(found);
  // A client may keep the template, and has to ask whether it is still the current one.
  const headers = { etag, "cache-control": "private, no-cache" };
  return isKnown(preconditions, etag)
    ? { kind: "not_modified", headers }
    : { kind: "json", status: 200, value: templateObject(found), headers };
}

const answer = (template: LibraryTemplate): ResourceAnswer => ({
  kind: "json",
  status: 200,
  value: templateObject(template),
  headers: { etag: etagOf(template) },
});

const created = (template: LibraryTemplate, baseUrl: string): ResourceAnswer => ({
  kind: "json",
  status: 201,
  value: templateObject(template),
  headers: { etag: etagOf(template), location: `${baseUrl}/api/v1/templates/${template.slug}` },
});
