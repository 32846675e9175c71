import { describe, expect, test } from "vitest";
import type { Flavour } from "../../flavours.ts";
import { type BuildOptions, iccProfile, type MadeObject } from "../../testing/pdf-builder.ts";
import { colour } from "./colour.ts";
import { brokenIn } from "./testing/broken-in.ts";

const broken = brokenIn(colour);
const icc = (colourSpace: "RGB" | "CMYK" | "GRAY"): MadeObject => ({
  dict: `/N ${{ GRAY: 1, RGB: 3, CMYK: 4 }[colourSpace]}`,
  stream: iccProfile(colourSpace),
});
const tint = (code: string): MadeObject => ({
  dict: "/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]",
  stream: code,
});

describe("device colours", () => {
  test("a colour that is set counts, even if nothing is painted in it; the initial one does not", () => {
    expect(broken("1b", { content: "1 0 0 0 K 0.7 0.9 0.9 RG 0 0 9 9 re S", outputIntent: "RGB" })).toEqual([
      "uncalibrated-cmyk",
    ]);
    expect(broken("2b", { content: "0 G" })).toEqual(["uncalibrated-gray"]);
    expect(broken("2b", { content: "/DeviceRGB cs" })).toEqual(["uncalibrated-rgb"]);
    expect(broken("2b", { content: "q Q" })).toEqual([]);
  });

  test.each<[string, BuildOptions, readonly string[]]>([
    ["nothing gives them a meaning", {}, ["uncalibrated-cmyk", "uncalibrated-gray", "uncalibrated-rgb"]],
    ["the output is gray", { outputIntent: "GRAY" }, ["uncalibrated-cmyk", "uncalibrated-rgb"]],
    ["the output is RGB", { outputIntent: "RGB" }, ["uncalibrated-cmyk"]],
    ["the output is CMYK", { outputIntent: "CMYK" }, ["uncalibrated-rgb"]],
    [
      "default colour spaces are set",
      {
        resources:
          "/ColorSpace << /DefaultGray [/CalGray << >>] /DefaultRGB [/ICCBased 10 0 R] /DefaultCMYK [/ICCBased 11 0 R] >>",
      },
      [],
    ],
    [
      "default colour spaces are device colour spaces, too",
      { resources: "/ColorSpace << /DefaultRGB /DeviceRGB >>", outputIntent: "CMYK" },
      ["uncalibrated-rgb"],
    ],
  ])("%s", (_, options, expected) => {
    const content = "0 g 0 0 9 9 re f 0 0 1 rg 0 0 9 9 re f 1 0 0 0 K 0 0 9 9 re S";
    for (const flavour of ["1b", "2b", "3b", "4"] as const) {
      expect(broken(flavour, { ...options, content }, { 10: icc("RGB"), 11: icc("CMYK") })).toEqual(expected);
    }
  });

  test("a name that is no colour space leaves DeviceGray in force, whatever is set for that", () => {
    const resources = "/ColorSpace << /DefaultGray [/CalGray << >>] >>";
    expect(broken("2b", { resources, content: "0 g 0 0 9 9 re f" })).toEqual([]);
    expect(broken("2b", { resources, content: "/Missing cs 0 0 9 9 re f" })).toEqual(["uncalibrated-gray"]);
  });

  test("an output profile without a header gives none, not even to gray", () => {
    const profile = { 6: { dict: "/N 1", stream: "no profile" } };
    expect(broken("2b", { content: "0 g 0 0 9 9 re f", outputIntent: "GRAY" }, profile)).toEqual(["uncalibrated-gray"]);
  });

  test.each(["Luminosity", "Alpha"])("colours in a soft mask of the kind %s become opacity", (kind) => {
    const resources = `/ExtGState << /G << /SMask << /S /${kind} /G 10 0 R >> >> >>`;
    const group = "/Subtype /Form /BBox [0 0 9 9] /Group << /S /Transparency /CS /DeviceGray >>";
    const mask = { 10: { dict: group, stream: "1 0 0 rg 0 0 9 9 re f" } };
    expect(broken("2b", { content: "/G gs", resources }, mask)).toEqual([]);
  });

  test.each<[string, string]>([
    ["the base of Indexed", "[/Indexed /DeviceRGB 0 <000000>]"],
    ["the alternate of Separation", "[/Separation /Gold /DeviceRGB 10 0 R]"],
    ["the alternate of DeviceN", "[/DeviceN [/None] /DeviceRGB 10 0 R]"],
    [
      "the process colours of DeviceN",
      "[/DeviceN [/None] [/Lab << >>] 10 0 R << /Process << /ColorSpace /DeviceRGB >> >>]",
    ],
  ])("%s counts", (_, space) => {
    const options = { content: "/CS0 cs 0 sc 0 0 9 9 re f", resources: `/ColorSpace << /CS0 ${space} >>` };
    expect(broken("2b", options, { 10: tint("{dup dup}") })).toEqual(["uncalibrated-rgb"]);
    expect(broken("2b", { ...options, outputIntent: "RGB" }, { 10: tint("{dup dup}") })).toEqual([]);
  });

  test.each<[string, string, string, Readonly<Record<number, MadeObject>>]>([
    [
      "an image",
      "/X0 Do",
      "/XObject << /X0 10 0 R >>",
      { 10: { dict: "/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB", stream: "abc" } },
    ],
    ["an inline image", "BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI", "", {}],
    ["a shading", "/S0 sh", "/Shading << /S0 << /ShadingType 2 /ColorSpace /DeviceRGB >> >>", {}],
    [
      "a form",
      "/X0 Do",
      "/XObject << /X0 10 0 R >>",
      { 10: { dict: "/Subtype /Form", stream: "1 0 0 rg 0 0 9 9 re f" } },
    ],
    [
      "the group of a form",
      "/X0 Do",
      "/XObject << /X0 10 0 R >>",
      { 10: { dict: "/Subtype /Form /Group << /S /Transparency /CS /DeviceRGB >>", stream: "" } },
    ],
  ])("%s counts", (_, content, resources, objects) => {
    expect(broken("2b", { content, resources }, objects)).toEqual(["uncalibrated-rgb"]);
    expect(broken("2b", { content, resources, outputIntent: "RGB" }, objects)).toEqual([]);
  });

  test.each<[string, string, readonly string[]]>([
    ["a stroke colour that only fills are painted with", "/CS0 cs 0 sc 1 0 0 RG 0 0 9 9 re f", ["uncalibrated-rgb"]],
    ["a fill colour that invisible text is shown with", "1 0 0 rg BT /F0 9 Tf 3 Tr (a) Tj ET", ["uncalibrated-rgb"]],
    ["the initial stroke colour", "/CS0 cs 0 sc 0 0 9 9 re f", []],
    ["CalCMYK, that is DeviceCMYK", "/CS1 cs 0 0 0 0 sc 0 0 9 9 re f", ["uncalibrated-cmyk"]],
    ["what is no colour space, and the initial one therefore", "/CS2 cs 0 sc 0 0 9 9 re f", ["uncalibrated-gray"]],
  ])("%s", (_, content, expected) => {
    const resources = `/ColorSpace << /CS0 [/CalGray << >>] /CS1 [/CalCMYK << >>] /CS2 [/Other] >>
      /Font << /F0 << /Type /Font /Subtype /TrueType /BaseFont /A >> >>`;
    expect(broken("1b", { content, resources })).toEqual(expected);
  });

  test("resources that are not used do not count", () => {
    expect(broken("1b", { resources: "/ColorSpace << /CS0 /DeviceRGB >>" })).toEqual([]);
  });
});

