import { describe, expect, test } from "vitest";
import type { Flavour } from "../flavours.ts";
import { type BuildOptions, brokenRules, buildPdf, type MadeObject } from "../testing/pdf-builder.ts";
import { annotations } from "./annotations.ts";

const APPEARANCE: MadeObject = { dict: "/Type /XObject /Subtype /Form /BBox [0 0 9 9]", stream: "" };

/** Returns the rules that a page with one annotation breaks; object 11 is an appearance stream. */
function brokenBy(annotation: string, flavour: Flavour, options: BuildOptions = {}): readonly string[] {
  const objects = { 10: `<< /Type /Annot /Rect [0 0 9 9] ${annotation} >>`, 11: APPEARANCE };
  const file = buildPdf(objects, { flavour, page: "/Annots [10 0 R]", ...options });
  return brokenRules(file, { flavour, groups: [annotations] });
}

describe("types", () => {
  const rest = "/F 4 /AP << /N 11 0 R >>";
  test.each<[Flavour, string, string]>([
    ["1b", "Text", "Polygon"],
    ["1b", "Stamp", "FileAttachment"],
    ["2b", "FileAttachment", "3D"],
    ["3b", "Watermark", "Projection"],
    ["4", "Projection", "FileAttachment"],
    ["4", "Redact", "RichMedia"],
    ["4e", "RichMedia", "Screen"],
    ["4f", "FileAttachment", "3D"],
  ])("%s has %s, not %s", (flavour, permitted, forbidden) => {
    expect(brokenBy(`/Subtype /${permitted} ${rest}`, flavour)).toEqual([]);
    expect(brokenBy(`/Subtype /${forbidden} ${rest}`, flavour)).toEqual(["annotation-type"]);
  });

  test("an annotation without a type is of none that is permitted", () => {
    expect(brokenBy(rest, "2b")).toEqual(["annotation-type"]);
  });

  test("three-dimensional artwork of 4e is U3D or PRC", () => {
    expect(brokenBy(`/Subtype /3D ${rest} /3DD 12 0 R`, "4e")).toEqual([]);
    const artwork = (format: string) =>
      brokenRules(
        buildPdf(
          {
            10: `<< /Subtype /3D /Rect [0 0 9 9] ${rest} /3DD 12 0 R >>`,
            11: APPEARANCE,
            12: { dict: format, stream: "" },
          },
          { flavour: "4e", page: "/Annots [10 0 R]" },
        ),
        { flavour: "4e", groups: [annotations] },
      );
    expect(artwork("/Subtype /PRC")).toEqual([]);
    expect(artwork("/Subtype /X3D")).toEqual(["3d-stream-format"]);
  });
});

test("a projection needs no appearance in part 4, where it is a type", () => {
  expect(brokenBy("/Subtype /Projection /F 4", "4")).toEqual([]);
  expect(brokenBy("/Subtype /Projection /F 4", "2b")).toEqual(["annotation-appearance", "annotation-type"]);
});

