import { expect, test } from "vitest";
import { z } from "zod";
import { parseText } from "./field-values.ts";
import { toJsonSchema } from "./fields.ts";
import { optionalJsonList, optionalJsonMembers, optionalJsonTexts } from "./json-fields.ts";

const schema = z.object({
  list: optionalJsonList(parseText({ maxLength: 3 }), { items: { type: "string" }, maxItems: 4 }),
  texts: optionalJsonTexts(["title", "author"]),
});

/** Returns the fault's type at each path that has one. */
function faultsOf(input: object): Record<string, unknown> {
  const { error } = schema.safeParse(input);
  const issues = (error?.issues ?? []).map((issue) => {
    const parameters = issue.code === "custom" ? (issue.params as { fault: { type: string } }) : undefined;
    return [issue.path.join("."), parameters?.fault.type];
  });
  return Object.fromEntries(issues);
}

test("absent, empty and null are no value", () => {
  for (const absent of [undefined, "", "null"]) {
    expect(schema.parse({ list: absent, texts: absent })).toEqual({ list: undefined, texts: undefined });
  }
});

test("items of a list are read one by one; null and an empty text are none", () => {
  expect(schema.parse({ list: '["a", null, "", "bcd"]' }).list).toEqual(["a", undefined, undefined, "bcd"]);
  expect(schema.parse({ list: "[]" }).list).toEqual([]);
});

test("of an object the known members are taken, and the others named", () => {
  const { texts } = schema.parse({ texts: '{"title": "", "author": null, "Title": 1, "__proto__": 2}' });
  expect(texts).toEqual({ values: { title: "" }, unknown: ["Title", "__proto__"] });
  expect(schema.parse({ texts: "{}" }).texts).toEqual({ values: {}, unknown: [] });
});

test("every fault is reported at its place", () => {
  expect(faultsOf({ list: "[" })).toEqual({ list: "json_invalid" });
  expect(faultsOf({ list: "{}" })).toEqual({ list: "value_error" });
  expect(faultsOf({ list: '"a"' })).toEqual({ list: "value_error" });
  expect(faultsOf({ list: '["a","a","a","a","a"]' })).toEqual({ list: "too_long" });
  expect(faultsOf({ list: '["a", 1, "abcd"]' })).toEqual({ "list.1": "string_type", "list.2": "string_too_long" });
  expect(faultsOf({ texts: "nonsense" })).toEqual({ texts: "json_invalid" });
  expect(faultsOf({ texts: "[]" })).toEqual({ texts: "model_attributes_type" });
  expect(faultsOf({ texts: '{"title": 1, "author": {}}' })).toEqual({
    "texts.title": "string_type",
    "texts.author": "string_type",
  });
});

test("they are described as JSON in a text", () => {
  expect(toJsonSchema(schema)).toMatchObject({
    properties: {
      list: { type: "string", contentMediaType: "application/json", contentSchema: { type: "array", maxItems: 4 } },
      texts: { type: "string", contentSchema: { type: "object", properties: { title: { type: "string" } } } },
    },
  });
});

test("members of any name are read one by one, and are not repeated when they are wrong", () => {
  const members = z.object({
    all: optionalJsonMembers((name) => parseText({ maxLength: name === "long" ? 10 : 3 }), {
      members: { type: "string" },
      maxMembers: 3,
    }),
  });
  expect(members.parse({ all: '{"a": "x", "long": "0123456789", "none": null, "empty": ""}' }).all).toEqual({
    a: "x",
    long: "0123456789",
  });
  expect(Object.keys(members.parse({ all: '{"__proto__": "x"}' }).all)).toEqual(["__proto__"]);
  expect(members.parse({}).all).toEqual({});
  const { error } = members.safeParse({ all: { a: "secret", b: 1 } });
  expect(error?.issues.map(({ path, input }) => [path, input])).toEqual([
    [["all", "a"], undefined],
    [["all", "b"], undefined],
  ]);
  for (const wrong of ["[", "[]", '"x"', '{"a":"1","b":"2","c":"3","d":"4"}']) {
    expect(members.safeParse({ all: wrong }).error?.issues.map(({ path }) => path)).toEqual([["all"]]);
  }
});
