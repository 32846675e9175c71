import { describe, expect, test } from "vitest";
import type { Flavour } from "../../flavours.ts";
import { box, jp2, type MadeJp2 } from "../../jpeg2000/testing/jp2.ts";
import { images } from "./images.ts";
import { brokenIn } from "./testing/broken-in.ts";

const broken = brokenIn(images);
const PAINTED = { content: "/X0 Do", resources: "/XObject << /X0 10 0 R >>" };
const image = (more: string, stream: string | Uint8Array = "a") => ({
  dict: `/Subtype /Image /Width 1 /Height 1 ${more}`,
  stream,
});

test.each<[Flavour, string, readonly string[]]>([
  ["1b", "/Alternates []", ["image-alternates"]],
  ["2b", "/OPI << >>", ["image-opi"]],
  ["4", "/Interpolate true", ["image-interpolate"]],
  ["4", "/Interpolate false", []],
  ["1b", "/BitsPerComponent 8", []],
  ["1b", "/BitsPerComponent 16", ["image-bits-per-component"]],
  ["2b", "/BitsPerComponent 16", []],
  ["2b", "/BitsPerComponent 3", ["image-bits-per-component"]],
  ["2b", "/ImageMask true /BitsPerComponent 1", []],
  ["2b", "/ImageMask true /BitsPerComponent 8", ["mask-bits-per-component"]],
])("%s: an image with %s", (flavour, more, expected) => {
  expect(broken(flavour, PAINTED, { 10: image(more) })).toEqual(expected);
  expect(broken(flavour, { ...PAINTED, content: "" }, { 10: image(more) })).toEqual([]);
});

test("masks of images are images", () => {
  const objects = { 10: image("/SMask 11 0 R"), 11: image("/Interpolate true /SMask 10 0 R") };
  expect(broken("2b", PAINTED, objects)).toEqual(["image-interpolate"]);
  expect(broken("2b", PAINTED, { ...objects, 11: image("") })).toEqual([]);
});

test("inline images are images", () => {
  expect(broken("2b", { content: "BI /W 1 /H 1 /BPC 8 /CS /G /I true ID a EI" })).toEqual(["image-interpolate"]);
  expect(broken("2b", { content: "BI /W 1 /H 1 /BPC 8 /CS /G /I false ID a EI" })).toEqual([]);
});

describe("JPEG 2000", () => {
  test.each<[string, MadeJp2, readonly string[]]>([
    ["RGB", {}, []],
    ["two channels", { components: 2 }, ["jpeg2000-colour-channels"]],
    [
      "two colour spaces",
      {
        colours: [
          [1, 0, 16],
          [1, 0, 17],
        ],
      },
      ["jpeg2000-colour-specifications"],
    ],
    [
      "two colour spaces, one of them exact",
      {
        colours: [
          [1, 0, 16],
          [2, 1, 0],
        ],
      },
      [],
    ],
    ["a vendor's colour space", { colours: [[4, 0, 0]] }, ["jpeg2000-colour-method"]],
    ["CIEJab", { colours: [[1, 0, 19]] }, ["jpeg2000-ciejab"]],
    ["39 bits", { bits: 39 }, ["jpeg2000-bit-depth"]],
    ["38 bits", { bits: 38 }, []],
    ["depths that differ", { bits: 255, more: [box("bpcc", [7, 7, 11])] }, ["jpeg2000-bit-depth"]],
  ])("%s", (_, made, expected) => {
    expect(broken("2b", PAINTED, { 10: image("/Filter /JPXDecode", jp2(made)) })).toEqual(expected);
    expect(broken("4", PAINTED, { 10: image("/Filter /JPXDecode", jp2(made)) })).toEqual(expected);
  });

  test("a codestream alone", () => {
    const expected = ["jpeg2000-bit-depth", "jpeg2000-colour-channels"];
    expect(broken("3b", PAINTED, { 10: image("/Filter /JPXDecode", Buffer.from("ff4fff51", "hex")) })).toEqual(
      expected,
    );
  });

  test("the colour space of the image dictionary counts instead", () => {
    const vendors = image("/Filter [/JPXDecode] /ColorSpace /DeviceRGB", jp2({ colours: [[4, 0, 0]] }));
    expect(broken("2b", PAINTED, { 10: vendors })).toEqual([]);
  });
});
