import { Bounds, decodeStream, decodeTextString, Name, readPageTree } from "../../packages/cos/src/index.ts";
import { describe, expect, test } from "vitest";
import { type BuildOptions, buildPdf, type MadeObject } from "../../packages/pdfa/src/testing/pdf-builder.ts";
import type { ChangeCode, Target } from "../../packages/pdfa-conversion/src/options.ts";
import { brokenIn, converted } from "./converted.ts";

/* Each class of faults: the document breaks the rule before and not after, and the change is told. */

interface Case {
  readonly name: string;
  readonly objects?: Readonly<Record<number, MadeObject>>;
  readonly options: BuildOptions;
  readonly rule: string;
  readonly code?: ChangeCode;
  readonly target?: Target;
}

const FORM = "/Type /XObject /Subtype /Form /BBox [0 0 9 9]";
const WIDGET = "/Type /Annot /Subtype /Widget /Rect [0 0 9 9] /F 4";
const NOTE = "/Type /Annot /Rect [0 0 9 9] /F 4";
const LAYERS = { 10: "<< /Type /OCG /Name (One) >>", 11: "<< /Type /OCG /Name (Two) >>" };
const STATE = "/ExtGState << /G 10 0 R >>";

const CASES: readonly Case[] = [
  { name: "no metadata", options: { xmp: null }, rule: "6.6.2.1-1", code: "metadata_written" },
  { name: "no identifier of the file", options: { id: null }, rule: "6.1.3-1" },
  { name: "device colours", options: { content: "1 0 0 rg 0 0 9 9 re f" }, rule: "6.2.4.3-2" },
  {
    name: "DeviceCMYK as content sets it",
    options: { content: "1 0 0 0 k 0 0 9 9 re f" },
    rule: "6.2.4.3-3",
    code: "cmyk_described",
  },
  {
    name: "DeviceRGB with an output intent for CMYK",
    options: { outputIntent: "CMYK", content: "1 0 0 rg 0 0 9 9 re f" },
    rule: "6.2.4.3-2",
  },
  {
    name: "DeviceCMYK of an image",
    objects: {
      10: { dict: "/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceCMYK", stream: "abcd" },
    },
    options: { resources: "/XObject << /I 10 0 R >>", content: "/I Do" },
    rule: "6.2.4.3-3",
    code: "cmyk_described",
  },
  {
    name: "a script when the document is opened",
    options: { catalog: "/OpenAction << /S /JavaScript /JS (a) >>" },
    rule: "6.5.1-1",
    code: "actions_dropped",
  },
  {
    name: "a forbidden action after one that is not",
    options: { catalog: "/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next [<< /S /Launch /F (x) >>] >>" },
    rule: "6.5.1-1",
    code: "actions_dropped",
  },
  {
    name: "a named action that prints",
    options: { catalog: "/OpenAction << /S /Named /N /Print >>" },
    rule: "6.5.1-2",
    code: "actions_dropped",
  },
  { name: "actions of the document", options: { catalog: "/AA << >>" }, rule: "6.5.2-1", code: "actions_dropped" },
  { name: "actions of a page", options: { page: "/AA << >>" }, rule: "6.5.2-2", code: "actions_dropped" },
  {
    name: "an action of a widget",
    objects: {
      10: `<< ${WIDGET} /FT /Tx /T (a) /A << /S /URI /URI (x) >> /AP << /N 11 0 R >> >>`,
      11: { dict: FORM, stream: "" },
    },
    options: { page: "/Annots [10 0 R]", catalog: "/AcroForm << /Fields [10 0 R] >>" },
    rule: "6.4.1-1",
    code: "actions_dropped",
  },
  {
    name: "a film",
    objects: { 10: `<< ${NOTE} /Subtype /Movie >>` },
    options: { page: "/Annots [10 0 R]" },
    rule: "6.3.1-1",
    code: "annotations_dropped",
  },
  {
    name: "a hidden note",
    objects: { 10: "<< /Subtype /Text /Rect [0 0 9 9] /F 2 /AP << /N 11 0 R >> >>", 11: { dict: FORM, stream: "" } },
    options: { page: "/Annots [10 0 R]" },
    rule: "6.3.2-2",
    code: "hidden_annotations_dropped",
  },
  {
    name: "a note that is not printed",
    objects: { 10: "<< /Subtype /Text /Rect [0 0 9 9] /AP << /N 11 0 R >> >>", 11: { dict: FORM, stream: "" } },
    options: { page: "/Annots [10 0 R]" },
    rule: "6.3.2-1",
    code: "annotation_flags_set",
  },
  {
    name: "appearances for a pointer",
    objects: { 10: `<< ${NOTE} /Subtype /Stamp /AP << /N 11 0 R /R 11 0 R >> >>`, 11: { dict: FORM, stream: "" } },
    options: { page: "/Annots [10 0 R]" },
    rule: "6.3.3-2",
    code: "appearances_dropped",
  },
  ...["Square", "Circle", "Highlight", "Underline", "StrikeOut", "Ink", "Line", "Polygon", "PolyLine", "Text"].map(
    (type): Case => ({
      name: `${type} without an appearance`,
      objects: {
        10: `<< ${NOTE} /Subtype /${type} /C [1 0 0] /QuadPoints [0 9 9 9 0 0 9 0] /L [0 0 9 9] /Vertices [0 0 9 9 0 9] /InkList [[0 0 9 9]] >>`,
      },
      options: { page: "/Annots [10 0 R]" },
      rule: "6.3.3-1",
      code: "appearances_made",
    }),
  ),
  {
    name: "a button whose appearance has no states",
    objects: { 10: `<< ${WIDGET} /FT /Btn /T (a) /AP << /N 11 0 R >> >>`, 11: { dict: FORM, stream: "" } },
    options: { page: "/Annots [10 0 R]", catalog: "/AcroForm << /Fields [10 0 R] >>" },
    rule: "6.3.3-3",
  },
  {
    name: "a form that viewers draw",
    options: { catalog: "/AcroForm << /Fields [] /NeedAppearances true >>" },
    rule: "6.4.1-3",
    code: "need_appearances_dropped",
  },
  {
    name: "XFA",
    options: { catalog: "/AcroForm << /Fields [] /XFA [(a) 10 0 R] >>" },
    objects: { 10: { dict: "", stream: "<x/>" } },
    rule: "6.4.2-1",
    code: "form_behaviour_dropped",
  },
  {
    name: "a transfer function",
    objects: { 10: "<< /Type /ExtGState /TR /Identity >>" },
    options: { resources: STATE, content: "/G gs" },
    rule: "6.2.5-1",
    code: "printing_instructions_dropped",
  },
  {
    name: "a halftone of another type",
    objects: { 10: "<< /Type /ExtGState /HT << /Type /Halftone /HalftoneType 6 >> >>" },
    options: { resources: STATE, content: "/G gs" },
    rule: "6.2.5-4",
    code: "printing_instructions_dropped",
  },
  {
    name: "an unknown blend mode",
    objects: { 10: "<< /Type /ExtGState /BM /Sparkle >>" },
    options: { resources: STATE, content: "/G gs" },
    rule: "6.2.10-1",
    code: "invalid_values_mended",
  },
  {
    name: "an unknown rendering intent",
    objects: { 10: "<< /Type /ExtGState /RI /Pretty >>" },
    options: { resources: STATE, content: "/G gs" },
    rule: "6.2.6-1",
    code: "invalid_values_mended",
  },
  ...(["/Interpolate true", "/Alternates []", "/OPI << >>"] as const).map(
    (entry, index): Case => ({
      name: `an image with ${entry}`,
      objects: {
        10: {
          dict: `/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray ${entry}`,
          stream: "a",
        },
      },
      options: { resources: "/XObject << /I 10 0 R >>", content: "/I Do" },
      rule: ["6.2.8-3", "6.2.8-1", "6.2.8-2"][index] ?? "",
      code: index === 0 ? "interpolation_dropped" : "image_substitutes_dropped",
    }),
  ),
  {
    name: "PostScript in a form",
    objects: {
      10: { dict: `${FORM} /Resources << >> /Subtype2 /PS /PS 11 0 R`, stream: "" },
      11: { dict: "", stream: "" },
    },
    options: { resources: "/XObject << /F 10 0 R >>", content: "/F Do" },
    rule: "6.2.9-1",
    code: "postscript_dropped",
  },
  {
    name: "a PostScript XObject",
    objects: { 10: { dict: "/Type /XObject /Subtype /PS", stream: "showpage" } },
    options: { resources: "/XObject << /F 10 0 R >>", content: "/F Do" },
    rule: "6.2.9-3",
    code: "postscript_dropped",
  },
  {
    name: "a form with the resources of its page",
    objects: { 10: { dict: FORM, stream: "/G gs" }, 11: "<< /Type /ExtGState /LW 1 >>" },
    options: { resources: "/XObject << /F 10 0 R >> /ExtGState << /G 11 0 R >>", content: "/F Do" },
    rule: "6.2.2-2",
    code: "resources_listed",
  },
  {
    name: "a form with a part of the resources that it names",
    objects: { 10: { dict: `${FORM} /Resources << >>`, stream: "/G gs" }, 11: "<< /Type /ExtGState /LW 1 >>" },
    options: { resources: "/XObject << /F 10 0 R >> /ExtGState << /G 11 0 R >>", content: "/F Do" },
    rule: "6.2.2-2",
    code: "resources_listed",
  },
  {
    name: "presentation steps",
    options: { page: "/PresSteps << >>" },
    rule: "6.10-2",
    code: "presentation_dropped",
  },
  {
    name: "alternate presentations",
    options: { catalog: "/Names << /AlternatePresentations << /Names [] >> >>" },
    rule: "6.10-1",
    code: "presentation_dropped",
  },
  { name: "requirements", options: { catalog: "/Requirements [<< >>]" }, rule: "6.11-1", code: "presentation_dropped" },
  {
    name: "a page boundary without an area",
    options: { page: "/TrimBox [0 0 0 0]" },
    rule: "6.1.13-11",
    code: "page_boundaries_dropped",
  },
  {
    name: "layers without a name",
    objects: LAYERS,
    options: { catalog: "/OCProperties << /OCGs [10 0 R 11 0 R] /D << /Order [10 0 R 11 0 R] >> >>" },
    rule: "6.9-1",
    code: "layers_described",
  },
  {
    name: "an order that lacks layers",
    objects: LAYERS,
    options: { catalog: "/OCProperties << /OCGs [10 0 R 11 0 R] /D << /Name (D) /Order [[10 0 R]] >> >>" },
    rule: "6.9-3",
    code: "layers_described",
  },
  {
    name: "layers that show themselves",
    objects: LAYERS,
    options: { catalog: "/OCProperties << /OCGs [10 0 R 11 0 R] /D << /Name (D) /AS [] >> >>" },
    rule: "6.9-4",
    code: "layer_automation_dropped",
  },
  {
    name: "permissions of signatures",
    options: { catalog: "/Perms << /Other 10 0 R >>" },
    objects: { 10: "<< /Type /Sig /ByteRange [0 1 2 3] >>" },
    rule: "6.1.12-1",
    code: "signatures_dropped",
  },
  {
    name: "a stream in LZW",
    options: { content: "" },
    objects: { 5: { dict: "/Filter /LZWDecode", stream: "\u0080\u0008  " } },
    rule: "6.1.7.2-1",
    code: "streams_encoded",
  },
  {
    name: "data in another file",
    objects: { 5: { dict: "/F (elsewhere)", stream: "" } },
    options: {},
    rule: "6.1.7.1-3",
    code: "external_streams_dropped",
  },
  {
    name: "an operator that PDF does not define",
    options: { content: "q 1 2 what Q" },
    rule: "6.2.2-1",
    code: "operators_dropped",
  },
  {
    name: "a spot colour that is not described",
    objects: {
      10: "[/DeviceN [/Gold /Silver] /DeviceRGB 11 0 R]",
      11: {
        dict: "/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]",
        stream: "{ 1 exch sub exch 1 exch sub exch dup }",
      },
    },
    options: { resources: "/ColorSpace << /C 10 0 R >>", content: "/C cs 1 0 scn 0 0 9 9 re f" },
    rule: "6.2.4.4-1",
    code: "spot_colours_described",
  },
  ...[
    ["an integer in a content", "99999999999 0 m", "6.1.13-1"],
    ["a real number in a content that is too close to 0", "0.00000000000000000000000000000000000000001 w", "6.1.13-5"],
    ["a bracket that closes nothing", "0 >> 0 m", "6.2.2-1"],
    ["a string with a digit too few in a content", "/P <</A <414> >> DP", "6.1.6-1"],
    ["a string with another character in a content", "/P <</A <4x> >> DP", "6.1.6-2"],
  ].map(
    ([name = "", content, rule = ""]): Case => ({
      name,
      options: { content },
      rule,
      code: "invalid_values_mended",
    }),
  ),
  {
    name: "numbers beyond the limits in dictionaries and arrays",
    objects: { 10: "<< /A 99999999999 /B [-99999999999] >>" },
    options: { catalog: "/Own 10 0 R" },
    rule: "6.1.13-1",
    code: "invalid_values_mended",
  },
  {
    name: "an integer of a function in PostScript",
    objects: {
      10: "[/Separation /Spot /DeviceRGB 11 0 R]",
      11: { dict: "/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]", stream: "{ 9999999999 mul dup dup }" },
    },
    options: { resources: "/ColorSpace << /C 10 0 R >>", content: "/C cs 1 scn 0 0 9 9 re f" },
    rule: "6.1.13-1",
    code: "invalid_values_mended",
  },
  {
    name: "a DefaultCMYK that is DeviceCMYK itself",
    objects: {
      10: "[/Separation /Spot /DeviceCMYK 11 0 R]",
      11: "<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [1 0 0 0] >>",
    },
    options: { resources: "/ColorSpace << /DefaultCMYK 10 0 R >>", content: "1 0 0 0 k 0 0 9 9 re f" },
    rule: "6.2.4.3-3",
    code: "cmyk_described",
  },
  {
    name: "embedded files that are no dictionary, in part 1",
    objects: { 10: "<< /Type /Filespec /F (a) /EF 11 0 R >>", 11: { dict: "", stream: "a" } },
    options: { catalog: "/OpenAction << /S /GoToR /F 10 0 R /D [0 /Fit] >>" },
    rule: "6.1.11-1",
    code: "attachments_dropped",
    target: "1b",
  },
  {
    name: "real numbers that part 1 does not hold",
    options: { content: "40000.5 40000.0 m" },
    rule: "6.1.12-2",
    code: "invalid_values_mended",
    target: "1b",
  },
  {
    name: "layers in part 1, all of which are shown",
    objects: LAYERS,
    options: { catalog: "/OCProperties << /OCGs [10 0 R 11 0 R] /D << /Name (D) >> >>" },
    rule: "6.1.13-1",
    code: "layers_dropped",
    target: "1b",
  },
  {
    name: "an information dictionary in part 4",
    objects: { 10: "<< /Title (A) >>" },
    options: { trailer: "/Info 10 0 R" },
    rule: "6.1.3-4",
    target: "4",
  },
  {
    name: "information that metadata do not have, in part 1",
    objects: { 10: "<< /Title (A & <B>) /Author (C, D) /CreationDate (D:20240102030405+01'00') >>" },
    options: { trailer: "/Info 10 0 R" },
    rule: "6.7.3-2",
    target: "1b",
  },
];