test("from part 2 on default colour spaces are those of the stream's own resources", () => {
  const form: MadeObject = { dict: "/Subtype /Form", stream: "1 0 0 rg 0 0 9 9 re f" };
  const resources = "/ColorSpace << /DefaultRGB [/CalRGB << >>] >> /XObject << /X0 10 0 R >>";
  expect(broken("1b", { content: "/X0 Do", resources }, { 10: form })).toEqual([]);
  expect(broken("2b", { content: "/X0 Do", resources }, { 10: form })).toEqual(["uncalibrated-rgb"]);
});

describe("part 4", () => {
  const RED = "1 0 0 rg 0 0 9 9 re f";
  const inPage = (space: string): BuildOptions => ({
    page: `/Group << /S /Transparency /CS ${space} >>`,
    content: RED,
  });

  test.each<[Flavour, string, readonly string[]]>([
    ["4", "[/ICCBased 10 0 R]", []],
    ["4", "[/CalRGB << >>]", []],
    ["4", "[/CalGray << >>]", ["uncalibrated-rgb"]],
    ["4", "/DeviceRGB", ["uncalibrated-rgb"]],
    ["2b", "[/ICCBased 10 0 R]", ["uncalibrated-rgb"]],
  ])("%s: device colours in a page whose group has %s", (flavour, space, expected) => {
    expect(broken(flavour, inPage(space), { 10: icc("RGB") })).toEqual(expected);
  });

  test("a device space of a group within a group means that of the outer one", () => {
    const group = "/Group << /S /Transparency /CS /DeviceRGB /I true >>";
    const form: MadeObject = { dict: `/Subtype /Form ${group}`, stream: RED };
    const resources = "/XObject << /X0 11 0 R >>";
    const objects = { 10: icc("RGB"), 11: form };
    const inIcc = { ...inPage("[/ICCBased 10 0 R]"), content: "/X0 Do", resources };
    expect(broken("4", inIcc, objects)).toEqual([]);
    const inGray = { ...inPage("[/CalGray << >>]"), content: "/X0 Do", resources };
    expect(broken("4", inGray, objects)).toEqual(["uncalibrated-rgb"]);
  });

  test("the colour space of a group counts where the group is isolated", () => {
    const options = { content: "/X0 Do", resources: "/XObject << /X0 11 0 R >>" };
    const group = "/S /Transparency /CS [/ICCBased 10 0 R]";
    const isolated = { dict: `/Subtype /Form /Group << ${group} /I true >>`, stream: RED };
    expect(broken("4", options, { 10: icc("RGB"), 11: isolated })).toEqual([]);
    const other = { dict: `/Subtype /Form /Group << ${group} >>`, stream: RED };
    expect(broken("4", options, { 10: icc("RGB"), 11: other })).toEqual(["uncalibrated-rgb"]);
  });

  test("the output intent of a page counts on it", () => {
    const page = "/OutputIntents [<< /S /GTS_PDFA1 /DestOutputProfile 10 0 R >>]";
    expect(broken("4", { page, content: RED }, { 10: icc("RGB") })).toEqual([]);
    expect(broken("4", { page, content: RED }, { 10: icc("CMYK") })).toEqual(["uncalibrated-rgb"]);
    expect(broken("2b", { page, content: RED }, { 10: icc("RGB") })).toEqual(["uncalibrated-rgb"]);
  });

  test("an ICCBased CMYK space has another profile than the output, whatever object it is", () => {
    const resources = "/ColorSpace << /CS0 [/ICCBased 10 0 R] >>";
    const options = { outputIntent: "CMYK", resources, content: "/CS0 cs 0 0 0 0 sc 0 0 9 9 re f" } as const;
    expect(broken("4", options, { 10: icc("CMYK") })).toEqual(["icc-cmyk-same-as-output"]);
    expect(broken("2b", options, { 10: icc("CMYK") })).toEqual([]);
    const other = Buffer.concat([iccProfile("CMYK"), Buffer.from("other")]);
    expect(broken("4", options, { 10: { dict: "/N 4", stream: other } })).toEqual([]);
  });
});

