import { array, assert, constantFrom, double, integer, oneof, property, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { Bounds } from "../../bounds.ts";
import { CosError } from "../../cos-error.ts";
import { type CosValue, Stream } from "../../objects.ts";
import { dict, name, ObjectStore, present } from "../testing/object-store.ts";
import { functionOf, functionsOf } from "./function.ts";

const broken = (value: CosValue) => {
  let reason: string | undefined;
  const found = functionOf(value, new Bounds(), (said) => {
    reason = said;
  });
  expect(found).toBeUndefined();
  return reason;
};

const read = (value: CosValue, bounds = new Bounds()) =>
  present(functionOf(value, bounds, (reason) => expect.fail(reason)));

const valuesOf = (value: CosValue, ...inputs: number[]) => [...read(value).evaluate(inputs)];

const exponential = (entries: Record<string, CosValue>) => dict({ FunctionType: 2, Domain: [0, 1], N: 1, ...entries });

test("exponential functions", () => {
  expect(valuesOf(exponential({}), 0.25)).toEqual([0.25]);
  expect(valuesOf(exponential({ C0: [1, 0], C1: [0, 10], N: 2 }), 0.5)).toEqual([0.75, 2.5]);
  expect(valuesOf(exponential({ N: 0.5, Domain: [0, 100] }), 9)).toEqual([3]);
  expect(valuesOf(exponential({}), 7)).toEqual([1]);
  expect(valuesOf(exponential({ C1: [10], Range: [2, 5] }), 1)).toEqual([5]);
  expect(valuesOf(exponential({ C1: [10], Range: [2, 5] }), 0)).toEqual([2]);
  expect(valuesOf(exponential({ N: 0 }), 0)).toEqual([1]);
});

test("no function returns what is not a number", () => {
  expect(valuesOf(exponential({ N: -1 }), 0)).toEqual([Number.MAX_VALUE]);
  expect(valuesOf(exponential({ N: 0.5, Domain: [-1, 1] }), -1)).toEqual([0]);
  expect(valuesOf(exponential({}), Number.NaN)).toEqual([0]);
  expect(read(exponential({ C0: [1, 2], C1: [3] })).damage).toHaveLength(1);
});

const stitched = (entries: Record<string, CosValue>) =>
  dict({
    FunctionType: 3,
    Domain: [0, 1],
    Functions: [exponential({}), exponential({ C0: [5], C1: [6] }), exponential({ C0: [10], C1: [20] })],
    Bounds: [0.25, 0.5],
    Encode: [0, 1, 1, 0, 0, 1],
    ...entries,
  });

test.each([
  [0, 0],
  [0.125, 0.5],
  [0.25, 6],
  [0.375, 5.5],
  [0.5, 10],
  [0.75, 15],
  [1, 20],
])("a stitching function goes over to the next one at its bound: %f", (input, output) => {
  expect(valuesOf(stitched({}), input)).toEqual([output]);
});

test("a stitching function may have one part, or a last one without length", () => {
  expect(valuesOf(stitched({ Functions: [exponential({})], Bounds: [], Encode: [1, 0] }), 0.25)).toEqual([0.75]);
  expect(valuesOf(stitched({ Bounds: [0.5, 1] }), 1)).toEqual([10]);
  expect(read(stitched({ Bounds: [0.5, 0.25] })).damage[0]).toMatch(/ascending/);
});

const sampled = (entries: Record<string, CosValue>, samples: ArrayLike<number>) =>
  new Stream(dict({ FunctionType: 0, ...entries }), Uint8Array.from(samples));

test("samples of two inputs are interpolated in both directions", () => {
  const plane = sampled(
    { Domain: [0, 1, 0, 1], Range: [0, 255, 0, 1], Size: [2, 2], BitsPerSample: 8 },
    [0, 255, 100, 255, 50, 255, 200, 0],
  );
  expect(valuesOf(plane, 0, 0)).toEqual([0, 1]);
  expect(valuesOf(plane, 1, 0)).toEqual([100, 1]);
  expect(valuesOf(plane, 0, 1)).toEqual([50, 1]);
  expect(valuesOf(plane, 0.5, 0.5)).toEqual([87.5, 0.75]);
  expect(valuesOf(plane, -3, 9)).toEqual([50, 1]);
});

test("Encode and Decode turn the samples round", () => {
  const turned = sampled(
    { Domain: [-1, 1], Range: [-10, 10], Size: [3], BitsPerSample: 8, Encode: [2, 0], Decode: [10, 0] },
    [0, 51, 255],
  );
  expect(valuesOf(turned, -1)).toEqual([0]);
  expect(valuesOf(turned, 0)).toEqual([8]);
  expect(valuesOf(turned, 1)).toEqual([10]);
});

test("samples of 1 to 32 bits are those that were written", () => {
  const samplesOfBits = integer({ min: 1, max: 32 }).chain((bits) =>
    array(integer({ min: 0, max: 2 ** bits - 1 }), { minLength: 2, maxLength: 20 }).map((samples) => ({
      bits,
      samples,
    })),
  );
  assert(
    property(samplesOfBits, ({ bits, samples }) => {
      const binary = samples.map((sample) => sample.toString(2).padStart(bits, "0")).join("");
      const packed = binary.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)) ?? [];
      const last = samples.length - 1;
      const entries = { Domain: [0, last], Range: [0, 2 ** bits - 1], Size: [last + 1], BitsPerSample: bits };
      const one = read(sampled(entries, packed));
      expect(one.damage).toEqual([]);
      for (const [index, sample] of samples.entries()) {
        expect(Math.round(one.evaluate([index])[0] ?? 0)).toBe(sample);
      }
    }),
  );
});

