import { expect, test, vi } from "vitest";
import { qpdfJson } from "../testing/catalog-documents.ts";
import { followedLinks, link, merge, navigable, pagesOfWidths, part } from "../testing/navigation-documents.ts";

const goTo = (page: number, more = "") => `<</S/GoTo/D[10${page} 0 R/Fit]${more}>>`;
const script = (text: string, more = "") => `<</S/JavaScript/JS(${text})${more}>>`;

/** Makes pages of which only the first is taken; `annotations` are on it. */
const firstPage = (annotations: string, objects: Record<number, string> = {}, entries = "") =>
  objectsOf(
    part(navigable({ pages: pagesOfWidths(100, [`/Annots[${annotations}]${entries}`, "", ""]), objects }), [0]),
  );

test("of actions that follow each other, those that lead nowhere are left out, in the order of the others", () => {
  const chain = goTo(
    1,
    `/Next[${script("a", `/Next ${goTo(2, `/Next ${script("b")}`)}`)} ${goTo(0)} ${goTo(2)} ${script("c")}]`,
  );
  const [annotation] = firstPage(link(1, `/A ${chain}`));
  expect(scriptsOf(annotation?.["/A"])).toEqual(["a", "b", "/GoTo", "c"]);
});

test("actions that go nowhere are left out, annotations other than links are not", () => {
  const button = `<</Type/Annot/Subtype/Widget/FT/Btn/T(b)/Rect[5 5 9 9]/A ${goTo(1)}/AA<</E ${goTo(2)}/X ${script("x")}>>>>`;
  const [annotation, ...others] = firstPage(button + link(1, `/A ${goTo(1)}`) + link(2, `/AA<</E ${goTo(1)}>>`));
  expect(Object.keys(annotation ?? {})).not.toContain("/A");
  expect(Object.keys(Object(annotation?.["/AA"]))).toEqual(["/X"]);
  // This link had nothing else from the start.
  expect(others.map((other) => other["/Rect"])).toEqual([[2, 10, 4, 20]]);
});

test("actions of a page lead to pages that are taken", () => {
  const source = navigable({
    pages: pagesOfWidths(100, [`/AA<</O ${goTo(2)}/C ${goTo(1)}>>`, `/AA<</O ${goTo(2)}>>`, ""]),
  });
  const actions = dictionaries(part(source, [0, 1]))
    .filter((one) => one["/Type"] === "/Page")
    .map((one) => one["/AA"]);
  expect(actions).toEqual([{ "/C": expect.anything() }, undefined]);
});

test("links to other documents stay as they are", () => {
  const kept = ["/GoToR/F(a.pdf)/D[7/Fit]", "/GoToE/D(x)/T<</R/P>>", "/Launch/F(a.pdf)", "/Named/N/NextPage"];
  const annotations = firstPage(kept.map((action, index) => link(index, `/A<</S${action}>>`)).join(""));
  expect(annotations.map((one) => Object(one["/A"])["/S"])).toEqual(["/GoToR", "/GoToE", "/Launch", "/Named"]);
  expect(Object(annotations[0]?.["/A"])["/D"]).toEqual([7, "/Fit"]);
});

test("structure destinations stay with the page they lead to", () => {
  const [annotation] = firstPage(link(1, "/A<</S/GoTo/SD[10 0 R/Fit]/D[0/Fit]>>"), { 10: "<</S/P>>" });
  expect(Object(annotation?.["/A"])["/SD"]).toEqual([expect.any(String), "/Fit"]);
});

const sharing = (width: number, id: number) =>
  navigable({
    catalog: "/Names<</Dests<</Names[(x)[101 0 R/Fit]]>>>>",
    pages: pagesOfWidths(width, ["/Annots[10 0 R]", "/Annots[10 0 R]"]),
    objects: { 10: link(id, "/Dest(x)") },
  });

test("an annotation that two pages share is changed once", () => {
  expect(followedLinks(merge([sharing(100, 10), sharing(200, 20)]))).toEqual({ 10: 101, 20: 201 });
});

