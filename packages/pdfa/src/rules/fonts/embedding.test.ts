import { expect, test } from "vitest";
import { brokenBy } from "./testing/shown.ts";

const COURIER = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>";

test.each(["1b", "2b", "3b", "4"] as const)("%s: one of the standard 14 needs its program, too", (flavour) => {
  expect(brokenBy({ 10: COURIER }, { flavour })).toEqual(["font-embedded"]);
});

test("text in rendering mode 3 needs none, unless other text is drawn with the font", () => {
  expect(brokenBy({ 10: COURIER }, { content: "BT 3 Tr /F 12 Tf (A) Tj ET" })).toEqual([]);
  expect(brokenBy({ 10: COURIER }, { content: "BT 3 Tr /F 12 Tf (A) Tj 7 Tr (A) Tj ET" })).toEqual(["font-embedded"]);
});

test("data that are no font program count as none", () => {
  const objects = {
    10: "<< /Type /Font /Subtype /TrueType /BaseFont /A /FirstChar 65 /LastChar 65 /Widths [600] /FontDescriptor 11 0 R /Encoding /WinAnsiEncoding >>",
    11: "<< /Type /FontDescriptor /FontName /A /Flags 32 /FontFile2 12 0 R >>",
    12: { dict: "", stream: "no font" },
  };
  expect(brokenBy(objects)).toEqual(["font-embedded"]);
});
