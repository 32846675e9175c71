import { type ErrorObject } from "ajv/dist/2020.js";
import { ContentError } from "../composed.ts";
import { readJson } from "../report/read-json.ts";
import { compile, type Schema } from "./variable-schema.ts";

const MAX_FAULTS = 100;

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
function faultOf({
  keyword,
  instancePath,
  params,
  parentSchema,
  message = "is wrong",
}: ErrorObject): VariableFault | undefined {
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
        message: `String should have the form that the template asks for${descriptionIn(parentSchema)}`,
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

/** Returns what a schema says of itself, as the end of a sentence; empty when it says nothing. */
function descriptionIn(schema: ErrorObject["parentSchema"]): string {
  const description: unknown = schema?.["description"];
  return typeof description === "string" && description !== ""
    ? `: ${description.slice(0, MAX_DESCRIPTION).replace(/\.$/, "")}`
    : "";
}

const MAX_DESCRIPTION = 200;

/** Reads a JSON pointer (RFC 6901). Numbers are taken for indices, which they nearly always are. */
const stepsOf = (pointer: string): (string | number)[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) =>
      /^(?:0|[1-9]\d{0,8})$/.test(step) ? Number(step) : step.replaceAll("~1", "/").replaceAll("~0", "~"),
    );
