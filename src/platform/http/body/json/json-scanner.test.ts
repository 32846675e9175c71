import { expect, test } from "vitest";
import { InvalidContent } from "../../../../kernel/faults.ts";
import { JsonScanner, MAX_JSON_DEPTH } from "../../../../kernel/json/json-scanner.ts";
import { Utf8Check } from "../../../../kernel/json/utf8-check.ts";
import { JsonStringDecoder } from "./json-string.ts";

type Members = readonly (readonly [name: string, value: string])[];

/**
 * Returns the members of the outermost object as they were written; `chunkBytes` is the size of the chunks into which
 * the bytes are cut.
 */
function scan(
  bytes: Buffer,
  chunkBytes = bytes.length || 1,
): { readonly members: Members; readonly isObject: boolean } {
  const scanner = new JsonScanner();
  const members: [string, string][] = [];
  let text: Buffer[] = [];
  let name = "";
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    for (const event of scanner.push(Buffer.from(bytes.subarray(at, at + chunkBytes)))) {
      if (event.kind === "name" || event.kind === "value") {
        text.push(event.bytes);
      } else if (event.kind === "name end") {
        name = Buffer.concat(text).toString();
        text = [];
      } else {
        members.push([name, Buffer.concat(text).toString()]);
        text = [];
      }
    }
  }
  scanner.finish();
  return { members, isObject: scanner.isObject };
}

/** Returns the offset of the first fault that `read` finds; undefined when there is none. */
function offsetOf(read: () => void): unknown {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof InvalidContent && error.faults[0]?.fault.type === "json_invalid") {
      return error.faults[0].path[0];
    }
    throw error;
  }
}

const faultOf = (bytes: Buffer, chunkBytes?: number): unknown => offsetOf(() => void scan(bytes, chunkBytes));

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const DOCUMENT = ` {"a" : [1, -0.5e+3, {"b": "x\\"\\u00e9\\\\"}], "\\u0063" :"é", "d":{}, "e":[] ,"f": null,"g":true\n,"h":0}\t`;

test.each([1, 2, 3, 7, 1000])("members come as they were written, in chunks of %d bytes", (chunkBytes) => {
  expect(scan(Buffer.from(DOCUMENT), chunkBytes)).toEqual({
    isObject: true,
    members: [
      ['"a"', '[1, -0.5e+3, {"b": "x\\"\\u00e9\\\\"}]'],
      ['"\\u0063"', '"é"'],
      ['"d"', "{}"],
      ['"e"', "[]"],
      ['"f"', "null"],
      ['"g"', "true"],
      ['"h"', "0"],
    ],
  });
});

test("a byte order mark is passed over, and only at the beginning", () => {
  expect(scan(Buffer.from('\ufeff{"a":1}'), 1).members).toEqual([['"a"', "1"]]);
  expect(faultOf(Buffer.from('{"a":\ufeff1}'))).toBe(5);
});

test.each([
  ["", 0],
  ["{", 1],
  ['{"a"}', 4],
  ['{"a":1,}', 7],
  ['{"a":1 "b":2}', 7],
  ['{"a":01}', 6],
  ['{"a":1.}', 7],
  ['{"a":-}', 6],
  ['{"a":1e}', 7],
  ['{"a":tru}', 8],
  ['{"a":nan}', 6],
  ['{"a":"\n"}', 6],
  ['{"a":"\\x"}', 7],
  ['{"a":"\\u12g4"}', 10],
  ['{"a":"', 6],
  ['{"ä":]}', 6],
  ['{"a":1}}', 7],
  ['{"a":[1}', 7],
  ["{'a':1}", 1],
  ['{"a":+1}', 5],
  ["// no\n{}", 0],
  ["   ", 3],
  ['{"a" 1}', 5],
  ['{"a":1]', 6],
  ["[1,]", 3],
  ["[1 2]", 3],
  ["[1}", 2],
  ["{} {}", 3],
  ["01", 1],
  ['"a\nb"', 2],
  ["]", 0],
  ["[".repeat(100), 100],
])("%j stops being JSON at byte %d", (text, offset) => {
  expect([faultOf(Buffer.from(text)), faultOf(Buffer.from(text), 1)]).toEqual([offset, offset]);
});