describe.each(CASES)("$name", ({ objects = {}, options, rule, code, target = "2b" }) => {
  const file = buildPdf(objects, { flavour: target, ...options });

  test(`breaks ${rule} before and nothing after`, () => {
    expect(brokenIn(file, target)).toContain(rule);
    const { broken, codes } = converted(file, { target });
    expect(broken).toEqual([]);
    expect(codes).toEqual(expect.arrayContaining(code === undefined ? [] : [code]));
  });
});

test.each([
  ["[(a)-(b)] TJ --5 1.2.3 m q", "[(a)0(b)] TJ  -5 1.2 m  q"],
  ["1 2 m % as it is", "1 2 m % as it is"],
])("malformed numbers are written as viewers read them: %s", (content, written) => {
  const { document } = converted(buildPdf({}, { content }));
  const [page] = readPageTree(document).pages;
  const stream = page?.dict.stream("Contents");
  expect(
    Buffer.from(stream ? decodeStream(stream, new Bounds()).bytes : [])
      .toString("latin1")
      .trim(),
  ).toBe(written);
});

test("a shading of a pattern has the profile itself, and page boundaries their numbers", () => {
  const objects = {
    10: "<< /Type /Pattern /PatternType 2 /Shading 11 0 R >>",
    11: "<< /ShadingType 2 /ColorSpace /DeviceCMYK /Coords [0 0 1 0] /Function 12 0 R >>",
    12: "<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [1 0 0 0] >>",
    13: "200",
  };
  const resources = "/Pattern << /P 10 0 R >>";
  const content = "/Pattern cs /P scn 0 0 9 9 re f";
  const { document, broken } = converted(
    buildPdf(objects, { resources, content, page: "/CropBox [0 0 13 0 R 13 0 R]" }),
  );
  const [page] = readPageTree(document).pages;
  const shading = page?.dict.dict("Resources")?.dict("Pattern")?.dict("P")?.dict("Shading");
  expect(shading?.array("ColorSpace")?.[0]).toEqual(new Name("ICCBased"));
  expect(page?.dict.array("CropBox")).toEqual([0, 0, 200, 200]);
  expect(broken).toEqual([]);
});

