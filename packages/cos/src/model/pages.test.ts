import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { Bounds } from "../bounds.ts";
import { CosError } from "../cos-error.ts";
import { CosDocument } from "../file/document.ts";
import { type CosValue, Dict, type ObjectSource, Ref, Stream } from "../objects.ts";
import { buildPageTree } from "./build-page-tree.ts";
import { type PageSource, pagesOf, readPageTree } from "./pages.ts";
import { resource } from "./resources.ts";
import { dict, name, ObjectStore, present } from "./testing/object-store.ts";
import { outputOf } from "./testing/programs.ts";

const PAGE = name("Page");
const PAGES = name("Pages");
const page = (widthPt: number, more: Record<string, CosValue> = {}) =>
  dict({ Type: PAGE, MediaBox: [0, 0, widthPt, 100], ...more });
const treeAt = (root: CosValue, bounds = new Bounds()): PageSource => ({
  catalog: dict({ Pages: root }),
  bounds,
  objectNumbers: () => [],
  ref: (number) => new ObjectStore().ref(number),
});
const widthsOf = (root: CosValue) => pagesOf(treeAt(root)).map((one) => one.widthPt);
const damageOf = (root: CosValue) => readPageTree(treeAt(root)).damage;

test("pages come in the order of the tree, as qpdf has them", () => {
  const store = new ObjectStore();
  const leaves = [10, 20, 30, 40].map((widthPt) => store.add(page(widthPt)));
  const [first, second, third, fourth] = leaves as [Ref, Ref, Ref, Ref];
  const inner = store.add(dict({ Type: PAGES, Kids: [second, third], Count: 2 }));
  const root = store.add(dict({ Type: PAGES, Kids: [fourth, inner, first], Count: 4 }));
  const catalog = store.add(dict({ Type: name("Catalog"), Pages: root }));
  const { pages } = JSON.parse(outputOf("qpdf", ["--json=2", "--json-key=pages", "%"], store.pdf(catalog)));
  const { pages: ours, damage } = readPageTree(treeAt(root));
  expect(ours.map(({ ref }) => `${ref?.number} 0 R`)).toEqual(pages.map((one: { object: string }) => one.object));
  expect(ours.map(({ index, widthPt }) => [index, widthPt])).toEqual([
    [0, 40],
    [1, 20],
    [2, 30],
    [3, 10],
  ]);
  expect(damage).toEqual([]);
});

// PDFium shows the same of each of these, except that it counts kids that are null as pages.
test.each([
  ["a page twice", (store: ObjectStore) => twice(store.add(page(10)), store.add(page(20))), [10, 20, 10], []],
  ["a page that stands in the tree itself", () => [page(44), page(20)], [44, 20], []],
  [
    "no types",
    () => [dict({ MediaBox: [0, 0, 7, 7] }), dict({ Contents: null })],
    [7, 612],
    [/not say that it is one/],
  ],
  ["kids that are null or missing", (store: ObjectStore) => [null, store.ref(99), page(10)], [10], [/no dictionary/]],
  [
    "a kid that is a stream",
    (store: ObjectStore) => [store.add(new Stream(page(9), new Uint8Array(9))), page(10)],
    [10],
    [/no dictionary/],
  ],
  ["a node without kids", () => [dict({ Type: PAGES, Kids: [], Count: 0 }), page(20)], [20], []],
])("a tree with %s", (_, kids, widths, damage) => {
  const root = dict({ Type: PAGES, Kids: kids(new ObjectStore()), Count: widths.length });
  expect(widthsOf(root)).toEqual(widths);
  const reported = damageOf(root);
  expect(reported.length > 0).toBe(damage.length > 0);
  for (const expected of damage) {
    expect(reported[0]).toMatch(expected);
  }
});

const twice = (one: Ref, other: Ref) => [one, other, one];

test.each([[0], [1], [7], [-1], [null], [name("many")]])("a wrong Count is reported, and not trusted: %j", (count) => {
  const root = dict({ Type: PAGES, Kids: [page(10), page(20)], Count: count });
  expect(widthsOf(root)).toEqual([10, 20]);
  expect(damageOf(root)).toEqual(["The page tree has 2 pages, and says another number of them."]);
});

