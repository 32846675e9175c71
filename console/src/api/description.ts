import { addressOf } from "./base.ts";
import { problemOf } from "./problem.ts";

/** A JSON schema, as far as forms are made from it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly enum?: readonly (string | number)[];
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly contentMediaType?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

/** An operation of the API as the playground shows it. */
export interface OperationForm {
  /** The name that `/api/v1/estimate` and usage have for it, such as `pdf-to-text`. */
  readonly name: string;
  readonly path: string;
  readonly scope: string;
  readonly summary: string;
  readonly description: string;
  readonly price: string;
  readonly form: Schema;
  /** The media types of file fields, by field. */
  readonly accepts: Readonly<Record<string, readonly string[]>>;
  readonly produces: readonly string[];
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly post?: Method }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Method {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly name?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Body>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

interface Body {
  readonly schema: { readonly $ref?: string };
  readonly encoding?: Readonly<Record<string, { readonly contentType?: string }>>;
}

let loaded: Promise<readonly OperationForm[]> | undefined;

/** Returns all operations in the order of the API description, which is read once. */
export function operationForms(): Promise<readonly OperationForm[]> {
  loaded ??= readForms().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function readForms(): Promise<readonly OperationForm[]> {
  const response = await fetch(addressOf("/openapi.json"));
  if (!response.ok) {
    throw problemOf(response.status, response.headers, undefined);
  }
  const description: Description = await response.json();
  return Object.entries(description.paths).flatMap(([path, { post }]) => formOf(path, post, description) ?? []);
}

/** Returns the form of a path that is an operation: it can become a job, and takes a form. */
function formOf(path: string, method: Method | undefined, { components }: Description): OperationForm | undefined {
  const body = method?.requestBody?.content["multipart/form-data"];
  const schema = components.schemas[body?.schema.$ref?.split("/").at(-1) ?? ""];
  if (method?.parameters?.some(({ name }) => name === "async") !== true || body === undefined || schema === undefined) {
    return undefined;
  }
  const [description = "", price = ""] = (method.description ?? "").split("\n\nPrice: ");
  return {
    name: nameOf(path),
    path,
    scope: method.tags?.[0] ?? "",
    summary: method.summary ?? path,
    description,
    price,
    form: schema,
    accepts: Object.fromEntries(
      Object.entries(body.encoding ?? {}).map(([field, { contentType = "" }]) => [field, contentType.split(", ")]),
    ),
    produces: Object.keys(method.responses["200"]?.content ?? {}),
  };
}

/** Returns the name of the operation at a path, as `/api/v1/pricing` has it. */
const nameOf = (path: string): string =>
  path
    .replace(/^\/api\/v1\//, "")
    .replace(/^(?:convert|pdf|extract)\//, "")
    .replaceAll("/", "-");
