import { deflateSync } from "node:zlib";
import { asDict, pagesOf, resolve } from "@quire/cos";
import { expect, test } from "vitest";
import { merged, partOf, pdfOf, streamOf, type Written } from "../testing/catalog-documents.ts";

const withIntent = (condition: string, profile: string, entries = "") =>
  pdfOf({
    catalog: "/OutputIntents[10 0 R]",
    pages: ["", ""],
    objects: {
      10: `<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(${condition})/DestOutputProfile 11 0 R>>`,
      11: streamOf(profile, `/N 3${entries}`),
    },
  });

const sRgb = withIntent("sRGB", "profile of sRGB");
const plain = pdfOf({});

/** Returns the conditions that the pages' intents name. */
const ofPages = ({ document }: Written) =>
  pagesOf(document).map(({ dict }) => {
    const intent = asDict(resolve(dict.array("OutputIntents")?.[0]));
    return intent && Buffer.from(intent.bytes("OutputConditionIdentifier") ?? "").toString();
  });

test("the intent that all documents have is that of the new one, however its profile is encoded", () => {
  const profile = deflateSync("profile of sRGB").toString("latin1");
  const deflated = withIntent("sRGB", profile, "/Filter/FlateDecode");
  for (const written of [merged([sRgb, deflated]), merged([sRgb, sRgb]), partOf(sRgb, [1])]) {
    expect(written.catalog.array("OutputIntents")).toHaveLength(1);
    expect(written.warnings).toEqual([]);
  }
});

test.each([
  ["another condition", withIntent("CGATS TR 001", "profile of sRGB")],
  ["another profile", withIntent("sRGB", "profile of CMYK")],
  ["no profile", pdfOf({ catalog: "/OutputIntents[<</S/GTS_PDFA1/OutputConditionIdentifier(sRGB)>>]" })],
])("%s: each page has those of its document, and it is reported", (_, other) => {
  const written = merged([sRgb, other]);
  expect(written.catalog.has("OutputIntents")).toBe(false);
  expect(ofPages(written).every((condition) => condition !== undefined)).toBe(true);
  expect(written.warnings).toEqual([
    { code: "output_intents_differ", excerpt: 0 },
    { code: "output_intents_differ", excerpt: 1 },
  ]);
});

test("pages of documents without an intent get none, and those that have one keep it", () => {
  const own = pdfOf({
    catalog: "/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(FOGRA39)>>]",
    pages: ["", "/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(FOGRA51)>>]"],
  });
  const written = merged([plain, own]);
  expect(ofPages(written)).toEqual([undefined, "FOGRA39", "FOGRA51"]);
  expect(written.warnings).toEqual([{ code: "output_intents_differ", excerpt: 1 }]);
});

test.each([["5"], ["[5 null[]]"], ["<<>>"]])("intents of wrong types count as none: %s", (value) => {
  const odd = pdfOf({ catalog: `/OutputIntents ${value}` });
  const written = merged([odd, plain]);
  expect(written.catalog.has("OutputIntents")).toBe(false);
  expect(written.warnings).toEqual([]);
});
