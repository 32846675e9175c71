import type { z } from "zod";
import { toJsonSchema } from "../../../kernel/fields/fields.ts";
import type { Limits } from "../../../kernel/limits.ts";
import type { FileOperation, Operation } from "../../../operations/operation.ts";

/** A piece of the API description. */
export type JsonObject = { readonly [member: string]: unknown };

/** The limits that the API description mentions. */
export type DescribedLimits = Pick<Limits, "uploadBytes" | "jsonBytes" | "pagesPerDocument" | "files">;

/** Returns a number of bytes in a form for people. */
export const bytes = (count: number): string =>
  Number.isInteger(count / MEBIBYTE) ? `${count / MEBIBYTE} MiB` : `${count} bytes`;
const MEBIBYTE = 1024 * 1024;

/** The JSON Schema of one parameter or setting. */
export type FieldSchema = z.core.JSONSchema.BaseSchema;

/** Returns what an object takes, as clients send it: its members with their schemas, and which of them are required. */
export function inputSchema(object: z.ZodObject): {
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required: readonly string[];
} {
  const { properties = {}, required = [] } = toJsonSchema(object);
  const schemas = Object.entries(properties).map(([name, schema]) => [name, typeof schema === "object" ? schema : {}]);
  return { properties: Object.fromEntries(schemas), required };
}

// The tools that read these descriptions know `format: binary`; JSON Schema itself has no word for raw bytes.
export const BINARY = { type: "string", format: "binary" } as const;

const titleOf = ({ operationId }: Pick<Operation, "operationId">): string =>
  operationId.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the name of the schema of an operation's form, such as `ConvertPdfToImageForm`. */
export const formName = (operation: Pick<Operation, "operationId">): string => `${titleOf(operation)}Form`;

/** Returns the name of the schema of an operation's JSON. */
export const requestName = (operation: Pick<Operation, "operationId">): string => `${titleOf(operation)}Request`;

/** Returns the form field of an operation's file or files. */
export const fileField = ({ files }: FileOperation): string => (files.max === 1 ? "file" : "files");

/** Returns a value that a field could have, as text. */
export function exampleValue(schema: FieldSchema | undefined): string {
  const { examples = [], enum: values = [], minimum, format } = schema ?? {};
  const [example] = [...examples, ...values].map((value) => String(value));
  return example ?? minimum?.toString() ?? (format === "password" ? "secret" : "value");
}