test("a plane through samples of three inputs is a plane between them", () => {
  const corners = Array.from(
    { length: 27 },
    (_, at) => (at % 3) * 10 + (Math.floor(at / 3) % 3) * 20 + Math.floor(at / 9) * 40,
  );
  const cube = sampled({ Domain: [0, 2, 0, 2, 0, 2], Range: [0, 255], Size: [3, 3, 3], BitsPerSample: 8 }, corners);
  const unit = double({ min: 0, max: 2, noNaN: true });
  assert(
    property(unit, unit, unit, (x, y, z) => {
      expect(valuesOf(cube, x, y, z)[0]).toBeCloseTo(10 * x + 20 * y + 40 * z, 9);
    }),
  );
});

test("a billion samples that are not there cost nothing, and are reported", () => {
  const entries = { Domain: [0, 1, 0, 1, 0, 1], Range: [0, 1], Size: [1000, 1000, 1000], BitsPerSample: 32 };
  const huge = read(sampled(entries, [255, 255, 255, 255]));
  expect(huge.damage[0]).toMatch(/fewer samples/);
  expect([...huge.evaluate([0, 0, 0])]).toEqual([1]);
  expect([...huge.evaluate([1, 1, 1])]).toEqual([0]);
});

const calculator = (program: string, { inputs = 0, outputs = 1 } = {}) =>
  new Stream(
    dict({
      FunctionType: 4,
      Domain: Array.from({ length: Math.max(1, inputs) * 2 }, (_, at) => (at % 2 === 0 ? -1000 : 1000)),
      Range: Array.from({ length: outputs * 2 }, (_, at) => (at % 2 === 0 ? -1e9 : 1e9)),
    }),
    Buffer.from(program),
  );

