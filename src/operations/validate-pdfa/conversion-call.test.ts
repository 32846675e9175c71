import { expect, test } from "vitest";
import { pdfToPdfa } from "../pdf-to-pdfa/pdf-to-pdfa.ts";
import { CONVERSION_PATH, callThatMends } from "./conversion-call.ts";

test.each([
  ["mends", "2b", "POST /api/v1/convert/pdf-to-pdfa mends it."],
  ["drops", "3a", "POST /api/v1/convert/pdf-to-pdfa with conformance_level=3u removes it."],
  [
    "substitutes",
    "1b",
    "POST /api/v1/convert/pdf-to-pdfa with conformance_level=1b and substitute_fonts=true embeds a font of the same " +
      "widths, where it has one.",
  ],
] as const)("what %s a fault of %s", (conversion, flavour, sentence) => {
  expect(callThatMends(conversion, flavour)).toBe(sentence);
});

test("the call is that of the operation", () => {
  expect(CONVERSION_PATH).toBe(pdfToPdfa.path);
});
