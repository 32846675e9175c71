import {
  Bounds,
  CosDocument,
  CosString,
  type CosValue,
  Dict,
  MadeObjects,
  Name,
  type Ref,
  Stream,
  writeDocument,
} from "@quire/cos";
import { type Arbitrary, array, assert, constantFrom, dictionary, nat, oneof, property } from "fast-check";
import { expect, test } from "vitest";
import { finishPrinted } from "../index.ts";
import { finished } from "../testing/finished.ts";
import { outputOf } from "../testing/programs.ts";

const dictOf = (entries: Readonly<Record<string, CosValue>>): Dict => new Dict(Object.entries(entries));
const string = (value: string): CosString => new CosString(Buffer.from(value, "latin1"));

/** Makes a document of one page with the elements that `make` returns; the first of them is the root. */
function documentOf(make: (objects: MadeObjects, page: Ref) => Readonly<Record<string, CosValue>>): Buffer {
  const objects = new MadeObjects();
  const pages = objects.add();
  const page = objects.add(dictOf({ Type: new Name("Page"), Parent: pages, MediaBox: [0, 0, 9, 9], StructParents: 0 }));
  objects.replace(pages.number, dictOf({ Type: new Name("Pages"), Kids: [page], Count: 1 }));
  const structure = objects.add(dictOf(make(objects, page)));
  const catalog = dictOf({ Type: new Name("Catalog"), Pages: pages, StructTreeRoot: structure });
  const pieces: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => void pieces.push(bytes.slice()) };
  writeDocument(dictOf({ Root: objects.add(catalog) }), sink);
  return Buffer.concat(pieces);
}

const ELEMENTS = 8;

/** Makes the value of an entry, once the elements exist. */
type Maker = (elements: readonly Ref[], page: Ref) => CosValue;

const simple: Arbitrary<Maker> = oneof(
  nat(ELEMENTS - 1).map(
    (index): Maker =>
      (elements) =>
        elements[index] ?? null,
  ),
  nat(3).map(
    (content): Maker =>
      () =>
        content,
  ),
  constantFrom(..."P NonStruct LI Lbl LBody TD TH Em Table List \u00ff".split(" ")).map(
    (text): Maker =>
      () =>
        new Name(text),
  ),
  constantFrom("", "a", "b", "\u00fe\u00ff").map(
    (text): Maker =>
      () =>
        string(text),
  ),
  constantFrom<Maker>(
    (_, page) => page,
    () => null,
    () => new Stream(new Dict(), Buffer.from("x")),
    () => dictOf({ Type: new Name("MCR"), MCID: 1 }),
    (_, page) => dictOf({ Type: new Name("OBJR"), Obj: page }),
  ),
);
const listed: Arbitrary<Maker> = array(simple, { maxLength: 4 }).map(
  (makers): Maker =>
    (elements, page) =>
      makers.map((make) => make(elements, page)),
);
const described: Arbitrary<Maker> = dictionary(
  constantFrom("O", "RowSpan", "Headers", "S", "K", "ID", "A"),
  oneof(simple, listed),
).map(
  (makers): Maker =>
    (elements, page) =>
      new Dict(Object.entries(makers).map(([key, make]) => [key, make(elements, page)])),
);
const any = oneof(
  simple,
  listed,
  described,
  array(described, { maxLength: 3 }).map(
    (makers): Maker =>
      (elements, page) =>
        makers.map((make) => make(elements, page)),
  ),
);

test("any structure is written, each time to the same bytes", () => {
  const element = dictionary(constantFrom("S", "K", "P", "Pg", "A", "ID", "Lang", "Type"), any);
  const root = dictionary(constantFrom("K", "ParentTree", "IDTree", "RoleMap"), any);
  const structures = property(array(element, { minLength: ELEMENTS, maxLength: ELEMENTS }), root, (made, top) => {
    const pdf = documentOf((objects, page) => {
      const elements = made.map(() => objects.add());
      const entriesOf = (makers: Readonly<Record<string, Maker>>) =>
        Object.fromEntries(Object.entries(makers).map(([key, make]) => [key, make(elements, page)]));
      elements.forEach(({ number }, index) => objects.replace(number, dictOf(entriesOf(made[index] ?? {}))));
      return entriesOf(top);
    });
    const once = finished(pdf);
    expect(once.equals(finished(pdf))).toBe(true);
    expect(CosDocument.open(once, { mode: "strict" }).isRepaired).toBe(false);
  });
  assert(structures, { numRuns: 150 });
});

test("an element is among the attributes of its own descendant", () => {
  const pdf = documentOf((objects) => {
    const element = objects.add();
    objects.replace(element.number, dictOf({ K: dictOf({ A: element }) }));
    return { K: dictOf({ K: [element] }) };
  });
  expect(outputOf("qpdf", ["--check", "%"], finished(pdf))).toContain("No syntax or stream encoding errors");
});

test("elements share a name, and headers name no element", () => {
  const pdf = documentOf((objects, page) => {
    const cell = (id: string, ...headers: string[]) => {
      const attributes = [dictOf({ O: new Name("Table"), Headers: headers.map((header) => string(header)) })];
      return objects.add(
        dictOf({ Type: new Name("StructElem"), S: new Name("TD"), Pg: page, A: attributes, ID: string(id) }),
      );
    };
    return { K: [cell("same"), cell("same", "same", "none"), cell("other", "other", "same"), cell("x", "none")] };
  });
  const cell = (index: number, path: string): string =>
    outputOf("mutool", ["show", "%", `trailer/Root/StructTreeRoot/K/K/${index}/${path}`], finished(pdf)).trim();
  expect([1, 2, 3, 4].map((index) => cell(index, "ID"))).toEqual(["(1)", "null", "(2)", "(3)"]);
  expect([1, 2, 3, 4].map((index) => cell(index, "A/Headers"))).toEqual(["null", "[ (1) ]", "[ (2) (1) ]", "null"]);
});

test("arrays that many elements share stop at the time limit", () => {
  const pdf = documentOf((objects) => {
    const kids = objects.add();
    const elements = Array.from({ length: 5000 }, () => objects.add(dictOf({ S: new Name("LI"), K: kids })));
    objects.replace(kids.number, elements);
    return { K: elements };
  });
  const finishing = () => {
    const document = CosDocument.open(pdf, { bounds: new Bounds({ timeoutMs: 200 }) });
    return finishPrinted(document, { write: () => {} }, { information: {}, creator: "" });
  };
  expect(finishing).toThrow(expect.objectContaining({ code: "too_complex" }));
});

test("a deep tree is finished", () => {
  const pdf = documentOf((objects, page) => {
    let inner = objects.add(dictOf({ S: new Name("P"), Pg: page, K: 0 }));
    for (let depth = 0; depth < 5000; depth++) {
      inner = objects.add(dictOf({ S: new Name("NonStruct"), K: inner }));
    }
    return { K: inner };
  });
  expect(outputOf("qpdf", ["--check", "%"], finished(pdf))).toContain("No syntax or stream encoding errors");
});
