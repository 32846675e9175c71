import { describe, expect, test } from "vitest";
import type { Flavour } from "../../flavours.ts";
import { iccProfile, type MadeObject } from "../../testing/pdf-builder.ts";
import { outputIntents } from "./output-intents.ts";
import { brokenIn } from "./testing/broken-in.ts";

const broken = brokenIn(outputIntents);

function profile(colourSpace: "RGB" | "CMYK" | "GRAY", changes: Readonly<Record<number, string>> = {}): MadeObject {
  const stream = Buffer.from(iccProfile(colourSpace));
  for (const [offset, text] of Object.entries(changes)) {
    stream.write(text, Number(offset), "latin1");
  }
  return { dict: "/N 3", stream };
}

const intent = (number: number, more = "", subtype = "GTS_PDFA1"): string =>
  `<< /Type /OutputIntent /S /${subtype} /OutputConditionIdentifier (Test) /DestOutputProfile ${number} 0 R ${more} >>`;

describe("profiles", () => {
  test.each<[string, Flavour, Readonly<Record<number, string>>, readonly string[]]>([
    ["a display profile", "2b", {}, []],
    ["a scanner's profile", "2b", { 12: "scnr" }, ["output-intent-profile"]],
    ["a profile for Lab", "2b", { 16: "Lab " }, ["output-intent-profile"]],
    ["version 4 in part 2", "2b", { 8: "\u0004" }, []],
    ["version 4 in part 1", "1b", { 8: "\u0004" }, ["output-intent-profile"]],
    ["version 5", "4", { 8: "\u0005" }, ["output-intent-profile"]],
    ["no profile at all", "4", { 36: "none" }, ["output-intent-profile"]],
  ])("%s", (_, flavour, changes, expected) => {
    const objects = { 10: profile("RGB", changes), 11: intent(10) };
    expect(broken(flavour, { catalog: "/OutputIntents [11 0 R]" }, objects)).toEqual(expected);
  });

  test("those of output intents of another subtype count, too", () => {
    const objects = { 10: profile("RGB", { 12: "scnr" }), 11: intent(10, "", "GTS_PDFX") };
    expect(broken("2b", { catalog: "/OutputIntents [11 0 R]" }, objects)).toEqual(["output-intent-profile"]);
    expect(broken("2b", { catalog: "/OutputIntents [11 0 R]" }, { ...objects, 10: profile("RGB") })).toEqual([]);
  });

  test.each<[Flavour, "RGB" | "CMYK" | "GRAY", readonly string[]]>([
    ["1b", "RGB", []],
    ["1b", "CMYK", ["output-intent-components"]],
    ["1b", "GRAY", ["output-intent-components"]],
    ["2b", "CMYK", []],
  ])("%s: three components, a profile for %s", (flavour, colourSpace, expected) => {
    const objects = { 10: profile(colourSpace), 11: intent(10) };
    expect(broken(flavour, { catalog: "/OutputIntents [11 0 R]" }, objects)).toEqual(expected);
  });
});

test("all output intents have one profile", () => {
  const objects = { 10: profile("RGB"), 11: profile("RGB"), 12: intent(10), 13: intent(10, "", "GTS_PDFX") };
  expect(broken("1b", { catalog: "/OutputIntents [12 0 R 13 0 R]" }, objects)).toEqual([]);
  const other = { ...objects, 13: intent(11, "", "GTS_PDFX") };
  expect(broken("1b", { catalog: "/OutputIntents [12 0 R 13 0 R]" }, other)).toEqual(["output-intents-share-profile"]);
});

test.each<[Flavour, string, readonly string[]]>([
  ["2b", "GTS_PDFX", ["output-intent-profile-reference"]],
  ["2b", "GTS_PDFA1", []],
  ["4", "GTS_PDFA1", ["output-intent-profile-reference"]],
])("%s and DestOutputProfileRef of %s", (flavour, subtype, expected) => {
  const objects = { 10: profile("RGB"), 11: intent(10, "/DestOutputProfileRef << >>", subtype) };
  expect(broken(flavour, { catalog: "/OutputIntents [11 0 R]" }, objects)).toEqual(expected);
});

test("in part 4 there is one of PDF/A", () => {
  const objects = { 10: profile("RGB"), 11: intent(10), 12: intent(10), 13: intent(10, "", "GTS_PDFX") };
  expect(broken("4", { catalog: "/OutputIntents [11 0 R 12 0 R]" }, objects)).toEqual(["single-pdfa-output-intent"]);
  expect(broken("4", { catalog: "/OutputIntents [11 0 R 13 0 R]" }, objects)).toEqual([]);
  expect(broken("2b", { catalog: "/OutputIntents [11 0 R 12 0 R]" }, objects)).toEqual([]);
});

test("in part 4 those of pages count, too", () => {
  const objects = { 10: profile("RGB", { 12: "scnr" }), 11: intent(10) };
  expect(broken("4", { page: "/OutputIntents [11 0 R]" }, objects)).toEqual(["output-intent-profile"]);
  expect(broken("2b", { page: "/OutputIntents [11 0 R]" }, objects)).toEqual([]);
});
