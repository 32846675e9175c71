import { describe, expect, test } from "vitest";
import { checkTemplate, fillTemplate } from "./fill-template.ts";
import { faultsOf, filled, templateOf } from "./testing/filled.ts";

describe("values", () => {
  test.each([
    ["{{a}}", { a: `<b title="x" y='z'>&` }, "&lt;b title&#61;&quot;x&quot; y&#61;&#39;z&#39;&gt;&amp;"],
    ["{{{a}}}{{&a}}", { a: "<b>" }, "<b><b>"],
    ["{{a}} {{b}} {{c}} {{d}}", { a: 0, b: false, c: null, d: 1.5 }, "0 false  1.5"],
    ["{{a}}", { a: [1, "x", null] }, "1, x, "],
    ["{{{a}}}", { a: { b: [{}] } }, '{"b":[{}]}'],
    [
      "{{a.b.c}} {{a.list.[1]}} {{a.list.length}} {{a.[b c]}}",
      { a: { b: { c: 1 }, list: [2, 3], "b c": 4 } },
      "1 3 2 4",
    ],
    ["{{date}} {{number}} {{default}} {{lookup}}", { date: "D", number: "N", default: "E", lookup: "L" }, "D N E L"],
    ["{{!-- {{a}} --}}{{! a }}x", {}, "x"],
    ["\\{{a}}", {}, "{{a}}"],
    [" {{~a~}} ", { a: 1 }, "1"],
  ])("%s", async (template, variables, expected) => {
    expect(await filled(template, variables)).toBe(expected);
  });
});

describe("sections and blocks", () => {
  const items = [
    { name: "A", parts: [{ n: 1 }, { n: 2 }] },
    { name: "B", parts: [] },
  ];
  test.each([
    ["{{#items}}{{name}}{{/items}}{{^items}}none{{/items}}", { items }, "AB"],
    ["{{#items}}{{name}}{{/items}}{{^items}}none{{/items}}", { items: [] }, "none"],
    ["{{#items}}{{name}}{{else}}none{{/items}}", {}, "none"],
    [
      "{{#items}}{{name}}:{{#parts}}{{n}}{{name}}{{unit}} {{/parts}};{{/items}}",
      { items, unit: "kg" },
      "A:1Akg 2Akg ;B:;",
    ],
    ["{{#a}}{{b}}{{/a}}", { a: { b: 1 } }, "1"],
    ["{{#a}}{{b}}{{/a}}{{#c}}x{{/c}}{{^d}}y{{/d}}", { a: true, b: 2, c: 0, d: "" }, "2y"],
    ["{{#names}}{{.}},{{/names}}", { names: ["x", "y"] }, "x,y,"],
    ["{{#each items as |item i|}}{{i}}{{item.name}}{{../unit}}{{/each}}", { items, unit: "!" }, "0A!1B!"],
    [
      "{{#each items}}{{@index}}{{@key}}{{@first}}{{@last}}{{@root.unit}} {{/each}}",
      { items, unit: "!" },
      "00truefalse! 11falsetrue! ",
    ],
    ["{{#each items}}{{#each parts}}{{@../index}}{{@index}}{{../name}} {{/each}}{{/each}}", { items }, "00A 01A "],
    ["{{#each a}}{{@key}}={{this}};{{else}}none{{/each}}", { a: { x: 1, y: 2 } }, "x=1;y=2;"],
    ["{{#each a}}x{{else}}none{{/each}}", { a: {} }, "none"],
    ["{{#if a}}1{{else if b}}2{{else}}3{{/if}}", { b: true }, "2"],
    ["{{#if list}}1{{else}}2{{/if}}{{#unless list}}3{{/unless}}", { list: [] }, "23"],
    ["{{#with a}}{{b}}{{../c}}{{else}}none{{/with}}{{#with d}}{{else}}none{{/with}}", { a: { b: 1 }, c: 2 }, "12none"],
    ["{{#items}}\n<li>{{name}}</li>\n{{/items}}\n", { items }, "<li>A</li>\n<li>B</li>\n"],
  ])("%s", async (template, variables, expected) => {
    expect((await filled(`\n${template}`, variables)).slice(1)).toBe(expected);
  });
});