describe("ICCBased", () => {
  const used = { resources: "/ColorSpace << /CS0 [/ICCBased 10 0 R] >>", content: "/CS0 cs 0 sc 0 0 9 9 re f" };

  test("profiles are valid", () => {
    expect(broken("1b", used, { 10: icc("RGB") })).toEqual([]);
    expect(broken("2b", used, { 10: { dict: "/N 3", stream: "no profile" } })).toEqual(["icc-based-profile"]);
    expect(broken("2b", used, { 10: "null" })).toEqual(["icc-based-profile"]);
    const unread = ["icc-based-components", "icc-based-profile"];
    expect(broken("1b", used, { 10: { dict: "/N 3", stream: "no profile" } })).toEqual(unread);
    expect(broken("1b", used, { 10: "null" })).toEqual(unread);
    const linked = Buffer.from(iccProfile("RGB"));
    linked.write("link", 12, "latin1");
    expect(broken("2b", used, { 10: { dict: "/N 3", stream: linked } })).toEqual(["icc-based-profile"]);
  });

  test("N is that of the profile", () => {
    expect(broken("1b", used, { 10: { dict: "/N 4", stream: iccProfile("RGB") } })).toEqual(["icc-based-components"]);
  });

  test.each<[string, readonly string[]]>([
    ["/OPM 1 /op true /OP false", ["icc-cmyk-overprint-mode"]],
    ["/OPM 1 /OP true", ["icc-cmyk-overprint-mode"]],
    ["/OPM 1 /OP true /op false", []],
    ["/OPM 0 /OP true", []],
  ])("CMYK is filled with %s", (state, expected) => {
    const resources = `${used.resources} /ExtGState << /G0 << ${state} >> >>`;
    const content = "/G0 gs /CS0 cs 0 0 0 0 sc 0 0 9 9 re f";
    expect(broken("2b", { resources, content }, { 10: icc("CMYK") })).toEqual(expected);
    const byDefault = {
      resources: resources.replace("/CS0", "/DefaultCMYK"),
      content: "/G0 gs 0 0 0 0 k 0 0 9 9 re f",
    };
    expect(broken("2b", byDefault, { 10: icc("CMYK") })).toEqual(expected);
  });
});

