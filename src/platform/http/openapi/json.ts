import type { z } from "zod";
import { toJsonSchema } from "../../../kernel/fields.ts";
import type { Limits } from "../../../kernel/limits.ts";
import type { Operation } from "../../../operations/operation.ts";

/** A piece of the API description. */
export type JsonObject = { readonly [member: string]: unknown };

/** The limits that the API description tells. */
export type DescribedLimits = Pick<Limits, "uploadBytes" | "jsonBytes" | "pagesPerDocument" | "files">;

/** A number of bytes, for people. */
export const bytes = (count: number): string =>
  Number.isInteger(count / MEBIBYTE) ? `${count / MEBIBYTE} MiB` : `${count} bytes`;
const MEBIBYTE = 1024 * 1024;

/** JSON Schema of one parameter or setting. */
export type FieldSchema = z.core.JSONSchema.BaseSchema;

/** What an object takes, as clients send it: its members with their schemas, and which of them are required. */
export function inputSchema(object: z.ZodObject): {
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required: readonly string[];
} {
  const { properties = {}, required = [] } = toJsonSchema(object);
  const schemas = Object.entries(properties).map(([name, schema]) => [name, typeof schema === "object" ? schema : {}]);
  return { properties: Object.fromEntries(schemas), required };
}

// `format: binary` is what the tools that read these descriptions know; JSON Schema itself has no word for raw bytes.
export const BINARY = { type: "string", format: "binary" } as const;

const titleOf = ({ operationId }: Pick<Operation, "operationId">): string =>
  operationId.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());

/** The name of the schema of an operation's form: `ConvertPdfToImageForm`. */
export const formName = (operation: Pick<Operation, "operationId">): string => `${titleOf(operation)}Form`;

/** The name of the schema of an operation's JSON. */
export const requestName = (operation: Pick<Operation, "operationId">): string => `${titleOf(operation)}Request`;

/** A value that a field could have, as text. */
export function exampleValue(schema: FieldSchema | undefined): string {
  const { examples = [], enum: values = [], minimum, format } = schema ?? {};
  const [example] = [...examples, ...values].map((value) => String(value));
  return example ?? minimum?.toString() ?? (format === "password" ? "secret" : "value");
}
