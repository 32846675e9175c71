import { Bounds, type CosDirect, CosString, type CosValue, Dict, MadeObjects, Name, Ref } from "@quire/cos";
import { expect, test } from "vitest";
import type { Assembly } from "../assembly.ts";
import { Excerpt } from "../excerpt.ts";
import type { SourceDocument } from "../source-document.ts";
import { navigable, pagesOfWidths } from "../testing/navigation-documents.ts";
import { destinationWithin } from "./destinations.ts";
import { carryNavigation } from "./navigation.ts";

const named = () =>
  navigable({
    catalog: "/Names<</Dests<</Names[(a)[100 0 R/Fit](b)<</D[101 0 R/Fit]>>]>>>>/Dests<</old[100 0 R/Fit]>>",
    pages: pagesOfWidths(100, ["", ""]),
  });
const name = (value: string) => new Name(value);
const string = (value: string) => new CosString(Buffer.from(value));
const goTo = (destination: CosValue, next: readonly (readonly [string, CosValue])[] = []) =>
  new Dict([["S", name("GoTo")], ["D", destination], ...next]);

const pageOf = (excerpt: Excerpt, index: number) => excerpt.source.document.ref(100 + index);

/** Returns two excerpts after their navigation was carried over; of the first document only its first page is taken. */
function carried(source: SourceDocument, other: SourceDocument): readonly [Excerpt, Excerpt] {
  const objects = new MadeObjects();
  const excerpts = [
    new Excerpt({ source, pageIndices: [0] }, 0),
    new Excerpt({ source: other, pageIndices: [0, 1] }, 1),
  ] as const;
  for (const excerpt of excerpts) {
    for (const index of excerpt.pageIndices) {
      excerpt.addPage({ ref: pageOf(excerpt, index), dict: new Dict(), index });
    }
  }
  const assembly: Assembly = {
    excerpts,
    catalog: new Dict(),
    bounds: new Bounds(),
    add: (value: CosDirect) => objects.add(value),
    warn: () => undefined,
  };
  carryNavigation(assembly, { bookmarks: "keep", copies: "apart" });
  return excerpts;
}

test("destinations are those of the new document, for the excerpt they are from", () => {
  const [first, second] = carried(named(), named());
  const a = string("a");
  expect(destinationWithin(first, a)).toBe(a);
  expect(destinationWithin(second, a)).toEqual(string("a-2"));
  expect(destinationWithin(first, name("old"))).toEqual(string("old"));
  expect(destinationWithin(second, name("old"))).toEqual(string("old-2"));
  expect(destinationWithin(second, [1, name("Fit")])).toEqual([pageOf(second, 1), name("Fit")]);
  const explicit = [pageOf(first, 0), name("Fit")];
  expect(destinationWithin(first, explicit)).toBe(explicit);
  expect(destinationWithin(second, goTo(a))).toEqual(goTo(string("a-2")));
});

test("what leads to a page that is left out leads nowhere", () => {
  const [excerpt] = carried(named(), named());
  const left = excerpt.source.document.ref(101);
  for (const value of [string("b"), name("b"), [left, name("Fit")], [1, name("Fit")], string("none"), null, 7]) {
    expect(destinationWithin(excerpt, value)).toBeUndefined();
    expect(destinationWithin(excerpt, goTo(value))).toBeUndefined();
  }
});

test("other actions stay, also those after one that leads nowhere", () => {
  const [excerpt] = carried(named(), named());
  const script = new Dict([["S", name("JavaScript")]]);
  expect(destinationWithin(excerpt, script)).toBe(script);
  expect(destinationWithin(excerpt, goTo(string("b"), [["Next", script]]))).toEqual(script);
});

test("what an excerpt's destinations become is not known before", () => {
  using excerpt = new Excerpt({ source: named(), pageIndices: [0] }, 0);
  expect(() => destinationWithin(excerpt, string("a"))).toThrow(RangeError);
});

test("a reference to a destination stays one", () => {
  const [excerpt] = carried(named(), named());
  const objects = new MadeObjects();
  const ref = objects.add([excerpt.source.document.ref(100), name("Fit")]);
  expect(destinationWithin(excerpt, ref)).toBe(ref);
  expect(destinationWithin(excerpt, new Ref(objects, 99, 0))).toBeUndefined();
});