describe("helpers", () => {
  test.each([
    [
      "{{date a}} {{date a 'short'}} {{date a format='full'}}",
      { a: "2026-03-02" },
      "Mar 2, 2026 3/2/26 Monday, March 2, 2026",
    ],
    ["{{date a 'd. MMMM yyyy' locale='de'}}", { a: "2026-03-02" }, "2. März 2026"],
    [
      "{{date a \"yyyy-MM-dd'T'HH:mm:ss hh a EEE yy ''\"}}",
      { a: "2026-03-02T15:04:05" },
      "2026-03-02T15:04:05 03 PM Mon 26 &#39;",
    ],
    ["{{date a 'HH:mm' timezone='Asia/Tokyo'}}", { a: "2026-03-02T15:04:05Z" }, "00:04"],
    [
      "{{date a 'yyyy'}} {{date b 'yyyy'}} {{date c 'yyyy'}}",
      { a: 1_700_000_000, b: 1_700_000_000_000, c: "1700000000" },
      "2023 2023 2023",
    ],
    ["{{date a}} {{date b}} {{date c}}", { a: "soon", b: "2026-02-30", c: true }, "soon 2026-02-30 true"],
    [
      "{{number a}} {{number a 2}} {{number a decimals=0 locale='de'}} {{number b 1}}",
      { a: 1234.5, b: "2.25" },
      "1,234.5 1,234.50 1.235 2.3",
    ],
    ["{{number a 99}} {{number b}} {{number a 'x' locale='no such'}}", { a: 1.5, b: "1,5 kg" }, "1.5 1,5 kg 1.5"],
    [
      "{{currency a}} {{currency a 'eur'}} {{currency a code='JPY'}} {{currency a 'EUR' decimals=0 locale='fr'}}",
      { a: 1234.5 },
      "$1,234.50 €1,234.50 ¥1,235 1 235 €",
    ],
    ["{{upper a}} {{upper b}}", { a: "straße", b: 3 }, "STRASSE 3"],
    ["{{default a 'x'}} {{default b 'x'}} {{default c 'x'}} {{default d a}}", { b: "", c: 0, a: "A" }, "A x 0 A"],
    ["{{upper (default a (default b 'none'))}}", {}, "NONE"],
  ])("%s", async (template, variables, expected) => {
    expect((await filled(template, variables)).replaceAll(/[\u00a0\u202f]/g, " ")).toBe(expected);
  });

  test("have the document's language and time zone", async () => {
    const text = await filled(
      "{{date a 'd. MMM HH:mm'}} {{number 1234.5}}",
      { a: 0 },
      { locale: "de-CH", timezone: "Asia/Kolkata" },
    );
    expect(text).toBe("1. Jan. 05:30 1&#39;234.5");
  });

  test.each(["{{currency 1 'EURO'}}", "{{date 0 'yyyyy'}}", "{{date 0 'QQ'}}"])(
    "%s is the template's fault",
    async (template) => {
      expect(await faultsOf(filled(template))).toEqual(["template_error"]);
    },
  );
});

describe("missing variables", () => {
  const template =
    "{{a}}{{b.c}}{{#items}}{{price}}{{#with x}}{{y}}{{/with}}{{/items}}{{upper d}}{{a}}{{#each items as |i|}}{{i.q}}{{/each}}" +
    "{{#if e}}{{/if}}{{#f}}{{/f}}{{default g 'x'}}";
  const variables = { b: {}, items: [{ price: 1, x: {} }, {}] };

  test("are named with their place, once", async () => {
    expect(await faultsOf(filled(template, variables))).toEqual([
      "missing a",
      "missing b c",
      "missing items 0 x y",
      "missing items 1 price",
      "missing d",
      "missing items 0 q",
      "missing items 1 q",
    ]);
  });

  test("are empty where the option says so", async () => {
    expect(await filled(template, variables, { missing: "empty" })).toBe("1x");
  });

  test("are named up to a hundred", async () => {
    const many = Array.from({ length: 500 }, (_, index) => `{{a${index}}}`).join("");
    expect(await faultsOf(filled(many))).toHaveLength(100);
  });
});

describe("partials", () => {
  const partials = { row: "<{{name}}{{default unit ''}}>", frame: "[{{> row}}]" };
  test.each([
    ["{{> row}}", "<N>"],
    ["{{> frame}}", "[<N>]"],
    ["{{> row item}}", "<I>"],
    ["{{> row item unit='kg'}}", "<Ikg>"],
    ["{{#items}}{{> row}}{{/items}}", "<A><N>"],
    ["{{#each items}}{{> row name=@index}}{{/each}}", "<0><1>"],
  ])("%s", async (template, expected) => {
    const variables = { name: "N", item: { name: "I" }, items: [{ name: "A" }, {}] };
    expect(await filled(template, variables, { partials })).toBe(expected);
  });

  test("one that is not there, and one with a fault", async () => {
    expect(await faultsOf(filled("{{> nobody}}"))).toEqual(["template_error"]);
    expect(await faultsOf(filled("{{> row}}", {}, { partials: { row: "{{#if" } }))).toEqual([
      "template_error partial row",
    ]);
    expect(() => checkTemplate(templateOf("{{> nobody}}"))).not.toThrow();
  });
});

/** Returns the only section of a template filled in without variables. */
const sectionOf = async (content: string, more: object = {}): Promise<string> => {
  const made = await fillTemplate(templateOf(content, more), "{}", { missing: "error", locale: "de" });
  return [...made.sections].join("|");
};

