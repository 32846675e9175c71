import { expect, test } from "vitest";
import { Bounds } from "../bounds.ts";
import { type CosDirect, type ObjectSource, Ref } from "../objects.ts";
import { ObjectGraph } from "./graph.ts";
import { MadeObjects } from "./made-objects.ts";
import { dict, name, stream } from "./testing/documents.ts";

const graphOf = (root: Ref, bounds = new Bounds()) => new ObjectGraph([root], bounds);

/** Returns a source in which every number has an object, the value that `valueOf` returns. */
const sourceOf = (valueOf: (number: number, source: ObjectSource) => CosDirect): ObjectSource => {
  const source: ObjectSource = { fetch: (number) => valueOf(number, source) };
  return source;
};

test("objects are the same when source, number and generation are", () => {
  const one = new MadeObjects();
  const other = new MadeObjects();
  one.add(dict({}));
  other.add(dict({}));
  const root = one.add([new Ref(one, 1, 0), new Ref(one, 1, 0), new Ref(other, 1, 0), new Ref(one, 1, 7)]);
  const graph = graphOf(root);
  expect(graph.size).toBe(4);
  expect(graph.missing).toBe(1);
  expect(graph.idOf(new Ref(one, 1, 0))).toBe(1);
  expect(graph.idOf(new Ref(other, 1, 0))).toBe(2);
  expect(graph.idOf(new Ref(one, 1, 7))).toBe(-1);
  expect([...graph.sources]).toEqual(expect.arrayContaining([one, other]));
});

test("references of wrong generations that a source tolerates are to the same object", () => {
  const value = dict({});
  const source = sourceOf(() => value);
  const objects = new MadeObjects();
  const refs = [new Ref(source, 1, 2), new Ref(source, 1, 0), new Ref(source, 1, 3), new Ref(source, 2, 0)];
  const graph = graphOf(objects.add(refs));
  expect(refs.map((ref) => graph.idOf(ref))).toEqual([1, 1, 1, 2]);
});

test("a circle is walked once", () => {
  const objects = new MadeObjects();
  const page = objects.add();
  const pages = objects.add(dict({ Kids: [page] }));
  objects.replace(page.number, dict({ Parent: pages, Self: page }));
  expect(graphOf(pages).size).toBe(2);
});

test("a chain of 300,000 objects needs no stack", () => {
  const source = sourceOf((number, self) => (number < 300_000 ? [new Ref(self, number + 1, 0)] : null));
  const graph = graphOf(new Ref(source, 1, 0));
  expect(graph.size).toBe(300_000);
  expect(graph.missing).toBe(1);
});

test("objects without end, and nesting without end, are too complex", () => {
  const endless = sourceOf((number, self) => [new Ref(self, number + 1, 0)]);
  const tooComplex = expect.objectContaining({ code: "too_complex" });
  expect(() => graphOf(new Ref(endless, 1, 0), new Bounds({ maxObjects: 1000 }))).toThrow(tooComplex);
  const deep = sourceOf(() => Array.from({ length: 2000 }).reduce<CosDirect>((value) => [value], null));
  expect(() => graphOf(new Ref(deep, 1, 0))).toThrow(tooComplex);
});

test("an abandoned walk ends with the signal's reason", () => {
  const reason = new Error("no one waits");
  const endless = sourceOf((number, self) => [new Ref(self, number + 1, 0)]);
  const bounds = new Bounds({ signal: AbortSignal.abort(reason) });
  expect(() => graphOf(new Ref(endless, 1, 0), bounds)).toThrow(reason);
});

test("streams have an index wherever they stand; the object of their length is left behind", () => {
  const objects = new MadeObjects();
  const length = objects.add(3);
  const nested = stream({}, "abc");
  const root = objects.add([objects.add(stream({ Length: length }, "abc")), nested, nested]);
  const graph = graphOf(root);
  expect(graph.size).toBe(3);
  expect(graph.streams).toEqual([1, 2]);
  expect(graph.idOf(nested)).toBe(2);
  expect(graph.idOf(length)).toBe(-1);
});

test("cross-reference and object streams stay with their file", () => {
  const objects = new MadeObjects();
  const xref = objects.add(stream({ Type: name("XRef"), Old: objects.add(dict({})) }, ""));
  const graph = graphOf(objects.add([xref, objects.add(stream({ Type: name("ObjStm") }, ""))]));
  expect(graph.idOf(xref)).toBe(-1);
  expect(graph.fileStructure).toBe(2);
  expect(graph.size).toBe(3);
});
