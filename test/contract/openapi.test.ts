import { beforeAll, expect, test } from "vitest";
import { send } from "../api/client.ts";
import { json, STATUS_OF_CODE } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { CONTENT_PARAMETERS, FILE_PARAMETERS } from "./parameters.ts";

/*
 * The API description against the contract (sections 1, 3, 4 and 12): all paths, names and codes of the contract are in
 * it, and aliases are not.
 */

const service = commonService();

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly allOf?: readonly Referable<Schema>[];
}
/** A part of the description, or the place among its components where it stands. */
type Referable<Part> = Part & { readonly $ref?: string };
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Referable<Schema> }>> };
  readonly responses: Readonly<Record<string, Referable<{ readonly headers?: object }>>>;
}
interface Description {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Returns a part of the description, from among its components if that is where it stands. */
function resolved<Part>(described: Description, part: Referable<Part>): Part {
  const steps = part.$ref?.split("/").slice(1) ?? [];
  return part.$ref === undefined
    ? part
    : (steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], described) as Part);
}

/** Returns the names of the properties of a schema, with those of the schemas that it joins. */
function propertiesOf(described: Description, schema: Referable<Schema>): readonly string[] {
  const { properties = {}, allOf = [] } = resolved(described, schema);
  return [...Object.keys(properties), ...allOf.flatMap((part) => propertiesOf(described, part))];
}

let text = "";
let description: Description;
beforeAll(async () => {
  const reply = await send(service(), { path: "/openapi.json", key: null });
  text = reply.body.toString("utf8");
  description = json(reply) as Description;
});

const OPERATIONS = Object.entries({ ...FILE_PARAMETERS, ...CONTENT_PARAMETERS });

/** The aliases of content, which are not among the parameters. */
const CONTENT_ALIASES: Readonly<Record<string, readonly string[]>> = {
  "/api/v1/convert/html-to-pdf": ["html_content"],
  "/api/v1/convert/json-to-pdf": ["data"],
  "/api/v1/pdf/from-template": ["template", "template_id", "data"],
  "/api/v1/pdf/merge": ["file", "files[]"],
};

test.each(OPERATIONS)("%s is described with every name of its parameters, and no alias", async (path, parameters) => {
  const bodies = Object.values(description.paths[path]?.["post"]?.requestBody?.content ?? {});
  expect(bodies.length).toBeGreaterThan(0);
  const aliases = [...parameters.flatMap((parameter) => parameter.aliases ?? []), ...(CONTENT_ALIASES[path] ?? [])];
  for (const { schema } of bodies) {
    const described = propertiesOf(description, schema);
    expect(parameters.filter(({ name }) => !described.includes(name)).map(({ name }) => name)).toEqual([]);
    expect(aliases.filter((alias) => described.includes(alias))).toEqual([]);
  }
});

/** What the HTTP parser answers, before there is an operation. */
const OF_THE_PARSER = new Set(["malformed_request", "headers_too_large", "request_timeout"]);

test.each(Object.entries(STATUS_OF_CODE).filter(([code]) => !OF_THE_PARSER.has(code)))(
  "the code %s of %d is described",
  async (code) => {
    expect(text).toContain(code);
  },
);

test("operationIds are verbs in snake_case, each once", async () => {
  const { openapi, info, paths } = description;
  expect([openapi, info.version]).toEqual(["3.1.0", "2.5.1"]);
  const ids = Object.values(paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(ids.filter((id) => !/^[a-z]+(?:_[a-z0-9]+)*$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

const EVERY_ANSWER = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Credits-Remaining"];

test("every answer is described with the headers that every answer has", async () => {
  const lacking = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.entries(responses)
        .map(([status, response]) => [status, resolved(description, response).headers ?? {}] as const)
        .filter(([, headers]) => !EVERY_ANSWER.every((name) => name in headers))
        .map(([status]) => `${method} ${path} ${status}`),
    ),
  );
  expect(lacking).toEqual([]);
});
