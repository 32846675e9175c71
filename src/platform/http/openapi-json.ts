import type { z } from "zod";
import { toJsonSchema } from "../../kernel/fields.ts";
import type { Limits } from "../../kernel/limits.ts";

/** A piece of the API description. */
export type JsonObject = { readonly [member: string]: unknown };

/** The limits that the API description tells. */
export type DescribedLimits = Pick<Limits, "uploadBytes" | "pagesPerDocument" | "files">;

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