// The operators of table 42; the expected values are those of the PostScript Language Reference, or worked out by hand.
test.each<[string, number[]]>([
  ["-3 abs", [3]],
  ["3 4 add", [7]],
  ["0 1 atan", [0]],
  ["1 0 atan", [90]],
  ["-100 0 atan", [270]],
  ["4 4 atan", [45]],
  ["3.2 ceiling -4.8 ceiling", [4, -4]],
  ["0 cos 90 cos 60 cos 0.5 sub abs 1e-9 lt", [1, 0, 1]],
  ["3.7 cvi -3.7 cvi", [3, -3]],
  ["3 cvr", [3]],
  ["3 2 div", [1.5]],
  ["9 0.5 exp -9 -1 exp", [3, -1 / 9]],
  ["3.2 floor -4.8 floor", [3, -5]],
  ["3 2 idiv -5 2 idiv", [1, -2]],
  ["1 ln 100 log", [0, 2]],
  ["5 3 mod -5 3 mod", [2, -2]],
  ["6 7 mul", [42]],
  ["4.5 neg", [-4.5]],
  ["3.2 round 6.5 round -6.5 round -4.8 round", [3, 7, -6, -5]],
  ["30 sin 0.5 sub abs 1e-9 lt 180 sin -90 sin", [1, 0, -1]],
  ["16 sqrt", [4]],
  ["3 4 sub", [-1]],
  ["3.7 truncate -3.7 truncate", [3, -3]],
  ["99 1 and 52 7 and true false and", [1, 4, 0]],
  ["7 3 bitshift 142 -3 bitshift", [56, 17]],
  ["4 4 eq 4 5 eq true true eq", [1, 0, 1]],
  ["false", [0]],
  ["4 4 ge 4 3 gt 4 4 gt", [1, 1, 0]],
  ["4 4 le 3 4 lt 4 4 lt", [1, 1, 0]],
  ["4 4 ne 4 5 ne", [0, 1]],
  ["true not false not 52 not", [0, 1, -53]],
  ["17 5 or true false or", [21, 1]],
  ["7 3 xor true true xor", [4, 0]],
  ["1 true { 2 } if", [1, 2]],
  ["1 false { 2 } if 3", [1, 3]],
  ["true { 1 } { 2 } ifelse false { 1 } { 2 } ifelse", [1, 2]],
  ["5 3 gt { true { 7 } if } { 8 false { 9 } { 10 } ifelse } ifelse", [7]],
  ["5 3 lt { true { 7 } if } { 8 false { 9 } { 10 } ifelse } ifelse", [8, 10]],
  ["1 2 3 2 copy", [1, 2, 3, 2, 3]],
  ["1 dup", [1, 1]],
  ["1 2 exch", [2, 1]],
  ["1 2 3 0 index 10 20 30 40 3 index", [1, 2, 3, 3, 10, 20, 30, 40, 10]],
  ["1 2 pop", [1]],
  ["1 2 3 3 -1 roll", [2, 3, 1]],
  ["1 2 3 3 1 roll", [3, 1, 2]],
  ["1 2 3 3 0 roll", [1, 2, 3]],
  ["9 1 2 3 3 -100 roll", [9, 2, 3, 1]],
  ["1e2 % a comment\n-.5", [100, -0.5]],
])("calculator: %s", (program, expected) => {
  const one = read(calculator(`{pop ${program}}`, { outputs: expected.length }));
  expect([...one.evaluate([0])]).toEqual(expected.map((value) => expect.closeTo(value, 9)));
  expect(one.damage).toEqual([]);
});

test("a calculator has its inputs on the stack, and gives the top of it", () => {
  const one = read(calculator("{ 2 copy add 3 1 roll mul }", { inputs: 2, outputs: 2 }));
  expect([...one.evaluate([3, 4])]).toEqual([7, 12]);
  expect([...one.evaluate([5, 6])]).toEqual([11, 30]);
  const outputs = new Float64Array(2);
  expect(one.evaluate([1, 1], outputs)).toBe(outputs);
  expect([...read(calculator("{ 1 2 3 4 }", { outputs: 2 })).evaluate([0])]).toEqual([3, 4]);
});

test.each([
  ["pop pop", "stackunderflow"],
  ["1 ".repeat(200), "stackoverflow"],
  ["1 0 div", "undefinedresult"],
  ["1 0 mod", "undefinedresult"],
  ["-1 sqrt", "undefinedresult"],
  ["0 0 atan", "undefinedresult"],
  ["1e30 copy", "stackunderflow"],
  ["-1 index", "rangecheck"],
  ["1.5 copy", "rangecheck"],
  ["1000000000 1 roll", "stackunderflow"],
])("what PostScript stops at is reported: %#", (program, error) => {
  const one = read(calculator(`{ ${program} }`));
  expect(Number.isFinite(one.evaluate([0])[0])).toBe(true);
  expect(one.damage[0]).toContain(error);
});

test.each([
  [null, /neither/],
  [exponential({ Domain: null }), /Domain/],
  [exponential({ Domain: [name("x"), 1] }), /Domain/],
  [exponential({ Domain: Array.from({ length: 1000 }, () => 0) }), /Domain/],
  [exponential({ N: null }), /N, C0/],
  [exponential({ C0: [] }), /N, C0/],
  [exponential({ FunctionType: 1 }), /type/],
  [exponential({ FunctionType: 4, Range: [0, 1] }), /no stream/],
  [stitched({ Functions: [] }), /no functions/],
  [stitched({ Bounds: [0.5] }), /Bounds/],
  [stitched({ Encode: [0, 1] }), /Encode/],
  [stitched({ Functions: [null, null, null] }), /neither/],
  [sampled({ Domain: [0, 1], Range: [0, 1], Size: [0], BitsPerSample: 8 }, []), /Size/],
  [sampled({ Domain: [0, 1], Range: [0, 1], Size: [2], BitsPerSample: 64 }, []), /BitsPerSample/],
  [sampled({ Domain: [0, 1, 0, 1], Range: [0, 1], Size: [2], BitsPerSample: 8 }, []), /Size/],
  [sampled({ Domain: [0, 1], Size: [2], BitsPerSample: 8 }, [1, 2]), /no Range/],
  [sampled({ Domain: Array.from({ length: 40 }, (_, at) => at % 2), Range: [0, 1] }, []), /20 inputs/],
  [calculator("1 2 add"), /brace/],
  [calculator("{ 1 2 add"), /no end/],
  [calculator("{ 1 2 foo }"), /operator that there is not: foo/],
  [calculator("{ { 1 } }"), /if or ifelse/],
  [calculator("{ true { 1 } { 2 } if }"), /if or ifelse/],
  [calculator("{ true { 1 } { 2 } { 3 } ifelse }"), /if or ifelse/],
  [calculator("{ (a) }"), /neither number nor operator/],
  [calculator(`{ ${"1 ".repeat(200_000)} }`), /instructions/],
])("a broken function is none, with a reason: %#", (value, reason) => {
  expect(broken(value)).toMatch(reason);
});

