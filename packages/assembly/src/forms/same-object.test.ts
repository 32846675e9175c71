import { Bounds, CosString, type CosValue, Dict, MadeObjects, Name, Stream } from "@quire/cos";
import { expect, test } from "vitest";
import { isSameObject } from "./same-object.ts";

const objects = new MadeObjects();
const font = (base: string, widths: CosValue): Dict =>
  new Dict([
    ["BaseFont", new Name(base)],
    ["Widths", widths],
  ]);
const program = (text: string) => new Stream(new Dict([["Length1", 3]]), Buffer.from(text));
const isSame = (first: CosValue, second: CosValue) => isSameObject(first, second, new Bounds());

test("objects of two documents are the same when all that they refer to is", () => {
  const first = font("Times", objects.add([1, objects.add(new CosString(Buffer.from("a")))]));
  expect(isSame(first, objects.add(font("Times", [1, new CosString(Buffer.from("a"))])))).toBe(true);
  expect(isSame(first, font("Times", [1, new CosString(Buffer.from("b"))]))).toBe(false);
  expect(isSame(first, font("Times", [1]))).toBe(false);
  expect(isSame(first, font("Helvetica", first.raw("Widths") ?? null))).toBe(false);
  expect(isSame(first, first.copy().set("FirstChar", 0))).toBe(false);
});

test("streams are the same when their bytes are", () => {
  expect(isSame(objects.add(program("abc")), objects.add(program("abc")))).toBe(true);
  expect(isSame(program("abc"), program("abd"))).toBe(false);
  expect(isSame(program("abc"), program("abc").dict)).toBe(false);
});

const loop = () => {
  const ref = objects.add();
  objects.replace(ref.number, new Dict([["Self", ref]]));
  return ref;
};
const large = () => Array.from({ length: 50_000 }, () => 0);

test("what refers to itself, is deep or large is taken for different", () => {
  const deep = (depth: number): CosValue => (depth === 0 ? [] : [deep(depth - 1)]);
  expect(isSame(loop(), loop())).toBe(false);
  expect(isSame(deep(100), deep(100))).toBe(false);
  expect(isSame([large(), new Name("a")], [large(), new Name("a")])).toBe(false);
});