test.each(["[1]", '"text"', "12", "null", " -0 "])("%s is JSON and no object", (text) => {
  expect(scan(Buffer.from(text), 1)).toEqual({ isObject: false, members: [] });
});

const nested = (depth: number): Buffer => Buffer.from(`{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`);

test("nesting has a limit, which is reported where it is exceeded", () => {
  expect(scan(nested(MAX_JSON_DEPTH)).members).toHaveLength(1);
  expect(faultOf(nested(MAX_JSON_DEPTH + 1))).toBe('{"a":'.length + MAX_JSON_DEPTH - 1);
  expect(faultOf(Buffer.from(`{"a":${"[".repeat(5_000_000)}`))).toBeTypeOf("number");
});

test("what JSON.parse takes and refuses is taken and refused, byte for byte changed", () => {
  const characters = '{}[]:,"\\ntfu0123456789.eE+- é\n';
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const verdicts = { json: 0, other: 0 };
  for (let round = 0; round < 20_000; round += 1) {
    const at = random(DOCUMENT.length);
    const text = DOCUMENT.slice(0, at) + characters[random(characters.length)] + DOCUMENT.slice(at + random(2));
    expect([text, faultOf(Buffer.from(text), 1 + random(9)) === undefined]).toEqual([text, isJson(text)]);
    verdicts[isJson(text) ? "json" : "other"] += 1;
  }
  expect(Math.min(...Object.values(verdicts))).toBeGreaterThan(1000);
});

const hexOf = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, "0");

test.each([1, 2, 5, 4096, 100_000])("a string is decoded in chunks of %d bytes", (chunkBytes) => {
  const text = `a"\\/\b\f\n\r\té€😀${"\u0001\u00e9\ud83d\ude00".repeat(3000)}end`;
  // Some writers of JSON escape what is not ASCII; here every other character is escaped.
  const escaped = JSON.stringify(text).replace(/[\u0080-\u{10ffff}]/gu, (character, at: number) =>
    at % 2 === 0
      ? character
      : character
          .split("")
          .map((unit) => `\\u${hexOf(unit)}`)
          .join(""),
  );
  const bytes = Buffer.from(escaped);
  const decoder = new JsonStringDecoder();
  const decoded: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    decoded.push(decoder.push(bytes.subarray(at, at + chunkBytes)));
  }
  expect(Buffer.concat(decoded).toString()).toBe(text);
});

/** Decodes a string that arrives at once, and byte by byte. */
const decode = (json: string): string[] =>
  [json.length, 1].map((size) => {
    const decoder = new JsonStringDecoder();
    const bytes = Buffer.from(json);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      decoder.push(bytes.subarray(at * size, (at + 1) * size)),
    );
    return Buffer.concat(pieces).toString();
  });

test("escapes of surrogates make one character, and half of a pair the replacement character", () => {
  expect(decode(String.raw`"\ud83d\ude00\u0041\/\u0042"`)).toEqual(["😀A/B", "😀A/B"]);
  expect(decode(String.raw`"\ud83d\n\ude00"`)).toEqual(["\ufffd\n\ufffd", "\ufffd\n\ufffd"]);
  const pairs = String.raw`\ud83d\ude00`.repeat(1000);
  expect(decode(`"\\u0041${pairs}"`)).toEqual([`A${"😀".repeat(1000)}`, `A${"😀".repeat(1000)}`]);
});

test.each([
  [Buffer.from("aé€😀"), undefined],
  [Buffer.from([0x61, 0xe9]), 1],
  [Buffer.from([0x61, 0xff, 0x62]), 1],
  [Buffer.from([0xc3, 0x28]), 0],
  [Buffer.from([0x61, 0xed, 0xa0, 0x80]), 1],
  [Buffer.from([0xe2, 0x82]), 0],
  [Buffer.from([0x80]), 0],
])("%j is held against UTF-8 in chunks of any size", (bytes, offset) => {
  const offsets = [1, 2, 3, bytes.length].map((size) =>
    offsetOf(() => {
      const check = new Utf8Check();
      for (let at = 0; at < bytes.length; at += size) {
        check.push(bytes.subarray(at, at + size));
      }
      check.finish();
    }),
  );
  expect(new Set(offsets)).toEqual(new Set([offset]));
});
