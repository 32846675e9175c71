import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ContentError } from "../composed.ts";
import type { TemplateSnapshot } from "./template-snapshot.ts";
import { withinTime } from "./time-bound.ts";

/* The compilation of the JSON Schema that a template has for its variables. */

/** The greatest length of a schema, which is compiled at every use, in characters. */
const MAX_SCHEMA_CHARACTERS = 100_000;
const MAX_SCHEMA_DEPTH = 60;
const CHECK_TIME_MS = 300;

export type Schema = NonNullable<TemplateSnapshot["variablesSchema"]>;
type Check = (variables: unknown) => readonly ErrorObject[];

export function compile(schema: Schema): Check {
  requireModest(schema);
  // Unknown keywords are notes, as the standard has it.
  const ajv = new Ajv2020({
    allErrors: true,
    // Faults come with the schema that they are about, whose description explains them.
    verbose: true,
    strict: false,
    logger: false,
    validateFormats: true,
    ownProperties: true,
  });
  addFormats.default(ajv);
  const validate = usable(() => ajv.compile(schema));
  // A schema may follow itself without an end, and its patterns may go back and forth without one.
  return (variables) => {
    const checked = usable(() => withinTime(CHECK_TIME_MS, () => validate(variables)));
    if (checked === undefined) {
      throw new ContentError(
        "document_too_complex",
        "Checking the variables against the template's schema takes too long.",
      );
    }
    return checked.result ? [] : (validate.errors ?? []);
  };
}

/**
 * Runs a use of a schema.
 * @throws ContentError `template_error` when the schema cannot be used: it is not a schema, refers to something outside
 * of it, or has a pattern that is no expression
 */
function usable<Result>(use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    if (error instanceof Error) {
      throw schemaError(
        error instanceof RangeError ? "its references are nested too deeply" : error.message.slice(0, 300),
      );
    }
    throw error;
  }
}

/**
 * Checks the size of a schema, before anything walks through it that could go too deep.
 * @throws ContentError `template_error` when it is too large
 */
function requireModest(schema: Schema): void {
  let level: readonly unknown[] = [schema];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_SCHEMA_DEPTH) {
      throw schemaError(`it is nested more than ${MAX_SCHEMA_DEPTH} deep`);
    }
    level = level.flatMap((value): unknown[] =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS) {
    throw schemaError(`it has more than ${MAX_SCHEMA_CHARACTERS} characters`);
  }
  if (schema["$async"] !== undefined) {
    throw schemaError("$async is not a keyword of JSON Schema");
  }
}

const schemaError = (problem: string): ContentError =>
  new ContentError("template_error", `The template's variables_schema cannot be used: ${problem}.`, [
    "variables_schema",
  ]);
