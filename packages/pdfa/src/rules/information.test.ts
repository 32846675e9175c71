import { expect, test } from "vitest";
import type { Flavour } from "../flavours.ts";
import { type BuildOptions, brokenRules, buildPdf, findingsOf } from "../testing/pdf-builder.ts";
import { information } from "./information.ts";

const groups = [information];
const DECLARATIONS = [
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
  'xmlns:pdf="http://ns.adobe.com/pdf/1.3/"',
].join(" ");

const built = (info: string, properties: string, options: BuildOptions = {}) =>
  buildPdf(
    { 10: `<< ${info} >>` },
    {
      flavour: "1b",
      trailer: "/Info 10 0 R",
      ...options,
      xmpProperties: properties.replaceAll(/<(\w+:\w+)(?=[> ])/g, (tag, name: string) =>
        name.startsWith("rdf:") ? tag : `<${name} ${DECLARATIONS}`,
      ),
    },
  );
const broken = (info: string, properties: string, flavour: Flavour = "1b") =>
  brokenRules(built(info, properties, { flavour }), { flavour, groups });

const alternatives = (name: string, ...texts: string[]) =>
  `<${name}><rdf:Alt>${texts.map((text, index) => `<rdf:li xml:lang="${index === 1 ? "x-default" : "en"}">${text}</rdf:li>`).join("")}</rdf:Alt></${name}>`;
const authors = (...names: string[]) =>
  `<dc:creator><rdf:Seq>${names.map((name) => `<rdf:li>${name}</rdf:li>`).join("")}</rdf:Seq></dc:creator>`;

test.each<[what: string, info: string, properties: string, keys: readonly string[]]>([
  ["the same title", "/Title (A)", alternatives("dc:title", "B", "A"), []],
  ["another title", "/Title (A)", alternatives("dc:title", "A", "B"), ["information-title"]],
  ["no title in XMP", "/Title (A)", "", ["information-title"]],
  ["a title in XMP alone", "", alternatives("dc:title", "A"), []],
  ["a title that is no language alternative", "/Title (A)", "<dc:title>A</dc:title>", ["information-title"]],
  ["zeros at the end", "/Title (A\\000\\000)", alternatives("dc:title", "A"), []],
  ["a title in UTF-16", "/Title <FEFF00E9>", alternatives("dc:title", "&#xe9;"), []],
  ["a title in PDFDocEncoding", "/Title <80>", alternatives("dc:title", "&#x2022;"), []],
  ["an author", "/Author (A)", authors("A"), []],
  ["one of two authors", "/Author (A)", authors("A", "B"), ["information-author"]],
  ["two authors in a string", "/Author (A, B)", authors("A", "B"), ["information-author"]],
  ["a subject", "/Subject (A)", alternatives("dc:description", "A"), []],
  [
    "a subject in a list instead of languages",
    "/Subject (A)",
    alternatives("dc:description", "A").replaceAll("rdf:Alt", "rdf:Seq"),
    ["information-subject"],
  ],
  [
    "an alternative without a language",
    "/Subject (A)",
    alternatives("dc:description", "A").replace(/ xml:lang="[^"]*"/, ""),
    ["information-subject"],
  ],
  ["half a unit of UTF-16", "/Creator <FEFF004120>", "<xmp:CreatorTool>A</xmp:CreatorTool>", ["information-creator"]],
  ["another subject", "/Subject (A)", alternatives("dc:description", "a"), ["information-subject"]],
  ["keywords", "/Keywords (a b)", "<pdf:Keywords>a b</pdf:Keywords>", []],
  ["other keywords", "/Keywords (a b)", "<pdf:Keywords>a, b</pdf:Keywords>", ["information-keywords"]],
  ["a creator", "/Creator (A)", "<xmp:CreatorTool>A</xmp:CreatorTool>", []],
  ["another creator", "/Creator (A)", "<xmp:CreatorTool>B</xmp:CreatorTool>", ["information-creator"]],
  ["a producer", "/Producer (A)", "<pdf:Producer>A</pdf:Producer>", []],
  ["another producer", "/Producer (A)", "<pdf:Producer>A </pdf:Producer>", ["information-producer"]],
])("%s", (_, info, properties, keys) => {
  expect(broken(info, properties)).toEqual(keys);
});

const date = (text: string) => `<xmp:CreateDate>${text}</xmp:CreateDate>`;

test.each<[info: string, xmp: string, isSame: boolean]>([
  ["D:20150310171921+01'00'", "2015-03-10T17:19:21+01:00", true],
  ["D:20150310171921+01'00'", "2015-03-10T16:19:21Z", true],
  ["D:20150310171921+01'00'", "2015-03-10T16:19:21.000Z", true],
  ["D:20150310171921+01'00'", "2015-03-10T16:19:21.0004Z", true],
  ["D:20150310171921+01'00'", "2015-03-10T16:19:21.45Z", false],
  ["D:20150310171921Z", "2015-03-10T17:19:21Z", true],
  ["D:20150310171921", "2015-03-10T17:19:21+01:00", true],
  ["20150310171921Z", "2015-03-10T17:19:21Z", true],
  ["D:20150310171921+01'00'", "2015-03-10T17:19:21Z", false],
  ["D:20150310171921Z", "2015-03-10T17:19:22Z", false],
  ["2015-03-10T17:19:21+01:00", "2015-03-10T17:19:21+01:00", false],
  ["yesterday", "2015-03-10T17:19:21+01:00", false],
])("dates %s and %s", (info, xmp, isSame) => {
  expect(broken(`/CreationDate (${info})`, date(xmp))).toEqual(isSame ? [] : ["information-creation-date"]);
  expect(broken(`/ModDate (${info})`, date(xmp).replaceAll("CreateDate", "ModifyDate"))).toEqual(
    isSame ? [] : ["information-mod-date"],
  );
});

test("a date that XMP does not have, and one that zeros follow, is not the same", () => {
  expect(broken("/CreationDate (D:2015)", "")).toEqual(["information-creation-date"]);
  expect(broken("/CreationDate (D:2015\\000)", date("2015"))).toEqual(["information-creation-date"]);
  expect(broken("", date("2015"))).toEqual([]);
});

test("only part 1 compares", () => {
  expect(broken("/Title (A)", "", "2b")).toEqual([]);
});

test("part 4 has no information dictionary, or one with a date for the sake of PieceInfo", () => {
  expect(broken("/ModDate (D:2020)", "", "4")).toEqual(["information-dictionary"]);
  const options = { flavour: "4", catalog: "/PieceInfo << >>" } as const;
  const brokenWith = (info: string) => brokenRules(built(info, "", options), { flavour: "4", groups });
  expect(brokenWith("/ModDate (D:2020)")).toEqual([]);
  expect(brokenWith("/ModDate (D:2020) /Title (A)")).toEqual(["information-only-date"]);
  expect(brokenWith("")).toEqual(["information-only-date"]);
});

test("a finding states both values", () => {
  const info = "/CreationDate (D:20150310171921Z)";
  const [finding] = findingsOf(built(info, date("2015-03-10T17:19:21+01:00")), { flavour: "1b", groups });
  expect(finding?.id).toBe("6.7.3-1");
  expect(finding?.occurrences).toEqual([
    {
      place: { at: "Info/CreationDate" },
      values: 'Info "D:20150310171921Z", XMP "2015-03-10T17:19:21+01:00"',
    },
  ]);
});
