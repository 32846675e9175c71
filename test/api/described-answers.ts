import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { Reply } from "./reply.ts";

/*
 * Compares each answer of the suites with the description of the API (docs/openapi.json): its status, its headers, its
 * media type and its body. A description that a generated client trusts has to hold for every answer there is.
 */

type Json = Readonly<Record<string, unknown>>;

const description: Json = JSON.parse(readFileSync(join(import.meta.dirname, "../../docs/openapi.json"), "utf8"));
const BASE = "openapi.json";
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
ajv.addSchema(description, BASE, undefined, false);

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const membersOf = (value: unknown): Json => (isObject(value) ? value : {});

interface DescribedPath {
  readonly template: string;
  readonly pattern: RegExp;
}

// A path without parameters is meant before one with them.
const PATHS: readonly DescribedPath[] = Object.keys(membersOf(description["paths"]))
  .toSorted((one, other) => one.split("{").length - other.split("{").length)
  .map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));

/** Headers of HTTP itself and of browsers' rules, which a description of an API does not list. */
const HTTP_HEADERS =
  /^(?:access-control-.*|allow|cache-control|connection|content-(?:length|security-policy|type)|cross-origin-.*|date|keep-alive|referrer-policy|strict-transport-security|transfer-encoding|vary|x-accel-buffering|x-content-type-options|x-frame-options)$/;
/** Statuses that any path can answer before it is known what is asked for: they belong to no operation. */
const OF_NO_OPERATION = [405, 431];

/** Checks an answer against the description; `path` is that of the request, with its query. */
export function expectDescribed(
  reply: Reply,
  { method, path }: { readonly method: string; readonly path: string },
): void {
  if (method === "OPTIONS" || OF_NO_OPERATION.includes(reply.status)) {
    return;
  }
  const place = placeOf(method, new URL(path, "http://service").pathname.replace(/(.)\/$/, "$1"));
  if (place === undefined) {
    // Pages for people are no part of the API; all else that is not described is refused.
    const isPage = !path.startsWith("/api/");
    expect(isPage || reply.status >= 400, `${method} ${path} is not described, and answered ${reply.status}`).toBe(
      true,
    );
    return;
  }
  const name = `${method} ${path}, answer ${reply.status}`;
  const pointer = resolved([...place, "responses", String(reply.status)]);
  const response = at(pointer);
  expect(response, `${name}: the status is not described`).toBeDefined();
  expectHeaders(reply, response, name);
  if (method !== "HEAD") {
    expectBody(reply, pointer, name);
  }
}

/** Returns where an operation stands in the description; undefined when it is not described. */
function placeOf(method: string, pathname: string): readonly string[] | undefined {
  const of = method === "HEAD" ? "get" : method.toLowerCase();
  const known = PATHS.find(
    ({ pattern, template }) => pattern.test(pathname) && at(["paths", template, of]) !== undefined,
  );
  return known && ["paths", known.template, of];
}

/** Returns the member of the description at a place. */
const at = (place: readonly string[]): unknown =>
  place.reduce<unknown>((value, name) => membersOf(value)[name], description);

/** Follows references, and returns the place that they lead to. */
function resolved(place: readonly string[]): readonly string[] {
  const reference = membersOf(at(place))["$ref"];
  return typeof reference === "string" ? resolved(reference.slice("#/".length).split("/")) : place;
}

function expectHeaders({ headers }: Reply, response: unknown, name: string): void {
  const declared = new Map(
    Object.entries(membersOf(membersOf(response)["headers"])).map(([header, value]) => {
      const reference = membersOf(value)["$ref"];
      const component = typeof reference === "string" ? at(reference.slice("#/".length).split("/")) : value;
      return [header.toLowerCase(), membersOf(component)];
    }),
  );
  const undeclared = Object.keys(headers).filter((header) => !HTTP_HEADERS.test(header) && !declared.has(header));
  expect(undeclared, `${name}: headers that are not described`).toEqual([]);
  const missing = [...declared].filter(([header, { required }]) => required === true && headers[header] === undefined);
  expect(
    missing.map(([header]) => header),
    `${name}: headers that are missing`,
  ).toEqual([]);
  const wrong = [...declared].filter(
    ([header, { schema }]) =>
      headers[header] !== undefined &&
      membersOf(schema)["type"] === "integer" &&
      !/^\d+$/.test(String(headers[header])),
  );
  expect(
    wrong.map(([header]) => header),
    `${name}: headers that should be integers`,
  ).toEqual([]);
}

function expectBody({ headers, body }: Reply, pointer: readonly string[], name: string): void {
  const mediaType = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  const declared = membersOf(membersOf(at(pointer))["content"]);
  if (mediaType === undefined && body.length === 0) {
    return;
  }
  expect(Object.keys(declared), `${name}: the media type`).toContain(mediaType);
  const schema = [...pointer, "content", String(mediaType), "schema"];
  if (mediaType === "application/json" && at(schema) !== undefined) {
    const validate = validatorFor(schema);
    validate(JSON.parse(body.toString("utf8")));
    expect(validate.errors ?? [], `${name}: the body ${body.toString("utf8", 0, 500)}`).toEqual([]);
  }
}

const validators = new Map<string, ValidateFunction>();

/** Returns the compiled schema at a place of the description. */
function validatorFor(place: readonly string[]): ValidateFunction {
  const pointer = place.map((name) => name.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `${BASE}#/${encodeURI(pointer)}` });
  validators.set(pointer, known);
  return known;
}