test("a page in place of the tree is shown, nothing in its place is not", () => {
  expect(widthsOf(page(33))).toEqual([33]);
  expect(damageOf(page(33))).toHaveLength(1);
  expect(widthsOf(dict({ Type: PAGES, Count: 0 }))).toEqual([]);
  expect(damageOf(null)).toEqual(["The catalog has no page tree."]);
  expect(widthsOf([1, 2])).toEqual([]);
});

test("no node of a tree is beneath itself, also when its source makes new objects each time", () => {
  const store = new ObjectStore();
  const leaf = store.add(page(10));
  const inner = store.add(null);
  const root = store.add(dict({ Kids: [leaf, inner, store.ref(3)], Count: 2 }));
  store.replace(inner, dict({ Kids: [root, leaf, inner] }));
  expect(widthsOf(root)).toEqual([10, 10]);
  expect(damageOf(root)[0]).toMatch(/its own descendant/);
  const kidsAnew = (): Ref[] => [1, 2, 3, 4].map((kid) => new Ref(source, kid, 0));
  const source: ObjectSource = { fetch: (number) => (number === 4 ? page(10) : dict({ Kids: kidsAnew() })) };
  // The number of ways through three nodes that all contain each other, with a page in each.
  expect(widthsOf(dict({ Kids: kidsAnew() }))).toHaveLength(16);
});

test("a node that the tree has twice is shown twice", () => {
  const store = new ObjectStore();
  const node = store.add(dict({ Kids: [store.add(page(10)), store.add(page(20))], Count: 2 }));
  expect(widthsOf(dict({ Kids: [node, node], Count: 4 }))).toEqual([10, 20, 10, 20]);
});

test("a tree that is too deep or too long is too complex", () => {
  const store = new ObjectStore();
  let node = store.add(page(10));
  for (let depth = 0; depth < 1000; depth++) {
    node = store.add(dict({ Kids: [node] }));
  }
  expect(() => widthsOf(node)).toThrow(CosError);
  const leaf = store.add(page(10));
  const kids = Array.from({ length: 1_100_000 }, () => leaf);
  expect(() => widthsOf(dict({ Kids: kids }))).toThrow(/more than 1048576 pages/);
  expect(() => pagesOf(treeAt(dict({ Kids: kids }), new Bounds({ timeoutMs: 0 })))).toThrow(/more time/);
});

test("boxes and rotation are inherited, and are poppler's", () => {
  const store = new ObjectStore();
  const own: Record<string, CosValue>[] = [
    {},
    { Rotate: -90 },
    { MediaBox: [100, 300, 0, 0], Rotate: 180 },
    { CropBox: [20, 20, 50, 60] },
    { CropBox: [-20, 60.5, 200, -20], Rotate: 450 },
  ];
  const kids = own.map((entries) => store.add(dict({ Type: PAGE, ...entries })));
  const box = store.add([0, 0, 300, store.add(200)]);
  const root = store.add(
    dict({ Type: PAGES, Kids: kids, Count: 5, MediaBox: box, CropBox: [10, 10, 90, 150], Rotate: 90 }),
  );
  for (const kid of kids) {
    (kid.value as Dict).set("Parent", root);
  }
  const catalog = store.add(dict({ Type: name("Catalog"), Pages: root }));
  const printed = outputOf("pdfinfo", ["-box", "-f", "1", "-l", "5", "%"], store.pdf(catalog));
  const lines = (pattern: RegExp) => Array.from(printed.matchAll(pattern), (match) => match.slice(1).map(Number));
  const pages = pagesOf(treeAt(root));
  const corners = (key: "mediaBox" | "cropBox") =>
    pages.map(({ [key]: one }) => [one.left, one.bottom, one.right, one.top]);
  expect(corners("mediaBox")).toEqual(lines(/MediaBox: +([-\d.]+) +([-\d.]+) +([-\d.]+) +([-\d.]+)/g));
  expect(corners("cropBox")).toEqual(lines(/CropBox: +([-\d.]+) +([-\d.]+) +([-\d.]+) +([-\d.]+)/g));
  expect(pages.map(({ rotate }) => [rotate])).toEqual(lines(/rot: +(\d+)/g));
});

