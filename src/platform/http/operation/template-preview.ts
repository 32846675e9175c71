import type { FastifyInstance } from "fastify";
import type { ContentOperation, Operation } from "../../../operations/operation.ts";
import type { KeyScope } from "../../store/key-store.ts";
import { findTemplate, type TemplateOwner } from "../../templates/template-library.ts";
import { documentedName } from "../body/field-names.ts";
import type { ReceivedContent } from "./content/form.ts";
import { receiveContent } from "./operation-form.ts";
import { callerOf, type OperationDeps, registerOperation } from "./operation-route.ts";

export const PREVIEW_PATH = "/api/v1/templates/:slug/preview";
const PREVIEW_SCOPES: readonly KeyScope[] = ["templates:write", "pdf"];

/** The operation that prints stored templates, with the names of its fields. */
export interface TemplatePrinting {
  readonly operation: ContentOperation;
  readonly slug: string;
  readonly version: string;
  /** The name of the field with the variables. */
  readonly variables: string;
}

/** Finds the operation that prints stored templates; undefined when none of `operations` does. */
export function templatePrinting(operations: readonly Operation[]): TemplatePrinting | undefined {
  for (const operation of operations) {
    if (operation.kind === "content" && operation.content.template !== undefined) {
      const [variables = ""] = Object.keys(operation.content.sources);
      return { operation, ...operation.content.template, variables };
    }
  }
  return undefined;
}

/**
 * Registers the preview of a template, which is the operation itself with the slug of the path, and with the template's
 * own sample when no variables are given.
 */
export function registerPreview(app: FastifyInstance, operations: readonly Operation[], deps: OperationDeps): void {
  const printing = templatePrinting(operations);
  if (printing === undefined) {
    return;
  }
  registerOperation(app, printing.operation, deps, {
    path: PREVIEW_PATH,
    scopes: PREVIEW_SCOPES,
    async receive(wanted, call, reception) {
      const { request } = call;
      const received = hasBody(request.headers) ? await receiveContent(wanted, call, reception) : NOTHING;
      const owner = { account: callerOf(request).account, templates: deps.templates };
      return completed(received, { printing, owner, slug: String(Object(request.params)["slug"]) });
    },
  });
}

const hasBody = (headers: { readonly [name: string]: unknown }): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

const NOTHING: ReceivedContent = {
  isJson: true,
  values: new Map(),
  longTexts: new Map(),
  files: [],
  otherFileFields: new Set(),
  sizeBytes: 0,
};

async function completed(
  received: ReceivedContent,
  {
    printing,
    owner,
    slug,
  }: { readonly printing: TemplatePrinting; readonly owner: TemplateOwner; readonly slug: string },
): Promise<ReceivedContent> {
  const { operation } = printing;
  const values = new Map([...received.values].filter(([name]) => documentedName(operation, name) !== printing.slug));
  values.set(printing.slug, slug);
  if (!namesIn(received).some((name) => documentedName(operation, name) === printing.variables)) {
    const sample = await sampleOf(owner, slug, received.values.get(printing.version));
    values.set(printing.variables, JSON.stringify(sample));
  }
  return { ...received, values };
}

/** Returns the names of what is given; in JSON null counts as absent, in a form an empty text. */
const namesIn = ({ isJson, values, longTexts, files }: ReceivedContent): readonly string[] => [
  ...[...values].flatMap(([name, value]) => (value === (isJson ? null : "") ? [] : [name])),
  ...longTexts.keys(),
  ...files.map(({ field }) => field),
];

/**
 * Returns the template's sample; a template or a version that does not exist is reported later, in the order of checks.
 */
async function sampleOf(owner: TemplateOwner, slug: string, version: unknown): Promise<object> {
  const number = Number(version ?? Number.NaN);
  const template = await findTemplate(owner, slug, Number.isSafeInteger(number) ? number : undefined);
  return template?.sample ?? {};
}