describe("documents", () => {
  test("a fragment gets the document around it", async () => {
    expect(await sectionOf("<p>x", { name: "A & B", css: "p { color: red }</style><script>" })).toBe(
      '<!doctype html><html lang="de" dir="ltr"><head><meta charset="utf-8"><title>A &amp; B</title>' +
        "<style>p { color: red }<\\/style><script></style></head><body>\n<p>x\n</body></html>",
    );
  });

  test("a whole document stays as it is, with the style sheet added", async () => {
    const html = " <!-- x --><!DOCTYPE html><html><head><title>T</title></HEAD ><body>x";
    expect(await sectionOf(html)).toBe(html);
    expect(await sectionOf(html, { css: "p {}" })).toBe(html.replace("</HEAD", "<style>p {}</style></HEAD"));
    expect(await sectionOf("<html>x", { css: "p {}" })).toBe("<html>x<style>p {}</style>");
  });

  test("header and footer are filled in too", async () => {
    const template = templateOf("x", { headerHtml: "<b>{{a}}</b>", footerHtml: " " });
    const made = await fillTemplate(template, '{"a": "<"}', { missing: "error" });
    expect([made.headerHtml, made.footerHtml]).toEqual(["<b>&lt;</b>", undefined]);
  });
});

/** Returns the faults of variables by a schema. */
const fill = (variables: string, variablesSchema: object | null = null) =>
  faultsOf(
    fillTemplate(templateOf("x", { variablesSchema: variablesSchema as Record<string, unknown> | null }), variables, {
      missing: "error",
    }),
  );

describe("variables", () => {
  test.each([
    ["{", "json_invalid"],
    ['{"a": NaN}', "json_invalid"],
    ["[]", "model_attributes_type"],
    ["null", "model_attributes_type"],
    ["3", "model_attributes_type"],
  ])("%s", async (variables, fault) => {
    expect(await fill(variables)).toEqual([fault]);
  });

  test.each([
    [{ required: ["a"] }, {}, "missing a"],
    [{ properties: { a: { type: "string" } } }, { a: 1 }, "string_type a"],
    [{ properties: { a: { type: "integer" } } }, { a: 1.5 }, "int_parsing a"],
    [{ properties: { a: { type: "number" } } }, { a: "1" }, "float_parsing a"],
    [{ properties: { a: { type: "boolean" } } }, { a: "true" }, "bool_parsing a"],
    [{ properties: { a: { type: "array" } } }, { a: {} }, "value_error a"],
    [{ properties: { a: { type: ["string", "null"] } } }, { a: 1 }, "value_error a"],
    [
      { properties: { a: { items: { properties: { "x/y": { enum: [1] } } } } } },
      { a: [{}, { "x/y": 2 }] },
      "enum a 1 x/y",
    ],
    [{ properties: { a: { minLength: 2 } } }, { a: "x" }, "string_too_short a"],
    [{ properties: { a: { maxLength: 2 } } }, { a: "xyz" }, "string_too_long a"],
    [{ properties: { a: { pattern: "^x$" } } }, { a: "y" }, "string_pattern_mismatch a"],
    [{ properties: { a: { minimum: 2 } } }, { a: 1 }, "greater_than_equal a"],
    [{ properties: { a: { maximum: 2 } } }, { a: 3 }, "less_than_equal a"],
    [{ properties: { a: { minItems: 1 } } }, { a: [] }, "too_short a"],
    [{ properties: { a: { maxItems: 1 } } }, { a: [1, 2] }, "too_long a"],
    [{ properties: { a: { const: 1 } } }, { a: 2 }, "enum a"],
    [{ properties: { a: { format: "uri" } } }, { a: "no" }, "url_parsing a"],
    [{ properties: { a: { format: "date" } } }, { a: "2026-02-30" }, "value_error a"],
    [{ additionalProperties: false }, { a: 2 }, "extra_conflict a"],
  ])("%j refuses %j", async (schema, variables, fault) => {
    expect(await fill(JSON.stringify(variables), schema)).toEqual([fault]);
  });

  test.each([
    [{ type: "nonsense" }],
    [{ $ref: "https://example.com/schema.json" }],
    [{ $ref: "#/$defs/none" }],
    [{ properties: { a: { pattern: "(" } } }],
    [{ $async: true }],
  ])("the schema %j cannot be used", async (schema) => {
    expect(await fill("{}", schema)).toEqual(["template_error variables_schema"]);
    expect(() => checkTemplate(templateOf("x", { variablesSchema: schema }))).toThrow(/variables_schema/);
  });

  test("unknown keywords are notes", async () => {
    expect(await fill("{}", { "x-note": 1, properties: { a: { widget: "x", format: "colour" } } })).toEqual([]);
  });
});
