import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ContentError } from "../composed.ts";
import { CompactJson, compactJson, isObject, JsonNumber } from "./json-value.ts";
import { readJson } from "./read-json.ts";

const failureOf = (text: string): ContentError => {
  try {
    readJson(text);
  } catch (error) {
    if (error instanceof ContentError) {
      return error;
    }
    throw error;
  }
  throw new Error(`It was read: ${text}`);
};

const outcomeOf = (read: () => unknown): string => {
  try {
    read();
    return "read";
  } catch (error) {
    const isRefusal = error instanceof SyntaxError || (error instanceof ContentError && error.kind === "json_invalid");
    return isRefusal ? "refused" : String(error);
  }
};

describe("reading JSON", () => {
  test("says the same as JSON.parse, of any value", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(compactJson(readJson(text)))).toEqual(JSON.parse(text));
      }),
    );
  });

  test("takes and refuses what JSON.parse takes and refuses, of damaged texts", () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom(...Array.from("{}[]\",:\\0-+.eE tnu\u0001'")))
      .map(([text, at, character]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + character + text.slice(place + (at % 2));
      });
    fc.assert(
      fc.property(damaged, (text) => {
        expect(outcomeOf(() => readJson(text))).toBe(outcomeOf(() => JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });

  test("members keep their order, years too; the last of a name counts", () => {
    const value = readJson('{"2026": 1, "b": 2, "2024": 3, "b": 4, "__proto__": 5}');
    expect(isObject(value) && [...value.keys()]).toEqual(["2026", "b", "2024", "__proto__"]);
    expect(compactJson(value)).toBe('{"2026":1,"b":4,"2024":3,"__proto__":5}');
  });

  test("numbers keep their digits", () => {
    const source = "-123456789012345678901234567890.10";
    expect(readJson(source)).toEqual(new JsonNumber(source));
  });

  test.each([
    ["", 1, 1],
    ["NaN", 1, 1],
    ["[1, NaN]", 1, 5],
    ['{"a": 1,}', 1, 9],
    ["[1\n 2]", 2, 2],
    ["[01]", 1, 3],
    ['"a', 1, 3],
    ['"\\x"', 1, 2],
    ["{} x", 1, 4],
    ['["é𝒳", tru]', 1, 8],
    ["[".repeat(40), 1, 41],
  ])("%j is no JSON, from line %d, column %d", (text, line, column) => {
    expect(failureOf(text)).toMatchObject({
      kind: "json_invalid",
      message: expect.stringMatching(new RegExp(`^JSON decode error at line ${line}, column ${column}: .*expected`)),
    });
  });

  test("values nested deeply are kept as text, however deep", () => {
    const deep = '[ {"a" : '.repeat(100_000) + '" x "' + "} ]".repeat(100_000);
    const text = compactJson(readJson(deep));
    expect(text).toBe('[{"a":'.repeat(100_000) + '" x "' + "}]".repeat(100_000));
    expect(failureOf(deep.slice(0, -1)).kind).toBe("json_invalid");
    expect(failureOf(deep.replace('" x "', "1 2")).kind).toBe("json_invalid");
  });

  test("sixteen levels are values, the next is text", () => {
    let value = readJson("[".repeat(17) + " 1 , 2" + "]".repeat(17));
    for (let depth = 0; depth < 16; depth++) {
      value = Array.isArray(value) ? (value[0] ?? null) : null;
    }
    expect(value).toEqual(new CompactJson("[1,2]"));
  });

  test("more than a million values are too many", () => {
    expect(failureOf(`[${"1,".repeat(1_000_000)}1]`).kind).toBe("too_complex");
    expect(failureOf(`${"[".repeat(20)}${"1,".repeat(1_000_000)}1${"]".repeat(20)}`).kind).toBe("too_complex");
  });
});