test("functions that are made of themselves, or nested too deep, are none", () => {
  const store = new ObjectStore();
  const loop = store.add(null);
  store.replace(loop, stitched({ Functions: [exponential({}), loop, exponential({})] }));
  expect(broken(loop)).toMatch(/itself/);
  let nested: CosValue = exponential({});
  for (let depth = 0; depth < 10_000; depth++) {
    nested = stitched({ Functions: [nested], Bounds: [], Encode: [0, 1] });
  }
  expect(broken(nested)).toMatch(/too deep/);
  let doubled: CosValue = exponential({});
  for (let depth = 0; depth < 30; depth++) {
    doubled = store.add(stitched({ Functions: [doubled, doubled], Bounds: [0.5], Encode: [0, 1, 0, 1] }));
  }
  store.fetches = 0;
  expect(valuesOf(doubled, 0.5)).toEqual([0]);
  expect(store.fetches).toBeLessThan(100);
  const many = Array.from({ length: 30_000 }, () => exponential({}));
  expect(broken(stitched({ Functions: many, Bounds: many.map(() => 0), Encode: many.flatMap(() => [0, 1]) }))).toMatch(
    /too many/,
  );
  expect(() => functionOf(calculator("{".repeat(100_000)), new Bounds())).toThrow(CosError);
});

test("functions of one output each are one of several", () => {
  const rgb = [exponential({}), exponential({ C1: [2] }), exponential({ C0: [1], C1: [0] })];
  expect([...(functionsOf(rgb, new Bounds())?.evaluate([0.25]) ?? [])]).toEqual([0.25, 0.5, 0.75]);
  expect(functionsOf(exponential({}), new Bounds())?.outputCount).toBe(1);
  const reasons: string[] = [];
  const tell = (reason: string) => reasons.push(reason);
  expect(functionsOf([], new Bounds(), tell)).toBeUndefined();
  expect(functionsOf([exponential({}), null], new Bounds(), tell)).toBeUndefined();
  expect(functionsOf([exponential({}), calculator("{}", { inputs: 2 })], new Bounds(), tell)).toBeUndefined();
  expect(reasons).toHaveLength(3);
});

test("no program of any form throws, or gives what is no number in its range", () => {
  const words = constantFrom(
    ..."abs add atan ceiling cos cvi cvr div exp floor idiv ln log mod mul neg round sin sqrt sub truncate and bitshift".split(
      " ",
    ),
    ..."eq false ge gt le lt ne not or true xor copy dup exch index pop roll".split(" "),
  );
  const number = oneof(integer({ min: -5, max: 5 }), double({ noNaN: true, noDefaultInfinity: true })).map(String);
  const block = array(oneof(words, number), { maxLength: 8 }).map((some) => `{ ${some.join(" ")} }`);
  const conditional = oneof(
    block.map((one) => `${one} if`),
    array(block, { minLength: 2, maxLength: 2 }).map((two) => `${two.join(" ")} ifelse`),
  );
  assert(
    property(array(oneof(words, number, conditional), { maxLength: 40 }), integer(), (parts, input) => {
      const one = read(calculator(`{ ${parts.join(" ")} }`, { outputs: 3 }));
      for (const output of one.evaluate([input])) {
        expect(Math.abs(output)).toBeLessThanOrEqual(1e9);
      }
    }),
    { numRuns: 500 },
  );
  assert(
    property(uint8Array(), (bytes) => {
      functionOf(new Stream(calculator("").dict, Buffer.concat([Buffer.from("{ "), bytes])), new Bounds());
    }),
  );
});
