/** A JSON Schema (draft 2020-12), as the API description has it for answers. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const textSchema = (description: string): JsonSchema => ({ type: "string", description });

/** Returns the schema of a text that is not known of every document, and may be null. */
export const reportedSchema = (description: string): JsonSchema => ({ type: ["string", "null"], description });

export const countSchema = (description: string): JsonSchema => ({ type: "integer", minimum: 0, description });

export const numberSchema = (description: string): JsonSchema => ({ type: "number", description });

export const listSchema = (items: JsonSchema, description: string): JsonSchema => ({
  type: "array",
  items,
  description,
});

/** Returns the schema of an object with members that it always has, and members that it may have. */
export const objectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema => ({
  type: "object",
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});