test.each([
  [{}, [612, 792, 0]],
  [{ MediaBox: [0, 0, 0, 5], CropBox: [10, 10, 400, 150] }, [390, 140, 0]],
  [{ MediaBox: [0, 0, 300, 200], CropBox: [500, 500, 600, 600] }, [300, 200, 0]],
  [{ MediaBox: [0, 0, 300], Rotate: name("None") }, [612, 792, 0]],
  [{ MediaBox: [0, 0, 300, 200], Rotate: 90, UserUnit: 2 }, [400, 600, 90]],
  [{ MediaBox: [0, 0, 300, 200], Rotate: -45, UserUnit: -2 }, [300, 200, 0]],
  [{ MediaBox: [0, 0, 300, 200], Rotate: -100, UserUnit: 0 }, [200, 300, 270]],
  [{ MediaBox: [0, 0, Number.POSITIVE_INFINITY, 200] }, [612, 792, 0]],
])("what is missing or wrong has a default: %j", (entries, [widthPt, heightPt, rotate]) => {
  const [one] = pagesOf(treeAt(dict({ Kids: [dict(entries)] })));
  expect(one).toMatchObject({ widthPt, heightPt, rotate });
});

test("the nearest resources count, and null is equal to an absent entry", () => {
  const far = dict({ Font: dict({}) });
  const near = dict({ XObject: dict({}) });
  const tree = dict({
    Resources: far,
    Kids: [
      dict({ Kids: [dict({}), dict({ Resources: null })], Resources: near }),
      dict({ Resources: dict({}) }),
      dict({}),
    ],
  });
  const found = pagesOf(treeAt(tree)).map(({ resources }) => resources);
  expect(found[0]).toBe(near);
  expect(found[1]).toBe(near);
  expect(found[2]?.entries.size).toBe(0);
  expect(found[3]).toBe(far);
});

test("a resource is found by its category and name", () => {
  const store = new ObjectStore();
  const font = dict({ Type: name("Font") });
  const resources = dict({ Font: store.add(dict({ F1: store.add(font), F2: null })), XObject: 5 });
  expect(resource(resources, "Font", "F1")).toBe(font);
  expect(resource(resources, "Font", "F2")).toBeNull();
  expect(resource(resources, "XObject", "F1")).toBeNull();
  expect(resource(undefined, "Font", "F1")).toBeNull();
});

const contentsOf = (contents: CosValue, bounds = new Bounds()) => {
  const [one] = pagesOf(treeAt(dict({ Kids: [dict({ Contents: contents })] }), bounds));
  const read = one?.contents(bounds);
  return { text: read && Buffer.from(read.bytes).toString("latin1"), damage: read?.damage };
};
const flate = (content: string) => new Stream(dict({ Filter: name("FlateDecode") }), deflateSync(content));
const plain = (content: string) => new Stream(new Dict(), Buffer.from(content));

test("content streams are joined with white-space between them", () => {
  const store = new ObjectStore();
  const parts = [store.add(flate("q")), store.add(plain("1 0 0")), store.add(flate("rg Q"))];
  expect(contentsOf(parts)).toEqual({ text: "q\n1 0 0\nrg Q\n", damage: [] });
  expect(contentsOf(parts[0] ?? null)).toEqual({ text: "q", damage: [] });
  expect(contentsOf(null)).toEqual({ text: "", damage: [] });
});

test("contents that cannot be read are reported, the rest is returned", () => {
  const cut = new Stream(dict({ Filter: name("FlateDecode") }), deflateSync("0 0 m ".repeat(5000)).subarray(0, 30));
  const image = new Stream(dict({ Filter: name("DCTDecode") }), Buffer.from("jpeg"));
  const { text, damage } = contentsOf([null, plain("q"), cut, image, dict({})]);
  expect(text).toMatch(/^q\n[\s\S]*\n\n$/);
  expect(damage).toHaveLength(4);
  expect(damage?.join()).toContain("DCTDecode");
});

test("one stream a million times over is too long", () => {
  const store = new ObjectStore();
  const part = store.add(plain("0".repeat(1000)));
  const bounds = new Bounds({ maxTotalBytes: 2 ** 20 });
  expect(() =>
    contentsOf(
      Array.from({ length: 1_000_000 }, () => part),
      bounds,
    ),
  ).toThrow(CosError);
});