const space = (attributes: string, names = "/Gold /Cyan"): BuildOptions => ({
  outputIntent: "CMYK",
  resources: `/ColorSpace << /CS0 [/DeviceN [${names}] /DeviceCMYK 10 0 R ${attributes}] >>`,
  content: "/CS0 cs 0 0 sc 0 0 9 9 re f",
});

describe("spot colours", () => {
  const GOLD = "/Gold [/Separation /Gold /DeviceCMYK 10 0 R]";

  test("those of DeviceN are in its Colorants", () => {
    const objects = { 10: tint("{}") };
    expect(broken("2b", space(`<< /Colorants << ${GOLD} >> >>`), objects)).toEqual([]);
    expect(broken("2b", space("<< /Process << /Components [/Gold] >> >>"), objects)).toEqual([]);
    expect(broken("2b", space(""), objects)).toEqual(["device-n-colorants"]);
    expect(broken("1b", space(""), objects)).toEqual([]);
  });

  test.each<[Flavour, number, readonly string[]]>([
    ["1b", 8, []],
    ["1b", 9, ["device-n-components"]],
    ["2b", 32, []],
    ["2b", 33, ["device-n-components"]],
    ["4", 33, []],
  ])("%s: DeviceN of %i components", (flavour, count, expected) => {
    expect(broken(flavour, space("", "/None ".repeat(count)), { 10: tint("{}") })).toEqual(expected);
  });

  test("Separation spaces of one name are the same", () => {
    const options: BuildOptions = {
      outputIntent: "RGB",
      resources:
        "/ColorSpace << /CS0 [/Separation /Gold /DeviceRGB 10 0 R] /CS1 [/Separation /Gold /DeviceRGB 11 0 R] >>",
      content: "/CS0 cs 1 sc 0 0 9 9 re f /CS1 cs 1 sc 0 0 9 9 re f",
    };
    expect(broken("2b", options, { 10: tint("{dup dup}"), 11: tint("{dup dup}") })).toEqual([]);
    expect(broken("2b", options, { 10: tint("{dup dup}"), 11: tint("{0 exch 0}") })).toEqual(["separation-consistent"]);
    expect(broken("1b", options, { 10: tint("{dup dup}"), 11: tint("{0 exch 0}") })).toEqual([]);
  });

  test.each(["All", "None"])("except those named %s", (name) => {
    const options: BuildOptions = {
      outputIntent: "RGB",
      resources: `/ColorSpace << /CS0 [/Separation /${name} /DeviceRGB 10 0 R] /CS1 [/Separation /${name} /DeviceRGB 11 0 R] >>`,
      content: "/CS0 cs 1 sc 0 0 9 9 re f /CS1 cs 1 sc 0 0 9 9 re f",
    };
    expect(broken("2b", options, { 10: tint("{dup dup}"), 11: tint("{0 exch 0}") })).toEqual([]);
  });
});
