import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ContentError } from "../composed.ts";
import { readJson } from "../report/read-json.ts";
import type { TemplateSnapshot } from "./template-snapshot.ts";
import { withinTime } from "./time-bound.ts";

/** The greatest length of a schema, which is compiled at every use, in characters. */
const MAX_SCHEMA_CHARACTERS = 100_000;
const MAX_SCHEMA_DEPTH = 60;
const MAX_FAULTS = 100;
const CHECK_TIME_MS = 300;

type Schema = NonNullable<TemplateSnapshot["variablesSchema"]>;
type Check = (variables: unknown) => readonly ErrorObject[];

/**
 * Reads variables.
 * @throws ContentError `json_invalid` for text that is not JSON, `model_attributes_type` for JSON that is not an object
 */
export function readVariables(json: string): object {
  let variables: unknown;
  try {
    variables = JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) {
      // It says where the text stops being JSON, which JSON.parse does not always.
      readJson(json);
    }
    throw error;
  }
  if (typeof variables !== "object" || variables === null || Array.isArray(variables)) {
    throw new ContentError("model_attributes_type", "Input should be a JSON object");
  }
  return variables;
}

/**
 * Checks variables by a schema.
 * @throws ContentError of the first fault, which names the others as well
 */
export function checkVariables(variables: object, schema: Schema): void {
  const faults = compile(schema)(variables).flatMap((error) => faultOf(error) ?? []);
  throwFaults(faults.slice(0, MAX_FAULTS));
}

/**
 * Checks that variables can be checked by a schema.
 * @throws ContentError `template_error` when they cannot
 */
export function checkSchema(schema: Schema): void {
  compile(schema);
}

/** One fault of variables. */
export type VariableFault = Pick<ContentError, "kind" | "message" | "path">;

/** Throws all of `faults` as one, if there are any. */
export function throwFaults(faults: readonly VariableFault[]): void {
  const [first, ...others] = faults.map(({ kind, message, path }) => new ContentError(kind, message, path));
  if (first !== undefined) {
    throw new ContentError(first.kind, first.message, first.path, others);
  }
}

function compile(schema: Schema): Check {
  requireModest(schema);
  // Unknown keywords are notes, as the standard has it.
  const ajv = new Ajv2020({
    allErrors: true,
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

/** The service's kinds for keywords of JSON Schema; all others are `value_error`. */
const KINDS: Readonly<Record<string, string>> = {
  minLength: "string_too_short",
  maxLength: "string_too_long",
  pattern: "string_pattern_mismatch",
  minimum: "greater_than_equal",
  maximum: "less_than_equal",
  enum: "enum",
  const: "enum",
  minItems: "too_short",
  maxItems: "too_long",
  minProperties: "too_short",
  maxProperties: "too_long",
};

const KINDS_OF_TYPES: Readonly<Record<string, readonly [kind: string, message: string]>> = {
  string: ["string_type", "Input should be a valid string"],
  integer: ["int_parsing", "Input should be a valid integer"],
  number: ["float_parsing", "Input should be a valid number"],
  boolean: ["bool_parsing", "Input should be a valid boolean"],
  object: ["model_attributes_type", "Input should be a JSON object"],
  array: ["value_error", "Value error, expected a list"],
};

/** Returns the fault that an error of the schema means; undefined where the other faults cover it already. */
function faultOf({ keyword, instancePath, params, message = "is wrong" }: ErrorObject): VariableFault | undefined {
  const path = stepsOf(instancePath);
  switch (keyword) {
    case "required":
      return { kind: "missing", message: "Field required", path: [...path, String(params["missingProperty"])] };
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = String(params["additionalProperty"] ?? params["unevaluatedProperty"]);
      return { kind: "extra_conflict", message: "Extra inputs are not permitted", path: [...path, name] };
    }
    case "type": {
      const [kind, said] = KINDS_OF_TYPES[String(params["type"])] ?? ["value_error", `Value error, ${message}`];
      return { kind, message: said, path };
    }
    case "pattern":
      return {
        kind: "string_pattern_mismatch",
        message: "String should have the form that the template asks for",
        path,
      };
    case "format":
      return String(params["format"]).startsWith("uri")
        ? { kind: "url_parsing", message: "Input should be a valid URL", path }
        : { kind: "value_error", message: `Value error, ${message}`, path };
    case "if":
      return undefined;
    default: {
      const kind = KINDS[keyword] ?? "value_error";
      return { kind, message: kind === "value_error" ? `Value error, ${message}` : `Input ${message}`, path };
    }
  }
}

/** Reads a JSON pointer (RFC 6901). Numbers are taken for indices, which they nearly always are. */
const stepsOf = (pointer: string): (string | number)[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) =>
      /^(?:0|[1-9]\d{0,8})$/.test(step) ? Number(step) : step.replaceAll("~1", "/").replaceAll("~0", "~"),
    );
