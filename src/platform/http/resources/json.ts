import type { JsonObject } from "../openapi/json.ts";

/* The values that the JSON objects of the resources share, with their schemas. */

/** Returns milliseconds of Unix time as RFC 3339, UTC, to the millisecond. */
export const timeOf = (ms: number): string => new Date(ms).toISOString();

export const timeOrNull = (ms: number | null): string | null => (ms === null ? null : timeOf(ms));

/** Returns a limit as clients see it: null for infinity, which is no limit. */
export const limitOrNull = (limit: number): number | null => (Number.isFinite(limit) ? limit : null);

export const ref = (schema: string): JsonObject => ({ $ref: `#/components/schemas/${schema}` });

export const text = (description: string, more: JsonObject = {}): JsonObject => ({
  type: "string",
  ...more,
  description,
});

export const integer = (description: string): JsonObject => ({ type: "integer", description });

export const count = (description: string): JsonObject => ({ type: "integer", minimum: 0, description });

export const time = (description: string): JsonObject => text(description, { format: "date-time" });

/** Returns the schema of a value that may be null. */
export const orNull = (schema: JsonObject): JsonObject => ({ ...schema, type: [schema["type"], "null"] });

export const listOf = (items: JsonObject): JsonObject => ({ type: "array", items });

/** Returns the schema of an object whose members are all required, under its title. */
export const objectSchema = (title: string, properties: JsonObject): JsonObject => ({
  [title]: { type: "object", title, required: Object.keys(properties), properties },
});