test("a change says how often and where it was made", () => {
  const objects = { 10: "<< /Subtype /Sound /Rect [0 0 9 9] >>", 11: "<< /Subtype /Screen /Rect [0 0 9 9] >>" };
  const { changes } = converted(buildPdf(objects, { page: "/Annots [10 0 R 11 0 R]" }));
  expect(changes.find(({ code }) => code === "annotations_dropped")).toEqual({
    code: "annotations_dropped",
    count: 2,
    details: ["Sound", "Screen"],
    places: [
      { page: 1, object: 10 },
      { page: 1, object: 11 },
    ],
  });
});

const widget = (name: string, flags: number): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /Rect [0 0 9 9] /F ${flags} /AP << /N 12 0 R >> >>`;

test("a field goes with its widgets, and the others stay", () => {
  const objects = {
    10: widget("hidden", 2),
    11: widget("shown", 4),
    12: { dict: `${FORM} /Resources << >>`, stream: "" },
  };
  const options = { page: "/Annots [10 0 R 11 0 R]", catalog: "/AcroForm << /Fields [10 0 R 11 0 R] >>" };
  const { document, broken } = converted(buildPdf(objects, options));
  const fields = document.catalog.dict("AcroForm")?.array("Fields") ?? [];
  expect([fields.length, broken]).toEqual([1, []]);
});

const XMP = (properties: string) =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d" bytes="9"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:own="http://example.org/own/">${properties}</rdf:Description></rdf:RDF></x:xmpmeta>
  <?xpacket end="w"?>`;

