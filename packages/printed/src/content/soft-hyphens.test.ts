import { expect, test } from "vitest";
import { finished } from "../testing/finished.ts";
import { hasBrowser, printed, withBrowser } from "../testing/printing.ts";
import { outputOf } from "../testing/programs.ts";
import { withoutSoftHyphens } from "./soft-hyphens.ts";

const WORD = "Donau\u00addampf\u00adschiff\u00adfahrt veröf\u00adfent\u00adlichte";
const [wide, narrow] = hasBrowser
  ? await printed(
      `<html lang="de"><p>${WORD}</p>`,
      `<html lang="de"><style>p{width:80pt;hyphenate-character:"-"}</style><p>${WORD}</p>`,
    )
  : [];

const text = (pdf: Uint8Array): string => outputOf("pdftotext", ["-raw", "%", "-"], pdf);

test.skipIf(wide === undefined || narrow === undefined)(`printed words are whole (${withBrowser})`, () => {
  expect(text(wide ?? Buffer.alloc(0))).toContain("\u00ad");
  const [whole, divided] = [wide, narrow].map((pdf) => finished(pdf ?? Buffer.alloc(0)));
  expect(text(whole ?? Buffer.alloc(0)).trim()).toBe("Donaudampfschifffahrt veröffentlichte");
  expect(outputOf("pdftotext", ["-layout", "%", "-"], divided ?? Buffer.alloc(0))).toMatch(/^Donau\S*-\s/u);
  expect(text(divided ?? Buffer.alloc(0))).not.toContain("\u00ad");
});

test.each([
  ["4 0 Td <0003> Tj", "4 0 Td "],
  [String.raw`4 0 Td (\b\)) Tj`, "4 0 Td "],
  ["4 0 Td [<0003> -2 <0003>] TJ", "4 0 Td "],
])("of %s stays %s", (shown, kept) => {
  const content = Buffer.from(
    `BT\n<0024> Tj\n/Span<</ActualText <FEFF00AD> >> BDC\n${shown}\nEMC\n0 0 Td <0025> Tj\nET`,
  );
  const rest = Buffer.from(withoutSoftHyphens(content) ?? []).toString();
  expect(rest.replaceAll(/\s+/g, " ")).toBe(`BT <0024> Tj ${kept}0 0 Td <0025> Tj ET`);
});

test("other text that stands for glyphs stays", () => {
  const ligature = Buffer.from(
    "/Span<</ActualText <FEFF006600AD0066> >> BDC\n<0853> Tj\n5 0 Td <0003> Tj\nEMC\n0 0 Td <00AD> Tj",
  );
  const rest = Buffer.from(withoutSoftHyphens(ligature) ?? []).toString();
  expect(rest).toBe("/Span<</ActualText <FEFF00660066> >> BDC\n<0853> Tj\n5 0 Td EMC\n0 0 Td <00AD> Tj");
  expect(withoutSoftHyphens(Buffer.from("/Span<</ActualText <FEFF0066> >> BDC\n<00AD> Tj\nEMC"))).toBeUndefined();
});
