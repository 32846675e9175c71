/* Makers of JSON Schema for answers. */

export type Schema = Readonly<Record<string, unknown>>;

export const text = (description: string): Schema => ({ type: "string", description });
export const flag = (description: string): Schema => ({ type: "boolean", description });
export const count = (description: string): Schema => ({ type: "integer", minimum: 0, description });
export const number = (description: string): Schema => ({ type: "number", description });
export const choice = (values: readonly string[], description: string): Schema => ({
  type: "string",
  enum: values,
  description,
});
export const listOf = (items: Schema, description: string): Schema => ({ type: "array", items, description });

/** An object that has all of these members. */
export const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});

/** A list of which the first items are given, with the number of all. */
export const listedOf = (item: Schema, maxItems: number, description: string): Schema => ({
  ...object({
    total: count("How many there are."),
    items: { type: "array", items: item, maxItems, description: `The first ${maxItems}.` },
  }),
  description,
});

/** The same value, or null. */
export const nullable = ({ type, ...schema }: Schema): Schema => ({
  ...schema,
  type: [type, "null"],
  ...(Array.isArray(schema["enum"]) && { enum: [...(schema["enum"] as readonly unknown[]), null] }),
});