test("what is valid of the metadata stays, and the rest goes", () => {
  const xmp = XMP("<dc:subject><rdf:Bag><rdf:li>kept</rdf:li></rdf:Bag></dc:subject><own:made>gone</own:made>");
  const { document, changes, broken } = converted(buildPdf({}, { xmp }));
  const packet = document.catalog.stream("Metadata")?.bytes.encoded() ?? new Uint8Array(0);
  expect(Buffer.from(packet).toString("utf8")).toMatch(/kept/);
  expect(Buffer.from(packet).toString("utf8")).not.toMatch(/gone/);
  expect(changes.find(({ code }) => code === "metadata_dropped")?.details).toEqual(["http://example.org/own/:made"]);
  expect(broken).toEqual([]);
});

test("a claim of PDF/UA-1 does not stay in part 4, whose header it forbids", () => {
  const xmp = XMP(
    `<pdfuaid:part xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">1</pdfuaid:part><dc:format>application/pdf</dc:format>`,
  );
  const { document, changes, broken } = converted(buildPdf({}, { xmp }), { target: "4" });
  const packet = document.catalog.stream("Metadata")?.bytes.encoded() ?? new Uint8Array(0);
  expect(Buffer.from(packet).toString("utf8")).not.toContain("pdfuaid:part");
  expect(changes.find(({ code }) => code === "metadata_dropped")?.details).toContain("pdfuaid:part");
  expect(broken).toEqual([]);
});

