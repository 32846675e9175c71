import { expect, test } from "vitest";
import { pdfOf, qpdfJson, reported, sourceOf } from "../testing/catalog-documents.ts";
import {
  followedLinks,
  followedPages,
  link,
  listedNames,
  listedOutline,
  merge,
  navigable,
  pagesOfWidths,
  part,
} from "../testing/navigation-documents.ts";

/**
 * Makes three pages, whose names and outline are the same in each document: the links on the first use them in every
 * possible way.
 */
const chapters = (width: number, firstLink: number) =>
  navigable({
    catalog: "/Names 10 0 R/Dests<</intro 11 0 R/both[102 0 R/Fit]>>/Outlines 20 0 R",
    pages: pagesOfWidths(width, [
      `/Annots[${[
        link(firstLink, "/Dest(one)"),
        link(firstLink + 1, "/A<</S/GoTo/D(two)>>"),
        link(firstLink + 2, "/Dest/intro"),
        link(firstLink + 3, "/Dest(both)"),
        link(firstLink + 4, "/Dest/both"),
        link(firstLink + 5, "/Dest[102 0 R/XYZ 0 0 0]"),
        link(firstLink + 6, "/Dest[1/Fit]"),
        link(firstLink + 7, "/A 12 0 R"),
        link(firstLink + 8, "/A<</S/URI/URI(http://example.org/)>>"),
      ].join("")}]`,
      "",
      "",
    ]),
    objects: {
      10: "<</Dests<</Kids[13 0 R]>>>>",
      11: "[100 0 R/Fit]",
      12: "<</S/GoTo/D(one)>>",
      13: "<</Limits[(both)(two)]/Names[(both)[101 0 R/Fit](one)[101 0 R/Fit](two)<</D[2/FitH 5]>>]>>",
      20: "<</First 21 0 R/Last 22 0 R/Count 2>>",
      21: "<</Title(One)/Dest(one)/Parent 20 0 R/Next 22 0 R/First 23 0 R/Last 23 0 R/Count -1>>",
      22: "<</Title(Two)/A<</S/GoTo/D[102 0 R/Fit]>>/Parent 20 0 R/Prev 21 0 R>>",
      23: "<</Title(Intro)/Dest/intro/Parent 21 0 R>>",
    },
  });

const chapterLinks = (width: number, firstLink: number) => {
  const targets = [1, 2, 0, 1, 2, 2, 1, 1].map((page) => width + page);
  return Object.fromEntries([...targets, "http://example.org/"].map((target, index) => [firstLink + index, target]));
};

test("links, names and outlines of documents that have the same names lead into their copy", () => {
  const pdf = merge([chapters(200, 10), chapters(300, 30), chapters(400, 50)]);
  expect(followedLinks(pdf)).toEqual({ ...chapterLinks(200, 10), ...chapterLinks(300, 30), ...chapterLinks(400, 50) });
  expect(listedNames(pdf)).toEqual({
    intro: 200,
    "intro-2": 300,
    "intro-3": 400,
    one: 201,
    "one-2": 301,
    "one-3": 401,
    two: 202,
    "two-2": 302,
    "two-3": 402,
    both: 201,
    "both-2": 202,
    "both-3": 301,
    "both-4": 302,
    "both-5": 401,
    "both-6": 402,
  });
  expect(listedOutline(pdf)).toEqual(
    [200, 300, 400].flatMap((width) => [[`One ${width + 1} +`, `Intro ${width}`], `Two ${width + 2}`]),
  );
  expect(reported("qpdf", ["--check", "%"], pdf)).toContain("No syntax or stream encoding errors found");
});

test("a document that comes twice, and pages in another order, keep their links apart", () => {
  const pageIndices = [
    [2, 1, 0],
    [0, 1, 2],
  ];
  const pdf = merge([chapters(200, 10), chapters(300, 30)], { pageIndices });
  expect(followedLinks(pdf)).toEqual({ ...chapterLinks(200, 10), ...chapterLinks(300, 30) });
  const { document } = chapters(200, 10);
  const twice = merge([sourceOf(document.bytes), sourceOf(document.bytes)]);
  expect(followedPages(twice)).toEqual([
    [0, [1, 2, 0, 1, 2, 2, 1, 1]],
    [3, [4, 5, 3, 4, 5, 5, 4, 4]],
  ]);
});

test("a page that comes again has the links that lead to pages of the same round", () => {
  const pdf = merge([chapters(200, 10)], { pageIndices: [[0, 1, 2, 0]] });
  expect(followedPages(pdf)).toEqual([
    [0, [1, 2, 0, 1, 2, 2, 1, 1]],
    [3, [3]],
  ]);
});

