import { expect, test } from "vitest";
import type { AccessibilityFlavour } from "../../flavours.ts";
import { brokenIn, claims, reportOf, TITLE } from "../../testing/tagged-pdf.ts";

test.each<[string, AccessibilityFlavour, string[]]>([
  [TITLE, "ua1", ["pdfua-identification"]],
  [`<pdfuaid:part>2</pdfuaid:part>${TITLE}`, "ua1", ["pdfua-part"]],
  [`<pdfuaid:part>one</pdfuaid:part>${TITLE}`, "ua1", ["pdfua-part"]],
  [`<pdfuaid:part>2</pdfuaid:part><pdfuaid:rev>2023</pdfuaid:rev>${TITLE}`, "ua2", ["pdfua-revision"]],
  [`<ua:part>1</ua:part>${TITLE}`, "ua1", ["pdfua-part-prefix"]],
  [`${claims.ua1}<ua:amd>1</ua:amd>${TITLE}`, "ua1", ["pdfua-amd-prefix"]],
  [`${claims.ua1}<ua:corr>1</ua:corr>${TITLE}`, "ua1", ["pdfua-corr-prefix"]],
  [`<pdfuaid:part>2</pdfuaid:part><ua:rev>2024</ua:rev>${TITLE}`, "ua2", ["pdfua-rev-prefix"]],
  [`${claims.wt1r}${TITLE}`, "wt1a", ["well-tagged-declaration"]],
  [`${claims.wt1a}${TITLE}`, "wt1r", ["well-tagged-declaration"]],
  [claims.ua1, "ua1", ["metadata-title"]],
  ["</rdf:wrong>", "ua1", ["metadata-title", "pdfua-identification"]],
])("%s in %s", (xmp, flavour, keys) => {
  expect(brokenIn(flavour, { xmp })).toEqual(keys);
});

test("no metadata", () => {
  expect(brokenIn("ua1", { xmp: null })).toEqual(["metadata-stream"]);
  expect(reportOf("ua1", { xmp: null })).toMatchObject({ isCompliant: false, claimed: null });
});

test("the language of metadata is known", () => {
  const catalog = "/MarkInfo << /Marked true >> /StructTreeRoot 90 0 R /ViewerPreferences << /DisplayDocTitle true >>";
  const xmp = `${claims.ua1}${TITLE.replace('"en"', '"x-default"')}`;
  expect(brokenIn("ua1", { xmp })).toEqual([]);
  expect(brokenIn("ua1", { xmp, bare: true, catalog })).toEqual(["metadata-language"]);
});

test("claims are told", () => {
  expect(reportOf("ua1").claimed).toBe("PDF/UA-1");
  expect(reportOf("wt1r").claimed).toBe("WTPDF 1.0 reuse");
  expect(reportOf("ua2", { xmp: `${claims.ua2}${claims.wt1a}${TITLE}` }).claimed).toBe(
    "PDF/UA-2, WTPDF 1.0 accessibility",
  );
});

test("what a person has to look at is listed, with the texts", () => {
  const { humanChecks } = reportOf("ua1", { tree: "Document(H1 Figure{/Alt (A cat)} Table)" });
  expect(humanChecks.map(({ subject, count }) => [subject, count])).toEqual([
    ["reading-order", 0],
    ["alternative-texts", 1],
    ["artifacts", 0],
    ["headings", 1],
    ["tables", 1],
    ["languages", 1],
    ["title", 0],
    ["contrast", 0],
  ]);
  expect(humanChecks[1]?.occurrences).toEqual([
    { place: { object: 102, page: undefined, at: "StructElem Figure" }, values: "A cat" },
  ]);
});
