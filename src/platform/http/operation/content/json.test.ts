import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asContentOf, InvalidContent } from "../../../../kernel/faults.ts";
import { expectProblem } from "../../testing/expectations.ts";
import { eventually, formOf, KEY, post, reportContent, startService, type TestService } from "../../testing/service.ts";

/* Content of the kind `json`: what arrives at the operation, whichever way it was sent. */

const PATH = "/api/v1/convert/test-json";

let service: TestService;
beforeAll(async () => {
  service = await startService({ QUIRE_MAX_UPLOAD_BYTES: "4000000", QUIRE_MAX_JSON_BYTES: "3000000" });
});
afterAll(() => service.stop());

let arrived: { readonly text: string; readonly source: string; readonly isText: boolean; readonly mediaType: string };
beforeEach(() =>
  service.behaveWithContent(async (content, context, parameters) => {
    const { file } = content;
    if (file === undefined) {
      throw new Error("There is no content.");
    }
    arrived = { ...file, text: await readFile(file.path, "utf8") };
    return reportContent(content, context, parameters);
  }),
);

type Entry = readonly [name: string, value: string | Blob, filename?: string];

/** Sends a text as JSON, a list of entries as a form. */
const send = (body: string | readonly Entry[], path = PATH): Promise<Response> =>
  typeof body === "string"
    ? post(service, body, { path, headers: { "content-type": "application/json" } })
    : post(service, formOf(body), { path });

async function textOf(body: string | readonly Entry[]): Promise<string> {
  const response = await send(body);
  expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
  return arrived.text;
}

async function faults(body: string | readonly Entry[]): Promise<unknown[]> {
  const { detail } = await expectProblem(await send(body), 422, "validation_error");
  return (detail as { type: string; loc: unknown[] }[]).map(({ type, loc }) => [type, ...loc]);
}

/** A text that a parser and a writer would not reproduce exactly. */
const EXACT = '{ "n" : 1.10, "n":12345678901234567890,"e":1e999 ,"s":"\\u00e9\\/é\\ud83d",\r\n\t"a":[ ] }';

test.each([EXACT, `[${EXACT}, null]`, "{}", "[]"])("an object or array comes byte for byte (%#)", async (value) => {
  expect(await textOf(`{"names":{"author":"A"}, "value": ${value} }`)).toBe(value);
  expect(arrived).toMatchObject({ source: "value", isText: true, mediaType: "application/json" });
  expect(await textOf(`{"data":${value}}`)).toBe(value);
});

test("so does one that is too long to be held, a string with brackets in its middle", async () => {
  const inner = `[${EXACT},`.repeat(30).concat("0", "]".repeat(30));
  const list = `[ ${Array.from({ length: 900 }, () => inner).join(" , ")} ]`;
  expect(list.length).toBeGreaterThan(2_000_000);
  expect((await textOf(`{"value":${list}}`)) === list).toBe(true);
  const text = `"${"{[".repeat(900_000)}"`;
  expect((await textOf(`{"value":${JSON.stringify(text)}}`)) === text).toBe(true);
});

test("a string is the JSON that it holds, whether or not it is any", async () => {
  expect(await textOf(JSON.stringify({ value: EXACT }))).toBe(EXACT);
  expect(await textOf(JSON.stringify({ value: '\ufeff{"a":1}' }))).toBe('{"a":1}');
  expect(await textOf('{"value":"NaN"}')).toBe("NaN");
});

test("a form has it as text or as a file", async () => {
  expect(await textOf([["value", EXACT]])).toBe(EXACT);
  const long = `[${"1,".repeat(700_000)}1]`;
  expect((await textOf([["data", long]])) === long).toBe(true);
  expect(await textOf([["value", new Blob([EXACT]), "report.json"]])).toBe(EXACT);
  expect(arrived).toMatchObject({ isText: false, filename: "report.json", mediaType: "application/json" });
  const zip = [["value", new Blob(["PK\u0003\u0004"]), "a.json"]] as const;
  await expectProblem(await send(zip), 400, "unsupported_file_type");
});

test.each<[what: string, body: string | readonly Entry[], fault: unknown]>([
  ["a number", '{"value":5}', ["model_attributes_type", "body", "value"]],
  ["a boolean", '{"data":true}', ["model_attributes_type", "body", "data"]],
  ["null", '{"value":null}', ["missing", "body", "value"]],
  ["an empty string", '{"value":""}', ["string_too_short", "body", "value"]],
  ["nothing", "{}", ["missing", "body", "value"]],
  ["NaN", '{"value":{"a":NaN}}', ["json_invalid", "body", 14]],
  ["a comma too many", '{"value":[1,]}', ["json_invalid", "body", 12]],
  ["too deep", `{"value":${"[".repeat(101)}${"]".repeat(101)}}`, ["json_invalid", "body", 108]],
  ["two values", '{"value":{"a":1},"data":{"a":2}}', ["extra_conflict", "body", "data"]],
  ["an empty field of a form", [["value", ""]], ["missing", "body", "value"]],
])("%s in its place is reported", async (_, body, fault) => {
  expect(await faults(body)).toEqual([fault]);
});

test("a number that is too long to be held is too large", async () => {
  await expectProblem(await send(`{"value":${"1".repeat(1_100_000)}}`), 413, "payload_too_large");
});

test("the last of a name wins, and the same value by two names is one", async () => {
  expect(await textOf('{"value":{"a":1},"value":[2]}')).toBe("[2]");
  expect(await textOf('{"value":[2],"data":[2]}')).toBe("[2]");
});

test("other fields keep their types, objects of theirs too", async () => {
  const response = await send('{"value":[1],"names":{"author":"Ä"}}');
  expect(await response.json()).toMatchObject({ parameters: { names: { values: { author: "Ä" } } } });
});

test("what the work finds wrong is reported of the field as it was sent, at once and for a job", async () => {
  service.behaveWithContent(async ({ file }) => {
    if (file === undefined) {
      throw new Error("There is no content.");
    }
    return asContentOf(file, () => {
      throw new InvalidContent([
        { fault: { type: "json_invalid", message: "JSON decode error" }, path: [] },
        { fault: { type: "missing", message: "Field required" }, path: ["rows", 2] },
      ]);
    });
  });
  const expected = {
    code: "validation_error",
    detail: [
      { type: "json_invalid", loc: ["body", "data"], msg: "JSON decode error; this is about `data`." },
      { type: "missing", loc: ["body", "data", "rows", 2], msg: "Field required: `data.rows[2]` is missing." },
    ],
  };
  expect(await expectProblem(await send('{"data":"{"}'), 422, "validation_error")).toMatchObject(expected);
  const accepted = await send('{"data":"{"}', `${PATH}?async=true`);
  expect(accepted.status).toBe(202);
  const { job_id: job } = (await accepted.json()) as { job_id: string };
  const result = () => fetch(`${service.url}/api/v1/jobs/${job}/result`, { headers: { "x-api-key": KEY } });
  await eventually(async () => (await result()).status !== 202);
  const answer = await result();
  expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining(expected)]);
});

test("an estimate takes it as the operation would", async () => {
  const quoted = await send('{"operation":"test-json","value":{"a":1}}', "/api/v1/estimate");
  expect(await quoted.json()).toMatchObject({ operation: "test-json", credits: 9 });
  const elsewhere = await send('{"operation":"test-text","text":"A","value":{"a":1}}', "/api/v1/estimate");
  expect(await elsewhere.json()).toMatchObject({ operation: "test-text", credits: 9 });
});