test.each(["1b", "2b", "3u"] as const)(
  "a claim of PDF/UA-1 stays in %s, with the schema that describes it",
  (target) => {
    const xmp = XMP(`<pdfuaid:part xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">1</pdfuaid:part>`);
    const { document, changes, broken } = converted(buildPdf({}, { xmp }), { target });
    const packet = document.catalog.stream("Metadata")?.bytes.encoded() ?? new Uint8Array(0);
    expect(Buffer.from(packet).toString("utf8")).toContain("pdfuaid:part");
    expect(changes.some(({ code }) => code === "metadata_dropped")).toBe(false);
    expect(broken).toEqual([]);
  },
);

test("a Type 3 font gets the resources that its glyphs name, and not itself", () => {
  const objects = {
    10:
      "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 " +
      "/Widths [9] /Encoding << /Differences [97 /a] >> /CharProcs << /a 11 0 R >> /ToUnicode 13 0 R >>",
    11: { dict: "", stream: "9 0 d0 /I Do" },
    12: { dict: `${FORM} /Resources << >>`, stream: "" },
    13: { dict: "", stream: "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <61> <0061> endbfchar" },
  };
  const resources = "/Font << /F 10 0 R >> /XObject << /I 12 0 R >>";
  const { document } = converted(buildPdf(objects, { resources, content: "BT /F 9 Tf (a) Tj ET" }));
  const [page] = readPageTree(document).pages;
  const own = page?.dict.dict("Resources")?.dict("Font")?.dict("F")?.dict("Resources");
  expect([own?.has("Font"), own?.dict("XObject")?.has("I")]).toEqual([false, true]);
});

test("metadata that are no XML are written anew, with what the information dictionary says", () => {
  const file = buildPdf({ 10: "<< /Title (Größe) >>" }, { xmp: "<x", trailer: "/Info 10 0 R" });
  const { document, codes, broken } = converted(file);
  expect(decodeTextString(document.trailer.dict("Info")?.bytes("Title") ?? new Uint8Array(0))).toBe("Größe");
  expect(codes).toContain("metadata_dropped");
  expect(broken).toEqual([]);
});

test("the same document gives the same bytes", () => {
  const file = buildPdf({}, { xmp: null, content: "0 1 0 0 k 0 0 9 9 re f" });
  expect(converted(file).bytes.equals(converted(file).bytes)).toBe(true);
});

test("the time limit holds", () => {
  const bounds = new Bounds({ timeoutMs: -1 });
  expect(() => converted(buildPdf({}, {}), { bounds })).toThrow(/more time/);
});