test("actions that follow themselves, and long chains, come to an end", () => {
  const objects: Record<number, string> = { 10: goTo(1, "/Next[10 0 R 11 0 R]"), 11: script("a", "/Next 10 0 R") };
  for (let number = 1000; number < 3000; number++) {
    objects[number] = script(String(number), `/Next ${number + 1} 0 R`);
  }
  objects[3000] = goTo(1, "/Next 1000 0 R");
  const [loop, long] = firstPage(link(1, "/A 10 0 R") + link(2, "/A 3000 0 R"), objects);
  expect(scriptsOf(loop?.["/A"])).toEqual(["a"]);
  expect(scriptsOf(long?.["/A"]).length).toBeGreaterThan(50);
});

test("a part reads what is on its own pages: not the links, names and outline of all others", () => {
  const count = 200;
  const numbers = Array.from({ length: count }, (_, index) => index);
  const source = navigable({
    catalog: `/Names<</Dests<</Names[${numbers.map((index) => `(n${1000 + index})${1000 + index} 0 R`).join("")}]>>>>/Outlines 10 0 R`,
    pages: pagesOfWidths(
      100,
      numbers.map((index) => `/Annots[${3000 + index} 0 R]`),
    ),
    objects: {
      10: "<</First 2000 0 R>>",
      ...Object.fromEntries(numbers.map((index) => [1000 + index, `[${100 + index} 0 R/Fit]`])),
      ...Object.fromEntries(
        numbers.map((index) => [2000 + index, `<</Title(t)/Dest(n${1000 + index})/Next ${2001 + index} 0 R>>`]),
      ),
      ...Object.fromEntries(numbers.map((index) => [3000 + index, link(1, `/Dest(n${1000 + index})`)])),
    },
  });
  part(source, [0]);
  const fetch = vi.spyOn(source.document, "fetch");
  part(source, [1]);
  const ofOne = fetch.mock.calls.length;
  fetch.mockClear();
  part(source, [2, 3, 4, 5, 6]);
  expect(ofOne).toBeLessThan(100);
  expect(fetch.mock.calls.length).toBeLessThan(5 * ofOne + 1);
});

type Json = Record<string, unknown>;

const recordOf = (value: unknown): Json => Object(value) as Json;

/** Returns the annotations in the order in which they are in the file. */
const objectsOf = (pdf: Uint8Array): Json[] => dictionaries(pdf).flatMap(annotationsIn);

function annotationsIn(dictionary: Json): Json[] {
  const inPage = dictionary["/Annots"];
  return Array.isArray(inPage) ? inPage.filter((one) => typeof one === "object").map(recordOf) : [];
}

/** Returns the dictionaries of a file, in which the references of actions are replaced by what they refer to. */
function dictionaries(pdf: Uint8Array): Json[] {
  const [, objects] = qpdfJson("qpdf", pdf) as [unknown, Json];
  return Object.values(objects).map((object) => recordOf(resolved(recordOf(object)["value"], objects)));
}

const FOLLOWED = new Set(["/A", "/AA", "/Next", "/Annots"]);

function resolved(value: unknown, objects: Json, isFollowed = false): unknown {
  if (typeof value === "string" && isFollowed && /^\d+ 0 R$/u.test(value)) {
    return resolved(recordOf(objects[`obj:${value}`])["value"], objects);
  }
  if (Array.isArray(value)) {
    return value.map((element) => resolved(element, objects, isFollowed));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, resolved(entry, objects, FOLLOWED.has(key))]),
  );
}

/** Returns the scripts of a chain of actions that has no branches; for other actions, their type. */
function scriptsOf(action: unknown): unknown[] {
  const { "/JS": text, "/S": type, "/Next": next } = recordOf(action);
  const own = typeof text === "string" ? text.replace("u:", "") : type;
  return next === undefined ? [own] : [own, ...scriptsOf(next)];
}
