import { Name } from "@quire/cos";
import { describe, expect, test } from "vitest";
import { contentEvents } from "../testing/content-events.ts";
import { type BuildOptions, buildPdf, type MadeObject } from "../testing/pdf-builder.ts";
import type { CurrentColour, Paint } from "./subjects.ts";

type Objects = Readonly<Record<number, MadeObject>>;

const of = (options: BuildOptions, objects: Objects = {}) => contentEvents(buildPdf(objects, options));

const spaceOf = ({ space }: CurrentColour): unknown => (space instanceof Name ? space.value : space);
const paintOf = ({ operation, by, colour, context }: Paint): string =>
  `${context.kind} ${operation} ${by} ${String(spaceOf(colour))}`;
const paintsOf = (options: BuildOptions, objects: Objects = {}): readonly string[] =>
  of(options, objects).events.paint.map(({ subject }) => paintOf(subject));

const setBy = (options: BuildOptions, objects: Objects = {}): readonly string[] =>
  of(options, objects).events["colour-set"].map(
    ({ subject: { operation, colour } }) => `${operation} ${String(spaceOf(colour))}`,
  );

const form = (stream: string, entries = "/Resources << >>"): MadeObject => ({
  dict: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${entries}`,
  stream,
});

const fontOf = (resources: string): string =>
  `<< /Type /Font /Subtype /Type3 ${resources} /CharProcs << /a 11 0 R /b 12 0 R >> /Encoding << /Differences [97 /a /b] >> >>`;

const pageOf = (space: string): string =>
  `<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Resources << /XObject << /M 10 0 R >> /ColorSpace << /C ${space} >> >> >>`;

describe("colour-set", () => {
  test("reports what operators make current, painted with or not, each once", () => {
    expect(setBy({ content: "1 0 0 rg 0 0 0 1 K 0 g 0 1 0 rg q 0 0 1 rg Q" })).toEqual([
      "fill DeviceRGB",
      "stroke DeviceCMYK",
      "fill DeviceGray",
    ]);
    expect(setBy({ content: "0 0 9 9 re f" })).toEqual([]);
  });

  test("reports the space and the pattern of a pattern", () => {
    const options = { content: "/Pattern cs /T scn", resources: "/Pattern << /T 12 0 R >>" };
    const objects = { 12: { dict: "/PatternType 1 /PaintType 1 /Resources << >>", stream: "0.5 g" } };
    expect(setBy(options, objects)).toEqual(["fill Pattern", "fill Pattern"]);
  });

  test("is not emitted where colour operators are ignored", () => {
    const options = { content: "/P cs 1 0 0 /T scn f", resources: "/ColorSpace 10 0 R /Pattern << /T 12 0 R >>" };
    const objects = {
      10: "<< /P [/Pattern /DeviceRGB] >>",
      12: { dict: "/PatternType 1 /PaintType 2 /Resources << >>", stream: "0.5 g 0 0 1 1 re f" },
    };
    expect(setBy(options, objects)).not.toContain("fill DeviceGray");
  });
});

describe("paint", () => {
  test("reports each operation with the current colour", () => {
    const content = "0 0 1 1 re f 1 0 0 rg 0 0 0 1 K 0 0 1 1 re B /Pattern cs 0 0 1 1 re S n";
    expect(paintsOf({ content })).toEqual([
      "page fill path DeviceGray",
      "page fill path DeviceRGB",
      "page stroke path DeviceCMYK",
      // The fill colour changed, so the state is a different one.
      "page stroke path DeviceCMYK",
    ]);
  });

  test("reports the same case once, also after q and Q", () => {
    const content = "1 0 0 rg f f q 0.5 g f Q f 0 1 0 rg f q 0.2 g f Q";
    expect(paintsOf({ content })).toEqual(["page fill path DeviceRGB", "page fill path DeviceGray"]);
  });

  test("has named colour spaces with their names and resources, and the underlying one of a pattern", () => {
    const { events } = of(
      { content: "/C cs 0.1 scn f /P cs 1 0 0 /T scn f", resources: "/ColorSpace 10 0 R /Pattern << /T 12 0 R >>" },
      {
        10: "<< /C [/Separation /Spot /DeviceCMYK 11 0 R] /P [/Pattern /DeviceRGB] >>",
        12: { dict: "/PatternType 1 /PaintType 2 /Resources << >>", stream: "0.5 g 0 0 1 1 re f" },
      },
    );
    const [spot, pattern, cell] = events.paint.map(({ subject }) => subject);
    expect(spot?.colour).toMatchObject({ name: "C", pattern: undefined });
    expect(Array.isArray(spot?.colour.space)).toBe(true);
    expect(spot?.colour.resources).toBe(spot?.context.resources);
    expect(pattern?.colour).toMatchObject({ name: "P", patternName: "T" });
    expect(pattern?.colour.underlying?.space).toEqual(new Name("DeviceRGB"));
    // The cell is painted in the colour of the pattern: its own g does not count.
    expect(cell?.context).toMatchObject({ kind: "pattern", isUncoloured: true, object: 12, at: "Pattern/T" });
    expect(cell === undefined ? "" : paintOf(cell)).toBe("pattern fill path DeviceRGB");
  });

  test("counts text by its rendering mode, and stencil masks", () => {
    const content =
      "BT /F 9 Tf 3 Tr (a) Tj 1 Tr (a) Tj 2 Tr [(a) 3 (b)] TJ () Tj ET BI /W 1 /H 1 /IM true ID \u0000 EI";
    expect(paintsOf({ content, resources: "/Font << /F << /Subtype /Type1 >> >>" })).toEqual([
      "page stroke text DeviceGray",
      "page fill text DeviceGray",
      "page stroke text DeviceGray",
      "page fill image-mask DeviceGray",
    ]);
  });
});

describe("state", () => {
  test("has what gs and ri set, until Q", () => {
    const { events } = of({
      content: "q /G gs /Perceptual ri f Q S",
      resources: "/ExtGState << /G << /OP true /OPM 1 /ca 0.5 /CA 0.25 /BM /Multiply /Font [10 0 R 9] >> >>",
    });
    const [inside, outside] = events.paint.map(({ subject }) => subject.state);
    expect(inside).toMatchObject({ fillOverprint: true, strokeOverprint: true, overprintMode: 1 });
    expect(inside).toMatchObject({ fillAlpha: 0.5, strokeAlpha: 0.25, renderingIntent: "Perceptual" });
    expect(inside?.blendMode).toEqual(new Name("Multiply"));
    expect(outside).toMatchObject({ fillOverprint: false, fillAlpha: 1, strokeAlpha: 1, renderingIntent: undefined });
    expect(events["ext-gstate"].map(({ subject: { by, name } }) => [by, name])).toEqual([["gs", "G"]]);
    expect(events["rendering-intent"].map(({ subject: { by, intent } }) => [by, intent])).toEqual([
      ["ri", "Perceptual"],
    ]);
  });

  test("op is distinguished from OP where it is there", () => {
    const { events } = of({ content: "/G gs f", resources: "/ExtGState << /G << /OP true /op false >> >>" });
    expect(events.paint[0]?.subject.state).toMatchObject({ fillOverprint: false, strokeOverprint: true });
  });
});

describe("text", () => {
  const resources = "/Font << /F << /Subtype /Type1 >> >> /Properties << /P << /ActualText (whole) /MCID 4 >> >>";

  test("is reported string by string, with the marked content around", () => {
    const content =
      "BT /F 9 Tf (a) Tj /Span /P BDC [(b) 1 (c)] TJ /X BMC (d) ' EMC EMC /Y << /MCID 7 >> BDC 1 2 (e) \" EMC ET";
    const { events } = of({ content, resources, page: "/StructParents 3" });
    const shown = events.text.map(({ subject: { bytes, actualText, mcid, structParents, markedContent } }) => [
      Buffer.from(bytes).toString("latin1"),
      actualText && Buffer.from(actualText).toString("latin1"),
      mcid,
      structParents,
      markedContent.map(({ tag }) => tag).join(" "),
    ]);
    expect(shown).toEqual([
      ["a", undefined, undefined, undefined, ""],
      ["b", "whole", 4, 3, "Span"],
      ["c", "whole", 4, 3, "Span"],
      ["d", "whole", 4, 3, "Span X"],
      ["e", undefined, 7, 3, "Y"],
    ]);
    expect(events.operation.map(({ subject }) => subject.operation.operator)).toEqual(["BDC", "BMC", "BDC"]);
    expect(events.text[0]?.subject).toMatchObject({ fontName: "F", renderingMode: 0 });
  });

  test("has the font that an ExtGState sets, and none without a font", () => {
    const { events } = of(
      { content: "BT (none) Tj /G gs (a) Tj ET", resources: "/ExtGState << /G << /Font [10 0 R 9] >> >>" },
      { 10: "<< /Type /Font /Subtype /Type1 /BaseFont /ByState >>" },
    );
    expect(events.text.map(({ subject }) => subject.font.name("BaseFont"))).toEqual(["ByState"]);
  });

  test("of a form has the marked content around its Do, walked for each that differs where text is compared", () => {
    const content = "/M Do /Span << /ActualText (x) >> BDC /M Do EMC /Span << /ActualText (y) >> BDC /M Do EMC";
    const objects = { 10: form("BT /F 9 Tf (a) Tj ET", `/Resources << ${resources} >>`) };
    const file = buildPdf(objects, { content, resources: "/XObject << /M 10 0 R >>" });
    const actual = (flavour: "2u" | "2b") =>
      contentEvents(file, flavour).events.text.map(({ subject }) => subject.actualText !== undefined);
    expect(actual("2u")).toEqual([false, true]);
    expect(actual("2b")).toEqual([false]);
  });
});

describe("Type 3 fonts", () => {
  const glyphs = {
    11: { dict: "", stream: "9 0 0 0 9 9 d1 1 0 0 rg 0 0 9 9 re f" },
    12: { dict: "", stream: "9 0 d0 1 0 0 rg 0 0 9 9 re f" },
  };

  test("walks the glyphs that are shown, d1 in the colour of the text", () => {
    const options = { content: "BT /T 9 Tf 0 0 0 1 k (aaa) Tj ET", resources: "/Font << /T 10 0 R >>" };
    expect(paintsOf(options, { 10: fontOf("/Resources << >>"), ...glyphs })).toEqual([
      "type3-glyph fill path DeviceCMYK",
    ]);
    const both = { ...options, content: "BT /T 9 Tf 0 0 0 1 k (ab) Tj 0 g (ab) Tj ET" };
    expect(paintsOf(both, { 10: fontOf("/Resources << >>"), ...glyphs })).toEqual([
      "type3-glyph fill path DeviceCMYK",
      "type3-glyph fill path DeviceRGB",
      // Only the glyph that is painted in the colour of the text is walked again.
      "type3-glyph fill path DeviceGray",
    ]);
  });

  test("glyphs have the resources of the font, or else those of the page, which is reported", () => {
    const content = "BT /T 9 Tf (a) Tj ET";
    const drawing = { 11: { dict: "", stream: "9 0 d0 /C cs f" } };
    const inheritedOf = (fontResources: string) =>
      of(
        { content, resources: "/Font << /T 10 0 R >> /ColorSpace << /C [/CalGray << >>] >>" },
        { 10: fontOf(fontResources), ...drawing },
      ).events["content-stream"].map(({ subject: { inheritedResources } }) => inheritedResources);
    expect(inheritedOf("")).toEqual([["ColorSpace/C"], []]);
    expect(inheritedOf("/Resources << /ColorSpace << /C [/CalGray << >>] >> >>")).toEqual([[], []]);
  });
});

/** Returns the blending spaces inside a form whose group has these further entries. */
const blendingIn = (more: string) =>
  of(
    {
      content: "/M Do",
      resources: "/XObject << /M 10 0 R >>",
      page: "/Group << /S /Transparency /CS /DeviceRGB >>",
    },
    { 10: form("0 0 1 1 re f", `/Resources << >> /Group << /S /Transparency /CS /DeviceCMYK ${more} >>`) },
  ).events.paint.map(({ subject }) => subject.context.environment.blendingSpace);

test("patterns are painted from the state at the beginning of the stream that names them", () => {
  const cell = { dict: "/PatternType 1 /PaintType 1 /Resources << >>", stream: "1 0 0 rg 0 0 1 1 re f" };
  const painted = "/Pattern cs /T scn 0 0 1 1 re f";
  const overprintsOf = (content: string) =>
    of(
      { content, resources: "/ExtGState << /G << /op true >> >> /XObject << /M 10 0 R >> /Pattern << /T 12 0 R >>" },
      { 10: form(painted, "/Resources << /Pattern << /T 12 0 R >> >>"), 12: cell },
    ).events.paint.flatMap(({ subject: { state, context } }) =>
      context.kind === "pattern" ? state.fillOverprint : [],
    );
  expect(overprintsOf(`/G gs ${painted}`)).toEqual([false]);
  expect(overprintsOf("/G gs /M Do")).toEqual([true]);
});

describe("forms", () => {
  test("are entered with their group, whose colour space is that of blending inside where it is isolated", () => {
    expect(blendingIn("/I true")).toEqual([new Name("DeviceCMYK")]);
    expect(blendingIn("/I false")).toEqual([new Name("DeviceRGB")]);
  });

  test("are entered with their group", () => {
    const group = "/Group << /S /Transparency /CS /DeviceCMYK /I true >>";
    const { events } = of(
      {
        content: "/M Do 0 0 1 1 re f",
        resources: "/XObject << /M 10 0 R >>",
        page: "/Group << /S /Transparency /CS /DeviceRGB >>",
      },
      { 10: form("0 0 1 1 re f", `/Resources << >> ${group}`) },
    );
    expect(events.form[0]?.subject).toMatchObject({ by: "Do", name: "M", object: 10 });
    expect(events.form[0]?.subject.group?.name("CS")).toBe("DeviceCMYK");
    const environments = events.paint.map(({ subject }) => subject.context.environment);
    expect(environments.map(({ blendingSpace }) => blendingSpace)).toEqual([
      new Name("DeviceCMYK"),
      new Name("DeviceRGB"),
    ]);
    expect(environments.map(({ pageBlendingSpace }) => pageBlendingSpace)).toEqual([
      new Name("DeviceRGB"),
      new Name("DeviceRGB"),
    ]);
    expect(events.paint[0]?.place).toEqual({ object: 10, page: 1, at: "XObject/M" });
  });

  test("are walked once, unless what they inherit matters to them", () => {
    const resources = "/XObject << /M 10 0 R >>";
    const content = "1 0 0 rg /M Do 0 g /M Do ".repeat(500);
    const own = paintsOf({ content, resources }, { 10: form("0 1 0 rg f") });
    expect(own).toEqual(["form fill path DeviceRGB"]);
    const inherited = paintsOf({ content, resources }, { 10: form("f") });
    expect(inherited).toEqual(["form fill path DeviceRGB", "form fill path DeviceGray"]);
    const nested = paintsOf(
      { content, resources },
      { 10: form("/N Do", "/Resources << /XObject << /N 11 0 R >> >>"), 11: form("f") },
    );
    expect(nested).toEqual(inherited);
  });

  test("may lead to themselves, and be nested deeper than is followed", () => {
    const itself = of(
      { content: "/M Do", resources: "/XObject << /M 10 0 R >>" },
      { 10: form("f /M Do", "/Resources << /XObject << /M 10 0 R >> >>") },
    );
    expect(itself.events.paint).toHaveLength(1);
    expect(itself.reasons).toEqual([]);
    const chain: Record<number, MadeObject> = {};
    for (let number = 10; number < 110; number++) {
      chain[number] = form("/M Do", `/Resources << /XObject << /M ${number + 1} 0 R >> >>`);
    }
    chain[110] = form("f");
    const deep = of({ content: "/M Do", resources: "/XObject << /M 10 0 R >>" }, chain);
    expect(deep.reasons).toHaveLength(1);
    expect(deep.reasons[0]).toContain("nested");
  });

  test("of which each paints the next twice do not multiply", () => {
    const chain: Record<number, MadeObject> = {};
    for (let number = 10; number < 50; number++) {
      const group = "/Group << /S /Transparency /CS /DeviceRGB >>";
      chain[number] = form("1 0 0 rg /M Do 0 g /M Do", `/Resources << /XObject << /M ${number + 1} 0 R >> >> ${group}`);
    }
    chain[50] = form("f");
    const { events } = of({ content: "/M Do", resources: "/XObject << /M 10 0 R >>" }, chain);
    expect(events["content-stream"].length).toBeLessThan(100);
    expect(events.paint.map(({ subject }) => paintOf(subject))).toHaveLength(2);
  });

  const nested = form("/N Do", "/Resources << /XObject << /N 12 0 R >> >>");

  test.each([
    ["directly", { 10: form("/C cs f", "") }],
    ["in another one with resources", { 10: nested, 12: form("/C cs f", "") }],
  ])("without resources use those of the page, and are walked for each page where that matters: %s", (_, forms) => {
    const { events } = of(
      { content: "/M Do" },
      {
        2: "<< /Type /Pages /Kids [3 0 R 11 0 R] /Count 2 >>",
        3: pageOf("/DeviceRGB"),
        11: pageOf("/DeviceCMYK"),
        ...forms,
      },
    );
    expect(events.paint.map(({ subject, place }) => `${paintOf(subject)} ${place.page}`)).toEqual([
      "form fill path DeviceRGB 1",
      "form fill path DeviceCMYK 2",
    ]);
  });
});

describe("other streams", () => {
  test("appearances of annotations in all their states, soft masks in use, and not what is unused", () => {
    const { events } = of(
      {
        content: "/G gs f",
        resources: "/ExtGState << /G << /SMask << /S /Luminosity /G 12 0 R >> >> >> /XObject << /Unused 13 0 R >>",
        page: "/Annots [<< /Subtype /Widget /AS /Off /AP << /N << /On 10 0 R /Off 11 0 R >> /D 13 0 R >> >> << /AP << /N 14 0 R >> >>]",
      },
      { 10: form("f"), 11: form("S"), 12: form("f"), 13: form("f"), 14: form("f") },
    );
    expect(events["content-stream"].map(({ place: { page, object, at } }) => [page, object, at])).toEqual([
      [1, 12, "SMask/G"],
      [1, 3, "Contents"],
      [1, 10, "Annots[0]/AP/N/On"],
      [1, 11, "Annots[0]/AP/N/Off"],
      [1, 13, "Annots[0]/AP/D"],
      [1, 14, "Annots[1]/AP/N"],
    ]);
    expect(events.form.map(({ subject }) => subject.by)).toEqual([
      "soft-mask",
      "appearance",
      "appearance",
      "appearance",
      "appearance",
    ]);
    expect(events.paint[1]?.subject.state.softMask).not.toEqual(new Name("None"));
  });

  test("shadings by sh and by patterns, with the ExtGState of the latter", () => {
    const { events } = of(
      {
        content: "/S sh /Pattern cs /P scn f",
        resources:
          "/Shading << /S << /ShadingType 2 /ColorSpace /DeviceRGB >> >> /Pattern << /P << /PatternType 2 /Shading 10 0 R /ExtGState << /ca 0.5 >> >> >>",
      },
      { 10: "<< /ShadingType 2 /ColorSpace /DeviceCMYK >>" },
    );
    expect(events.shading.map(({ subject: { by, colorSpace, object } }) => [by, colorSpace, object])).toEqual([
      ["sh", new Name("DeviceRGB"), undefined],
      ["pattern", new Name("DeviceCMYK"), 10],
    ]);
    expect(events["ext-gstate"].map(({ subject }) => subject.by)).toEqual(["pattern"]);
  });

  test("images: XObjects, and inline ones with names in full", () => {
    const { events } = of(
      {
        content: "/Saturation ri /I Do BI /W 1 /H 1 /CS /C /BPC 8 /F /Fl /I true /Intent /Perceptual ID x EI",
        resources: "/XObject << /I 10 0 R >> /ColorSpace << /C [/CalGray << >>] >>",
      },
      { 10: { dict: "/Subtype /Image /ColorSpace /DeviceRGB", stream: "" } },
    );
    const [image, inline] = events.image.map(({ subject }) => subject);
    expect(image).toMatchObject({ name: "I", object: 10, inline: undefined, renderingIntent: "Saturation" });
    expect(image?.colorSpace).toEqual(new Name("DeviceRGB"));
    expect(inline).toMatchObject({ stream: undefined, renderingIntent: "Perceptual", isStencilMask: false });
    expect(Array.isArray(inline?.colorSpace)).toBe(true);
    expect(inline?.dict.name("Filter")).toBe("FlateDecode");
    expect(inline?.dict.boolean("Interpolate")).toBe(true);
    expect(events["inline-image"][0]?.subject.filters).toEqual(["Fl"]);
    expect(events["rendering-intent"].map(({ subject: { intent, by } }) => [intent, by])).toEqual([
      ["Saturation", "ri"],
      ["Perceptual", "inline-image"],
    ]);
  });
});

describe("content streams", () => {
  test("report unknown operators, the depth of q, and names from other resources", () => {
    const { events } = of(
      { content: `BX foo EX ${"q ".repeat(30)} ${"Q ".repeat(40)} q QqQ56 bar foo /F 9 Tf /G gs` },
      { 2: "<< /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /Font << /F << /Subtype /Type1 >> >> >> >>" },
    );
    expect(events["content-stream"][0]?.subject).toMatchObject({
      unknownOperators: ["foo", "bar"],
      maxSaveDepth: 30,
      inheritedResources: ["Font/F"],
      undefinedResources: ["ExtGState/G"],
    });
  });

  test("keep the extremes of their operands", () => {
    const long = "n".repeat(200);
    const content = `3000000000 -9 w 40000.5 1e0 w 0.${"0".repeat(39)}1 w /${long} ri [(${long}) <4> <4x4>] TJ`;
    expect(of({ content }).events["content-stream"][0]?.subject.tokens).toMatchObject({
      largestInteger: 3_000_000_000,
      largestReal: 40_000.5,
      leastReal: 1e-40,
      longestStringBytes: 200,
      longestNameBytes: 200,
      oddHexStrings: 2,
      invalidHexStrings: 1,
    });
  });

  test("have the names of resources as keys, not as operands, and no strings for other operators than those of text", () => {
    const content = `/${"n".repeat(200)} gs <4> w <4x4> re`;
    expect(of({ content }).events["content-stream"][0]?.subject.tokens).toMatchObject({
      longestNameBytes: 0,
      oddHexStrings: 0,
      invalidHexStrings: 0,
    });
  });

  test("that are no streams leave nothing unchecked", () => {
    const page = "<< /Type /Page /Parent 2 0 R /Resources << >> /Contents [1 (text)] >>";
    expect(of({}, { 3: page }).reasons).toEqual([]);
  });

  test("that cannot be decoded are reported", () => {
    expect(of({}, { 5: { dict: "/Filter /FlateDecode", stream: "f" } }).reasons).toHaveLength(1);
    expect(of({}, { 5: { dict: "/Filter /DCTDecode", stream: "f" } }).reasons).toHaveLength(1);
  });

  test("with a filter that is none are as they are written", () => {
    for (const filter of ["/Nonsense", "/Fl", "[/ASCIIHexDecode /Nonsense]"]) {
      const stream = filter.startsWith("[") ? "66>" : "f";
      const { reasons } = of({}, { 5: { dict: `/Filter ${filter}`, stream } });
      expect(reasons, filter).toEqual([]);
      expect(paintsOf({}, { 5: { dict: `/Filter ${filter}`, stream } }), filter).toEqual(["page fill path DeviceGray"]);
    }
  });

  test("of several parts are one, and no token spans two parts", () => {
    const parts = { 10: { dict: "", stream: "1 0 0 rg 0 0 1 1" }, 11: { dict: "", stream: "re f" } };
    const page = "<< /Type /Page /Parent 2 0 R /Resources << >> /Contents [10 0 R 11 0 R] >>";
    expect(paintsOf({}, { 3: page, ...parts })).toEqual(["page fill path DeviceRGB"]);
  });
});
