/** A JSON Schema (draft 2020-12), as the API description has it of answers. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const textSchema = (description: string): JsonSchema => ({ type: "string", description });

/** Of what is not known of every document. */
export const toldSchema = (description: string): JsonSchema => ({ type: ["string", "null"], description });

export const countSchema = (description: string): JsonSchema => ({ type: "integer", minimum: 0, description });

export const numberSchema = (description: string): JsonSchema => ({ type: "number", description });

export const listSchema = (items: JsonSchema, description: string): JsonSchema => ({
  type: "array",
  items,
  description,
});

/** An object with what it always has, and what it may have. */
export const objectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema => ({
  type: "object",
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});
