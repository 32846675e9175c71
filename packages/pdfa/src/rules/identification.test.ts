import { expect, test } from "vitest";
import type { Flavour } from "../flavours.ts";
import { brokenRules, buildPdf, findingsOf, xmpPacket } from "../testing/pdf-builder.ts";
import { identification } from "./identification.ts";

const groups = [identification];
const broken = (flavour: Flavour, xmp: string) => brokenRules(buildPdf({}, { flavour, xmp }), { flavour, groups });

test.each<[flavour: Flavour, good: readonly Flavour[], bad: readonly Flavour[]]>([
  ["1a", ["1a"], ["1b"]],
  ["1b", ["1a", "1b"], []],
  ["2a", ["2a"], ["2u", "2b"]],
  ["2u", ["2a", "2u"], ["2b"]],
  ["2b", ["2a", "2u", "2b"], []],
  ["3u", ["3a", "3u"], ["3b"]],
  ["4", ["4"], ["4e", "4f"]],
  ["4e", ["4e"], ["4", "4f"]],
  ["4f", ["4f"], ["4", "4e"]],
])("levels that will do for %s", (flavour, good, bad) => {
  expect(good.flatMap((claimed) => broken(flavour, xmpPacket(claimed)))).toEqual([]);
  expect(bad.map((claimed) => broken(flavour, xmpPacket(claimed)))).toEqual(bad.map(() => ["pdfa-conformance"]));
});

test.each<[what: string, flavour: Flavour, xmp: string, keys: readonly string[]]>([
  ["nothing", "1b", xmpPacket("1b").replace("/pdfa/ns/id/", "/pdfa/"), ["pdfa-identification"]],
  ["another part", "2b", xmpPacket("3b"), ["pdfa-part"]],
  ["no part", "2b", xmpPacket("2b").replace(/<pdfaid:part.*/, ""), ["pdfa-part"]],
  ["a level in lower case", "1a", xmpPacket("1a").replace(">A<", ">a<"), ["pdfa-conformance"]],
  ["no level", "2b", xmpPacket("2b").replace(/<pdfaid:conformance.*/, ""), ["pdfa-conformance"]],
  ["an empty level", "4", xmpPacket("4", "<pdfaid:conformance/>"), ["pdfa-conformance"]],
  ["no year", "4", xmpPacket("4").replace(/<pdfaid:rev.*/, ""), ["pdfa-revision"]],
  ["no year of four digits", "4f", xmpPacket("4f").replace(">2020<", ">20_y<"), ["pdfa-revision"]],
  ["another prefix", "1b", xmpPacket("1b").replaceAll("pdfaid", "id"), ["pdfa-conformance-prefix", "pdfa-part-prefix"]],
  ["another prefix", "4", xmpPacket("4").replaceAll("pdfaid", "id"), ["pdfa-part-prefix", "pdfa-rev-prefix"]],
  [
    "another prefix of an amendment",
    "2b",
    xmpPacket("2b", '<id:amd xmlns:id="http://www.aiim.org/pdfa/ns/id/">2011</id:amd>'),
    ["pdfa-amd-prefix"],
  ],
  [
    "another prefix of a corrigendum",
    "3b",
    xmpPacket("3b", '<id:corr xmlns:id="http://www.aiim.org/pdfa/ns/id/">1</id:corr>'),
    ["pdfa-corr-prefix"],
  ],
])("%s (%s)", (_, flavour, xmp, keys) => {
  expect(broken(flavour, xmp)).toEqual(keys);
});

test("a finding states the actual and the expected value", () => {
  const [finding] = findingsOf(buildPdf({}, { flavour: "3b" }), { flavour: "2b", groups });
  expect(finding?.occurrences).toEqual([{ place: { object: 4 }, values: '"3", expected 2' }]);
});