test("a page tree is built that qpdf and poppler read, with the attributes that the pages inherited", () => {
  const from = new ObjectStore();
  const resources = dict({ ProcSet: [name("PDF")] });
  const leaves = Array.from({ length: 2000 }, (_, index) => from.add(dict({ Index: index, Rotate: null })));
  const root = dict({ Kids: leaves, Resources: resources, MediaBox: [200, 0, 0, 100], Rotate: 90, CropBox: name("x") });
  const pages = pagesOf(treeAt(root));
  const to = new ObjectStore();
  const replaced: number[] = [];
  const again = [...pages.toReversed(), ...pages.slice(0, 1)];
  const built = buildPageTree(again, (value, replaces) => {
    replaced.push(...(replaces ? [replaces.number] : []));
    return to.add(value);
  });
  const pdf = to.pdf(to.add(dict({ Type: name("Catalog"), Pages: built.root })));
  expect(outputOf("qpdf", ["--check", "%"], pdf)).toContain("No syntax or stream encoding errors");
  const theirs = JSON.parse(outputOf("qpdf", ["--json=2", "--json-key=pages", "%"], pdf)).pages;
  expect(theirs.map((one: { object: string }) => one.object)).toEqual(
    built.pages.map(({ ref: { number } }) => `${number} 0 R`),
  );
  expect(outputOf("pdfinfo", ["%"], pdf)).toMatch(/Pages: +2001\n[\s\S]*Page size: +200 x 100 pts\nPage rot: +90/);
  // Each page replaces its old one once, and the resources of all of them are one object.
  expect(replaced).toEqual(leaves.map(({ number }) => number).toReversed());
  const dicts = built.pages.map((one) => one.dict);
  expect(new Set(dicts.map((one) => (one.raw("Resources") as Ref).number)).size).toBe(1);
  expect(dicts[0]?.get("Resources")).toBe(resources);
  expect(dicts.map((one) => one.get("Index"))).toEqual(again.map(({ index }) => index));
  expect(dicts[5]?.has("CropBox")).toBe(false);
  const { damage, pages: read } = readPageTree(CosDocument.open(pdf));
  expect(read.map(({ ref }) => ref?.number)).toEqual(built.pages.map(({ ref: { number } }) => number));
  expect(damage).toEqual([]);
  expect(read).toHaveLength(2001);
  expect((present(leaves[0]).value as Dict).has("MediaBox")).toBe(false);
});

test("a tree of no pages, or of pages without anything, is a tree", () => {
  const store = new ObjectStore();
  const empty = buildPageTree([], store.add).root.value as Dict;
  expect([empty.get("Kids"), empty.get("Count")]).toEqual([[], 0]);
  const pages = pagesOf(treeAt(dict({ Kids: [dict({ Resources: store.ref(99) })] })));
  const [bare] = buildPageTree(pages, store.add).pages;
  expect(present(bare).dict.get("MediaBox")).toEqual([0, 0, 612, 792]);
  expect(present(bare).dict.dict("Resources")?.entries.size).toBe(0);
});

test("where the tree leads to no page, the objects that say that they are one are taken", () => {
  const store = new ObjectStore();
  const node = store.add(dict({ Type: PAGES, MediaBox: [0, 0, 70, 100], Parent: store.ref(9) }));
  store.add(page(10));
  const loop = store.add(null);
  store.replace(loop, dict({ Type: PAGES, Parent: loop, Rotate: 90 }));
  store.add(dict({ Type: PAGE, Parent: node }));
  store.add(dict({ Type: PAGE, Parent: loop }));
  const catalog = store.add(dict({ Type: name("Catalog"), Pages: 7 }));
  const { pages, areStray, damage } = readPageTree(CosDocument.open(store.pdf(catalog)));
  expect(areStray).toBe(true);
  expect(pages.map(({ widthPt, ref }) => [ref?.number, widthPt])).toEqual([
    [2, 10],
    [4, 70],
    [5, 792],
  ]);
  expect(damage.at(-1)).toMatch(/among all objects/);
});