describe("entries", () => {
  const appearance = "/AP << /N 11 0 R >>";

  test("opacity is 1 in part 1", () => {
    expect(brokenBy(`/Subtype /Text /F 4 ${appearance} /CA 1.0`, "1b")).toEqual([]);
    expect(brokenBy(`/Subtype /Text /F 4 ${appearance} /CA 0.5`, "1b")).toEqual(["annotation-opacity"]);
    expect(brokenBy(`/Subtype /Text /F 4 ${appearance} /CA 0.5`, "2b")).toEqual([]);
  });

  test("flags are there, but not of pop-ups from part 2 on", () => {
    expect(brokenBy(`/Subtype /Text ${appearance}`, "2b")).toEqual(["annotation-flags-present"]);
    expect(brokenBy("/Subtype /Popup", "2b")).toEqual([]);
    expect(brokenBy("/Subtype /Popup", "1b")).toEqual(["annotation-flags"]);
  });

  test.each<[Flavour, number, boolean]>([
    ["2b", 4, true],
    ["2b", 4 + 8 + 16 + 64 + 128 + 512, true],
    ["2b", 0, false],
    ["2b", 4 + 1, false],
    ["2b", 4 + 2, false],
    ["2b", 4 + 32, false],
    ["4", 4 + 256, false],
    ["1b", 4 + 256, true],
    ["1b", 4 + 32, false],
  ])("%s, F %d", (flavour, flags, isKept) => {
    const broken = brokenBy(`/Subtype /Text /F ${flags} ${appearance}`, flavour);
    expect(broken).toEqual(isKept ? [] : ["annotation-flags"]);
  });

  test.each(["C", "IC"])("in part 1, %s needs an output intent of RGB", (key) => {
    const annotation = `/Subtype /Square /F 4 ${appearance} /${key} [1 0 0]`;
    expect(brokenBy(annotation, "1b", { outputIntent: "RGB" })).toEqual([]);
    expect(brokenBy(annotation, "1b", { outputIntent: "CMYK" })).toEqual(["annotation-colour"]);
    expect(brokenBy(annotation, "1b")).toEqual(["annotation-colour"]);
    expect(brokenBy(annotation, "2b")).toEqual([]);
  });
});

describe("appearances", () => {
  test.each<[string, boolean]>([
    ["/Subtype /Text", false],
    ["/Subtype /Text /AP << /N 11 0 R >>", true],
    ["/Subtype /Text /AP null", false],
    ["/Subtype /Widget /Rect [5 5 5 5]", true],
    ["/Subtype /Widget /Rect [5 5 5 6]", false],
    ["/Subtype /Popup", true],
    ["/Subtype /Link", true],
  ])("%s: %s", (annotation, isKept) => {
    expect(brokenBy(`${annotation} /F 4`, "3b")).toEqual(isKept ? [] : ["annotation-appearance"]);
  });

  test("only N is in an appearance dictionary", () => {
    expect(brokenBy("/Subtype /Text /F 4 /AP << /N 11 0 R /R null >>", "1b")).toEqual([]);
    expect(brokenBy("/Subtype /Text /F 4 /AP << /N 11 0 R /D 11 0 R >>", "1b")).toEqual([
      "annotation-normal-appearance",
    ]);
    expect(brokenBy("/Subtype /Text /F 4 /AP << >>", "2b")).toEqual(["annotation-normal-appearance"]);
  });

  test("buttons have a dictionary of states, others a stream", () => {
    const states = "/F 4 /AP << /N << /On 11 0 R >> >>";
    const stream = "/F 4 /AP << /N 11 0 R >>";
    expect(brokenBy(`/Subtype /Widget /FT /Btn ${states}`, "2b")).toEqual([]);
    expect(brokenBy(`/Subtype /Widget /FT /Btn ${stream}`, "2b")).toEqual(["button-appearance"]);
    expect(brokenBy("/Subtype /Widget /FT /Btn /F 4 /AP << /N << /On null >> >>", "2b")).toEqual(["button-appearance"]);
    expect(brokenBy(`/Subtype /Widget /FT /Tx ${stream}`, "2b")).toEqual([]);
    expect(brokenBy(`/Subtype /Widget /FT /Tx ${states}`, "2b")).toEqual(["annotation-appearance-stream"]);
    expect(brokenBy(`/Subtype /Stamp ${states}`, "1b")).toEqual(["annotation-appearance-stream"]);
  });

  test("the kind of field may be stated above the widget, even in a circle", () => {
    const objects = {
      10: "<< /Subtype /Widget /Rect [0 0 9 9] /F 4 /AP << /N << /On 11 0 R >> >> /Parent 12 0 R >>",
      11: APPEARANCE,
    };
    const options = { page: "/Annots [10 0 R]" };
    const check = (parent: string) =>
      brokenRules(buildPdf({ ...objects, 12: parent }, options), { flavour: "2b", groups: [annotations] });
    expect(check("<< /FT /Btn /Kids [10 0 R] >>")).toEqual([]);
    expect(check("<< /Parent 12 0 R >>")).toEqual(["annotation-appearance-stream"]);
  });
});
