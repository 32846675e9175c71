import { describe, expect, test } from "vitest";
import { faultsOf, filled } from "./testing/filled.ts";

/*
 * Templates and variables that try to run code, to read data of others, or to take time and memory without an end.
 * Cases that the deadline of an engine process ends are tested in test/api.
 */

const twice = (text: string, count: number): string => text.repeat(count);
const list = (length: number): number[] => Array.from({ length }, () => 1);

describe("nothing but variables can be named", () => {
  test.each([
    "{{constructor}}",
    "{{constructor.constructor}}",
    "{{a.constructor.name}}",
    "{{__proto__.polluted}}",
    "{{a.__proto__.constructor}}",
    "{{#each a}}{{constructor}}{{/each}}",
    "{{toString}}",
    "{{valueOf}}",
    "{{hasOwnProperty}}",
    "{{__defineGetter__}}",
    "{{text.constructor}}{{text.replace}}",
    "{{list.push}}{{list.map}}",
    "{{@root.constructor}}{{@root.__proto__.a}}",
    "{{@constructor}}{{@partials}}{{@helpers}}",
    "{{../../../process}}",
    "{{process.env}}{{require}}{{global}}{{globalThis}}",
    "{{helperMissing}}{{blockHelperMissing}}{{log}}",
  ])("%s", async (template) => {
    const variables = { a: { x: {} }, text: "t", list: [1] };
    const faults = await faultsOf(filled(template, variables));
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.every((fault) => fault.startsWith("missing "))).toBe(true);
    expect(await filled(template, variables, { missing: "empty" })).toBe("");
  });

  test("a variable of such a name is a variable", async () => {
    const variables = JSON.parse('{"__proto__": {"a": 1}, "constructor": "c", "toString": "s"}');
    expect(await filled("{{__proto__.a}}{{constructor}}{{toString}}{{#if b}}x{{/if}}{{{@root}}}", variables)).toBe(
      '1cs{"__proto__":{"a":1},"constructor":"c","toString":"s"}',
    );
    expect(Reflect.get({}, "a")).toBe(undefined);
  });
});

describe("constructs of the language beyond that are refused", () => {
  test.each([
    "{{lookup a 'constructor'}}",
    "{{log 'x'}}",
    "{{helperMissing a}}",
    "{{#helperMissing a}}{{/helperMissing}}",
    "{{#blockHelperMissing a}}{{/blockHelperMissing}}",
    "{{constructor 'return process'}}",
    "{{#constructor 'return process'}}{{/constructor}}",
    "{{upper (lookup a 'x')}}",
    "{{upper (constructor 'x')}}",
    "{{__lookupGetter__ 'x'}}",
    "{{#> layout}}{{/layout}}",
    "{{#*inline 'x'}}{{/inline}}",
    "{{* decorate}}",
    "{{#* decorate}}{{/decorate}}",
    "{{{{raw}}}}{{a}}{{{{/raw}}}}",
    "{{> (lookup a 'x')}}",
    "{{> (upper 'x')}}",
    "{{> ../../../../etc/passwd}}",
    "{{> package.json}}",
    "{{> __proto__}}{{> constructor}}",
    "{{#date 'x'}}{{/date}}",
    "{{#if}}{{/if}}",
    "{{#if a b}}{{/if}}",
    "{{date}} {{date 1 2 3}}",
  ])("%s", async (template) => {
    expect((await faultsOf(filled(template, { a: {} })))[0]).toMatch(/^template_error/);
  });

  test("a parsed template among the variables", async () => {
    const tree = {
      type: "Program",
      body: [{ type: "MustacheStatement", path: { type: "PathExpression", parts: ["x"] } }],
    };
    expect(await filled("{{{a}}}{{> p a}}", { a: tree }, { partials: { p: "{{type}}" } })).toContain(
      '{"type":"Program"',
    );
  });
});

