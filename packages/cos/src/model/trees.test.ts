import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  nat,
  property,
  record,
  string,
  uint8Array,
  uniqueArray,
} from "fast-check";
import { expect, test } from "vitest";
import { Bounds } from "../bounds.ts";
import { CosError } from "../cos-error.ts";
import { type CosValue, type Dict, Ref } from "../objects.ts";
import { buildNameTree, compareNames, NameTree } from "./name-tree.ts";
import { buildNumberTree, NumberTree } from "./number-tree.ts";
import { dict, name, ObjectStore, text } from "./testing/object-store.ts";
import { outputOf } from "./testing/programs.ts";

const nameTree = (root: Dict, bounds = new Bounds()) => new NameTree(root, bounds);
const key = (value: string) => Buffer.from(value, "latin1");
const entriesOf = (root: Dict) =>
  Array.from(nameTree(root).entries(), ([one, value]) => [Buffer.from(one).toString("latin1"), value]);

test("a tree that was built gives every name, in order, and nothing else", () => {
  assert(
    property(uniqueArray(uint8Array({ maxLength: 6 }), { maxLength: 700, comparator: sameBytes }), (names) => {
      const store = new ObjectStore();
      const entries = names.toSorted(compareNames).map((one, index) => [one, index] as const);
      const tree = nameTree(buildNameTree(entries, store.add));
      expect([...tree.entries()]).toEqual(entries);
      for (const [one, value] of entries) {
        expect(tree.get(one)).toBe(value);
      }
      expect(tree.get(key("longer than six"))).toBeUndefined();
    }),
    { numRuns: 30 },
  );
});

test("numbers are in the order of numbers", () => {
  assert(
    property(uniqueArray(integer(), { maxLength: 500 }), (numbers) => {
      const store = new ObjectStore();
      const entries = numbers.toSorted((one, other) => one - other).map((number) => [number, -number] as const);
      const tree = new NumberTree(buildNumberTree(entries, store.add), new Bounds());
      expect([...tree.entries()]).toEqual(entries);
      for (const [number, value] of entries) {
        expect(tree.get(number)).toBe(value);
      }
    }),
    { numRuns: 30 },
  );
});

test("a name is found in a large tree by a few steps down", () => {
  const store = new ObjectStore();
  const names = Array.from({ length: 100_000 }, (_, index) => key(String(index).padStart(6, "0")));
  const root = buildNameTree(
    names.map((one, index) => [one, store.ref(index + 1)]),
    store.add,
  );
  store.fetches = 0;
  expect(nameTree(root).get(key("073412"))).toEqual(store.ref(73_413));
  expect(store.fetches).toBeLessThan(30);
});

test("entries out of order, or twice, are the caller's fault", () => {
  const { add } = new ObjectStore();
  expect(() =>
    buildNumberTree(
      [
        [2, true],
        [1, true],
      ],
      add,
    ),
  ).toThrow(RangeError);
  expect(() =>
    buildNameTree(
      [
        [key("a"), 1],
        [key("a"), 2],
      ],
      add,
    ),
  ).toThrow(RangeError);
});

test("poppler finds every destination in a name tree, qpdf every page label in a number tree", () => {
  const store = new ObjectStore();
  const page = dict({ Type: name("Page"), MediaBox: [0, 0, 100, 100] });
  const kids = Array.from({ length: 150 }, () => store.add(page));
  const pages = store.add(dict({ Type: name("Pages"), Kids: kids, Count: 150 }));
  const names = Array.from({ length: 5000 }, (_, index) => `dest${String(index).padStart(4, "0")}`);
  const destinations = names.map((one) => [key(one), [store.ref(1), name("Fit")] as CosValue] as const);
  const dests = store.add(buildNameTree(destinations, store.add));
  const labels = kids.map((_, index) => [index, dict({ S: name("D"), St: 1000 - 2 * index })] as const);
  const catalog = store.add(
    dict({
      Type: name("Catalog"),
      Pages: pages,
      Names: dict({ Dests: dests }),
      PageLabels: buildNumberTree(labels, store.add),
    }),
  );
  const pdf = store.pdf(catalog);
  const listed = outputOf("pdfinfo", ["-dests", "%"], pdf).matchAll(/"(dest\d+)"/g);
  expect(new Set(Array.from(listed, ([, found]) => found))).toEqual(new Set(names));
  const { pagelabels } = JSON.parse(outputOf("qpdf", ["--json=2", "--json-key=pagelabels", "%"], pdf));
  expect(pagelabels).toEqual(labels.map(([index]) => ({ index, label: { "/S": "/D", "/St": 1000 - 2 * index } })));
});