test("a part keeps the links and names that lead to its pages, and nothing of the others", () => {
  const source = chapters(200, 10);
  const first = part(source, [0, 1]);
  expect(followedLinks(first)).toEqual({ 10: 201, 12: 200, 13: 201, 16: 201, 17: 201, 18: "http://example.org/" });
  expect(listedNames(first)).toEqual({ both: 201, intro: 200, one: 201 });
  expect(listedOutline(first)).toEqual([["One 201 +", "Intro 200"]]);
  const last = part(source, [2]);
  expect(listedNames(last)).toEqual({ both: 202, two: 202 });
  expect(listedOutline(last)).toEqual(["Two 202"]);
  const middle = part(source, [1]);
  expect(followedLinks(middle)).toEqual({});
  expect(reported("qpdf", ["--qdf", "%", "-"], middle)).not.toMatch(/Intro|Two|\/Annot/u);
});

test("a link that led nowhere does not lead into another document", () => {
  const dead =
    link(10, "/Dest(one)") + link(11, "/Dest/one") + link(12, "/A<</S/GoTo/D(one)>>") + link(13, "/Dest(no)");
  const pdf = merge([navigable({ pages: pagesOfWidths(100, [`/Annots[${dead}]`]) }), chapters(200, 30)]);
  expect(followedLinks(pdf)).toEqual(chapterLinks(200, 30));
  const objects = JSON.stringify(qpdfJson("qpdf", pdf));
  // All four are still there, the last one as it was.
  expect(objects.match(/"\/Dest":"u:one-2"/gu)).toHaveLength(2);
  expect(objects.match(/"\/D":"u:one-2"/gu)).toHaveLength(1);
  expect(objects).toContain(`"/Dest":"u:no"`);
});

/** Makes a document of one page with a link to it, by a name that has an umlaut. */
const umlaut = (width: number) =>
  navigable({
    catalog: "/Names<</Dests<</Names[<FEFF00E4>[100 0 R/Fit]]>>>>",
    pages: pagesOfWidths(width, [`/Annots[${link(width, "/Dest<FEFF00E4>")}]`]),
  });

test("names that readers show as text stay text when they are renamed", () => {
  const pdf = merge([umlaut(50), umlaut(60)]);
  expect(listedNames(pdf)).toEqual({ ä: 50, "ä-2": 60 });
  expect(followedLinks(pdf)).toEqual({ 50: 50, 60: 60 });
});

test("documents that all have the same names have different ones afterwards", () => {
  const pdf = pdfOf({
    catalog: "/Names<</Dests<</Names[(x)[100 0 R/Fit](x-3)[100 0 R/Fit]]>>>>",
    pages: pagesOfWidths(50, [""]),
  });
  const merged = merge(Array.from({ length: 150 }, () => sourceOf(pdf)));
  expect(Object.keys(listedNames(merged))).toHaveLength(300);
});

test("a name that was made for one document may exist in another", () => {
  const sources = ["x", "x", "x-2"].map((name, index) =>
    navigable({
      catalog: `/Names<</Dests<</Names[(${name})[100 0 R/Fit]]>>>>`,
      pages: pagesOfWidths(50 + index, [`/Annots[${link(index, `/Dest(${name})`)}]`]),
    }),
  );
  const pdf = merge(sources);
  expect(listedNames(pdf)).toEqual({ x: 50, "x-2": 51, "x-2-2": 52 });
  expect(followedLinks(pdf)).toEqual({ 0: 50, 1: 51, 2: 52 });
});

test("names are one balanced tree, next to other named things", () => {
  const names = Array.from({ length: 300 }, (_, index) => `(n${String(index).padStart(4, "0")})[100 0 R/Fit]`).join("");
  const source = navigable({ catalog: `/Names<</Dests<</Names[${names}]>>>>`, pages: pagesOfWidths(50, ["", ""]) });
  const pdf = merge([source, chapters(200, 10)]);
  expect(Object.keys(listedNames(pdf))).toHaveLength(305);
  expect(reported("qpdf", ["--check", "%"], pdf)).not.toContain("WARNING");
});

test("what is not a destination is ignored, and harms nothing", () => {
  const source = navigable({
    catalog:
      "/Names<</Dests<</Names[(a)(b)(c)99(d)[null/Fit](e)[-1/Fit](f)[1.5/Fit](g)[(x)](h)<</D<<>>>>(i)[50 0 R]]>>>>/Dests[]/Outlines 7",
    pages: pagesOfWidths(100, [
      `/AA 5/Annots[${["/Dest(a)", "/Dest 5", "/A 5", "/A<<>>", "/A<</S/GoTo>>", "/AA 7", "/A<</S/GoTo/D[9/Fit]>>"].map((entries, index) => link(index, entries)).join("")} 7 null 50 0 R]`,
      "",
    ]),
  });
  expect(listedNames(merge([source, chapters(200, 30)]))).not.toHaveProperty("a");
  const pdf = part(source, [0]);
  expect(listedNames(pdf)).toEqual({});
  expect(JSON.stringify(qpdfJson("qpdf", pdf)).match(/\/Link/gu)).toHaveLength(4);
});