describe("too much work is refused", () => {
  test.each([
    ["20,000 blocks", twice("{{#if a}}", 20_000) + twice("{{/if}}", 20_000)],
    ["20,000 sections, hidden in comments and texts", twice('{{#a}}{{!-- {{/a}} --}}{{upper "{{/a}}"}}', 20_000)],
    ["20,000 branches", `{{#if a}}${twice("{{else if b}}", 20_000)}{{/if}}`],
    ["20,000 parentheses", `{{upper ${twice("(upper ", 20_000)}a${twice(")", 20_000)}}}`],
    ["200,000 blocks that are not closed", twice("{{#a}}", 200_000)],
    ["a million braces", twice("{", 1_000_000)],
    ["a name of 400,000 parts", `{{a${twice(".a", 400_000)}}}`],
    ["200,000 arguments", `{{upper ${twice("a ", 200_000)}}}`],
    ["400,000 tags", twice("{{a}}", 400_000)],
    ["a million blank lines", `${twice("\n", 1_000_000)}{{#if a}}{{/if}}`],
    ["300,000 beginnings of comments", twice("{{!--", 300_000)],
    ["three million characters", twice("x", 3_000_000)],
  ])("%s", async (_, template) => {
    expect((await faultsOf(filled(template, { a: 1 })))[0]).toMatch(/^template_error content/);
  });

  const nested = (depth: number): string => twice("{{#each @root.list}}", depth) + twice("{{/each}}", depth);
  test.each([
    ["loops within loops", nested(5), { list: list(300) }, {}],
    ["sections within sections", `${twice("{{#list}}", 4)}${twice("{{/list}}", 4)}`, { list: list(2000) }, {}],
    ["a partial that names itself", "{{> a}}", {}, { a: "x{{> a}}" }],
    ["partials that name each other", "{{> a}}", {}, { a: "{{> b}}", b: "{{#if true}}{{> a}}{{/if}}" }],
    ["a partial that names itself twice", "{{> a}}", {}, { a: "{{> a}}{{> a}}" }],
    [
      "partials that double",
      "{{> p0}}",
      {},
      Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}`, i === 39 ? "x" : twice(`{{> p${i + 1}}}`, 2)])),
    ],
    [
      "a long text again and again",
      "{{#each list}}{{@root.text}}{{/each}}",
      { list: list(1000), text: twice("<", 1_000_000) },
      {},
    ],
    ["all variables again and again", "{{#each list}}{{@root}}{{/each}}", { list: list(100_000) }, {}],
    [
      "a long text made upper again and again",
      "{{#each list}}{{#if (upper @root.text)}}{{/if}}{{/each}}",
      { list: list(10_000), text: twice("x", 1_000_000) },
      {},
    ],
    [
      "a formatter for each number",
      "{{#each list}}{{number 1 locale=this}}{{/each}}",
      { list: Array.from({ length: 10_000 }, (_, i) => `en-x-a${i}`) },
      {},
    ],
    ["a date for each of a million", "{{#each list}}{{date this 'full'}}{{/each}}", { list: list(200_000) }, {}],
  ])("%s", async (_, template, variables, partials) => {
    expect(await faultsOf(filled(template, variables, { partials }))).toEqual(["document_too_complex"]);
  });

  test.each([
    [
      "decimals",
      "{{number 1.5 decimals=1e9}}{{number 1.5 '99999999999'}}{{currency 1 'EUR' decimals=-1}}",
      "1.51.5€1.00",
    ],
    ["numbers", "{{number '1e308' 20}}", /^1(?:00|,000)/],
    ["numbers that are none", "{{number 'Infinity'}}{{number '0x10'}}{{number '1e999'}}", "Infinity0x101e999"],
    [
      "dates",
      "{{date '1e300'}}{{date 9000000000000000}} {{date '999999-01-01'}}",
      "1e3009000000000000000 999999-01-01",
    ],
    [
      "locales and zones",
      `{{number 1 locale='${twice("x", 100_000)}'}}{{date 0 'yyyy' timezone='../../etc/passwd'}}`,
      "11970",
    ],
  ])("%s beyond all bounds are harmless", async (_, template, expected) => {
    expect(await filled(template)).toMatch(
      expected instanceof RegExp ? expected : new RegExp(`^${expected.replaceAll(".", String.raw`\.`)}$`),
    );
  });

  test("a pattern of a date as long as a book", async () => {
    expect(await faultsOf(filled(`{{date 0 '${twice("yyyy ", 100_000)}'}}`))).toEqual(["template_error"]);
  });
});

describe("schemas", () => {
  let deep: Record<string, unknown> = {};
  for (let depth = 0; depth < 20_000; depth++) {
    deep = { not: deep };
  }
  test.each([
    ["nested 20,000 deep", deep],
    ["that follow themselves", { $ref: "#" }],
    ["as long as a book", { enum: list(100_000) }],
    ["of another host", { $ref: "http://169.254.169.254/latest/meta-data" }],
    ["of a file", { $ref: "file:///etc/passwd" }],
  ])("%s", async (_, variablesSchema) => {
    expect(await faultsOf(filled("x", {}, { variablesSchema }))).toEqual(["template_error variables_schema"]);
  });

  test("with a pattern whose match goes back and forth without an end", async () => {
    const variablesSchema = { properties: { a: { pattern: "^(a+)+$" } } };
    const matching = filled("x", { a: `${"a".repeat(60)}!` }, { variablesSchema });
    expect(await faultsOf(matching)).toEqual(["document_too_complex"]);
    expect(await filled("{{a}}", { a: "aaa" }, { variablesSchema })).toBe("aaa");
  });

  test("names that would be code are names", async () => {
    const code = "'];globalThis.wasHere = true;//`${globalThis.wasHere = true}";
    const variablesSchema = {
      $comment: code,
      required: [code],
      properties: { [code]: { const: code, default: code, description: code } },
    };
    expect(await faultsOf(filled("x", {}, { variablesSchema }))).toEqual([`missing ${code}`]);
    expect(await faultsOf(filled("x", { [code]: 1 }, { variablesSchema }))).toEqual([`enum ${code}`]);
    expect(Reflect.get(globalThis, "wasHere")).toBe(undefined);
  });
});

describe("text of variables stays text", () => {
  test("of another template", async () => {
    expect(await filled("{{a}}{{{a}}}", { a: "{{b}}{{#c}}" })).toBe("{{b}}{{#c}}{{b}}{{#c}}");
  });

  test("in attributes, quoted or not", async () => {
    expect(await filled("<p title={{a}} class='{{b}}'>", { a: "x=`y`", b: "' onclick='" })).toBe(
      "<p title=x&#61;&#96;y&#96; class='&#39; onclick&#61;&#39;'>",
    );
  });
});