test.each([
  ["limits that are wrong", dict({ Limits: [text("x"), text("z")], Names: [text("a"), 1, text("b"), 2] })],
  ["no limits", dict({ Names: [text("a"), 1, text("b"), 2] })],
  ["names out of order", dict({ Limits: [text("a"), text("b")], Names: [text("b"), 2, text("a"), 1] })],
  ["keys that are none", dict({ Names: [5, 6, text("a"), 1, null, 7, text("b"), 2, text("c")] })],
])("names are found in spite of %s", (_, leaf) => {
  const store = new ObjectStore();
  const tree = nameTree(dict({ Kids: [null, 7, store.add(leaf)] }));
  expect(tree.get(key("a"))).toBe(1);
  expect(tree.get(key("b"))).toBe(2);
  expect(tree.get(key("c"))).toBeUndefined();
});

test("a node with names and kids gives both; values stay as they stand", () => {
  const store = new ObjectStore();
  const value = store.add(5);
  const kid = store.add(dict({ Names: [text("b"), value] }));
  expect(entriesOf(dict({ Names: [text("a"), null], Kids: [kid] }))).toEqual([
    ["a", null],
    ["b", value],
  ]);
});

test("a tree that contains itself ends, also when its source makes new objects each time", () => {
  const node = (number: number) =>
    dict({ Names: [text(`n${number}`), number], Kids: [1, 2, 3].map((kid) => new Ref(source, kid, 0)) });
  const source = { fetch: node };
  const tree = nameTree(node(0));
  expect(Array.from(tree.entries(), ([, value]) => value)).toEqual([0, 1, 2, 3]);
  expect(tree.get(key("nowhere"))).toBeUndefined();
});

test("an array of kids that all nodes share is gone through once", () => {
  const store = new ObjectStore();
  const kids = store.add(null);
  const nodes = Array.from({ length: 3000 }, (_, index) =>
    store.add(dict({ Kids: kids, Names: [text(String(index)), index] })),
  );
  store.replace(kids, nodes);
  store.fetches = 0;
  expect(entriesOf(dict({ Kids: kids }))).toHaveLength(3000);
  expect(store.fetches).toBeLessThan(20_000);
});

test("a chain of nodes is followed to the depth allowed", () => {
  const store = new ObjectStore();
  let node = store.add(dict({ Names: [text("a"), 1] }));
  for (let depth = 0; depth < 10_000; depth++) {
    node = store.add(dict({ Kids: [node], Limits: [text("a"), text("a")] }));
  }
  const root = dict({ Kids: [node] });
  expect(() => entriesOf(root)).toThrow(CosError);
  expect(() => nameTree(root).get(key("a"))).toThrow(expect.objectContaining({ code: "too_complex" }));
});

test("a million kids take their time, and no more than is given", () => {
  const store = new ObjectStore();
  const kid = store.add(dict({ Names: [text("a"), 1] }));
  const root = dict({ Kids: Array.from({ length: 1_000_000 }, () => kid) });
  expect(entriesOf(root)).toEqual([["a", 1]]);
  expect(() => [...nameTree(root, new Bounds({ timeoutMs: 0 })).entries()]).toThrow(CosError);
});

test("no tree of any form makes more than its entries, or anything but a CosError", () => {
  const someNames = array(string({ maxLength: 1 }), { maxLength: 6 });
  const someNode = record({ kids: array(nat(7), { maxLength: 4 }), names: someNames, hasLimits: boolean() });
  const shape = array(someNode, { minLength: 8, maxLength: 8 });
  assert(
    property(shape, constantFrom("a", "b", ""), (nodes, wanted) => {
      const store = new ObjectStore();
      for (const { kids, names, hasLimits } of nodes) {
        const values = names.flatMap((one) => [text(one), text(one)]);
        const limits =
          hasLimits && names.length > 0 ? { Limits: [text(names[0] ?? ""), text(names.at(-1) ?? "")] } : {};
        store.add(dict({ Kids: kids.map((kid) => store.ref(kid + 1)), Names: values, ...limits }));
      }
      const tree = nameTree(dict({ Kids: [store.ref(1)] }));
      const found = Array.from(tree.entries(), ([one]) => Buffer.from(one).toString("latin1"));
      expect(found.length).toBeLessThanOrEqual(nodes.reduce((sum, node) => sum + node.names.length, 0));
      expect(tree.get(key(wanted)) !== undefined).toBe(found.includes(wanted));
    }),
  );
});

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
