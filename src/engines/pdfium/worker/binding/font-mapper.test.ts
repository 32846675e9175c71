import { expect, test } from "vitest";
import { serviceFonts } from "../../../fonts/service-fonts.ts";
import { mappedFace, type WantedFont } from "./font-mapper.ts";

const fonts = serviceFonts(undefined);
const hasNoto = fonts.hasFamily("Noto Sans") && fonts.hasFamily("Noto Sans CJK JP");

const ROMAN = 16;
const WESTERN: WantedFont = { family: "Body", weight: 400, isItalic: false, charset: 0, pitchFamily: 0 };
const nameFor = (wanted: Partial<WantedFont>) => mappedFace(fonts, { ...WESTERN, ...wanted })?.postScriptName;

test.skipIf(!hasNoto).each([
  [128, "NotoSansCJKjp-Regular", "NotoSerifCJKjp-Regular"],
  [129, "NotoSansCJKkr-Regular", "NotoSerifCJKkr-Regular"],
  [130, "NotoSansCJKkr-Regular", "NotoSerifCJKkr-Regular"],
  [134, "NotoSansCJKsc-Regular", "NotoSerifCJKsc-Regular"],
  [136, "NotoSansCJKtc-Regular", "NotoSerifCJKtc-Regular"],
  [161, "NotoSans-Regular", "NotoSerif-Regular"],
  [177, "NotoSansHebrew-Regular", "NotoSerifHebrew-Regular"],
  [178, "NotoSansArabic-Regular", "NotoSansArabic-Regular"],
  [204, "NotoSans-Regular", "NotoSerif-Regular"],
  [222, "NotoSansThai-Regular", "NotoSerifThai-Regular"],
])("the character set %i has %s, and with serifs %s", (charset, sans, serif) => {
  expect(nameFor({ charset })).toBe(sans);
  expect(nameFor({ charset, pitchFamily: ROMAN })).toBe(serif);
});

test.skipIf(!hasNoto)("weight and slant are the nearest that there are", () => {
  expect(nameFor({ charset: 129, weight: 700 })).toBe("NotoSansCJKkr-Bold");
  expect(nameFor({ family: "NotoSans", weight: 600 })).toBe("NotoSans-Bold");
  expect(nameFor({ family: "Noto Sans", isItalic: true })).toBe("NotoSans-Italic");
});

test("Western text in a font that is not installed is PDFium's own to draw, and so is any image in colour", () => {
  expect(nameFor({ family: "Helvetica" })).toBeUndefined();
  expect(nameFor({ family: "DejaVu Sans" })).toBeUndefined();
  expect(nameFor({ family: "Noto Color Emoji" })).toBeUndefined();
});
