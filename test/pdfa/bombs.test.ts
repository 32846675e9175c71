import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { buildPdf, type MadeObject, xmpPacket } from "../../packages/pdfa/src/testing/pdf-builder.ts";
import { survive } from "./survive.ts";

/* Documents that are made to be too much for a validator: each gets a report or is refused, in time. */

const ANNOTATIONS = 1_000_000;
const OPERATORS = 3_000_000;
const DEEP = 20;
const NOISE = Uint8Array.from({ length: 40_000 }, (_, index) => (index * index * 31 + (index >> 3)) & 0xff);

const showing = "BT /F0 12 Tf (A text) Tj <00010203> Tj ET";
const descriptor = (file: string) => `<< /Type /FontDescriptor /FontName /AAAAAA+F /Flags 4 ${file} >>`;

/** Makes a document with a font whose program is `program`. */
function withFont(subtype: string, file: string, program: Uint8Array | string): Uint8Array {
  const stream: MadeObject = { dict: "/Length1 4000 /Length2 4000 /Length3 0 /Subtype /OpenType", stream: program };
  const simple = `<< /Type /Font /Subtype /${subtype} /BaseFont /AAAAAA+F /FirstChar 0 /LastChar 255 /FontDescriptor 11 0 R >>`;
  const composite =
    "<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+F /Encoding /Identity-H /DescendantFonts [13 0 R] >>";
  const descendant = `<< /Type /Font /Subtype /${subtype} /BaseFont /AAAAAA+F /FontDescriptor 11 0 R /CIDToGIDMap /Identity >>`;
  return buildPdf(
    {
      10: subtype.startsWith("CID") ? composite : simple,
      11: descriptor(`/${file} 12 0 R`),
      12: stream,
      13: descendant,
    },
    { resources: "/Font << /F0 10 0 R >>", content: showing },
  );
}

const FONTS = [
  ["Type1", "FontFile"],
  ["TrueType", "FontFile2"],
  ["Type1", "FontFile3"],
  ["CIDFontType0", "FontFile3"],
  ["CIDFontType2", "FontFile2"],
] as const;

const PROGRAMS: Readonly<Record<string, Uint8Array | string>> = {
  nothing: "",
  noise: NOISE,
  "an sfnt of noise": Buffer.concat([Buffer.from("\0\x01\0\0\xff\xff\0\0\0\0\0\0", "latin1"), NOISE]),
  "a CFF of noise": Buffer.concat([Buffer.from("\x01\0\x04\x04\0\x01\x01\x01\xff", "latin1"), NOISE]),
  "a Type 1 of noise": Buffer.concat([
    Buffer.from("%!PS-AdobeFont-1.0: F\n/Encoding 256 array\ncurrentfile eexec\n"),
    NOISE,
  ]),
  brackets: "[".repeat(100_000),
};

describe.each(Object.keys(PROGRAMS))("a font program of %s", (name) => {
  test.each(FONTS)("as %s in %s", (subtype, file) => {
    const { faults, report } = survive(withFont(subtype, file, PROGRAMS[name] ?? ""));
    expect(faults).toEqual([]);
    expect(report?.isCompliant).toBe(false);
  });
});

/** Documents with a form that draws itself, and patterns, Type 3 glyphs and soft masks that do. */
const RECURSIVE: Readonly<Record<string, Uint8Array>> = {
  forms: buildPdf(
    {
      10: {
        dict: "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /A 11 0 R >> >>",
        stream: "/A Do /A Do",
      },
      11: {
        dict: "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /A 10 0 R /B 11 0 R >> >>",
        stream: "/A Do /B Do /A Do",
      },
    },
    { resources: "/XObject << /A 10 0 R >>", content: "/A Do ".repeat(100) },
  ),
  // Each form draws the next one twice: 2^40 ways to the last.
  "forms of forms": buildPdf(
    Object.fromEntries(
      Array.from({ length: 40 }, (_, index): [number, MadeObject] => [
        10 + index,
        {
          dict: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /A ${11 + index} 0 R >> >>`,
          stream: "/A Do 1 0 0 rg /A Do",
        },
      ]),
    ),
    { resources: "/XObject << /A 10 0 R >>", content: "/A Do" },
  ),
  // As above, except that what is drawn inherits the resources of the page, and its current colour space.
  "forms without resources": buildPdf(
    Object.fromEntries(
      Array.from({ length: 40 }, (_, index): [number, MadeObject] => [
        10 + index,
        {
          dict: "/Type /XObject /Subtype /Form /BBox [0 0 9 9]",
          stream: `/A${index + 1} Do 1 0 0 rg /A${index + 1} Do 0 g /A${index + 1} Do`,
        },
      ]),
    ),
    {
      resources: `/XObject << ${Array.from({ length: 40 }, (_, index) => `/A${index} ${10 + index} 0 R`).join(" ")} >>`,
      content: "/A0 Do",
    },
  ),
  "a pattern and a soft mask": buildPdf(
    {
      10: {
        dict: "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources 12 0 R",
        stream: "/Pattern cs /P scn /G gs 0 0 9 9 re f",
      },
      11: "<< /Type /ExtGState /SMask << /S /Luminosity /G 13 0 R >> >>",
      12: "<< /Pattern << /P 10 0 R >> /ExtGState << /G 11 0 R >> >>",
      13: {
        dict: "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Group << /S /Transparency /CS /DeviceRGB >> /Resources 12 0 R",
        stream: "/G gs /Pattern cs /P scn 0 0 9 9 re f",
      },
    },
    {
      resources: "/Pattern << /P 10 0 R >> /ExtGState << /G 11 0 R >>",
      content: "/G gs /Pattern cs /P scn 0 0 9 9 re f",
    },
  ),
  "a glyph of itself": buildPdf(
    {
      10: "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 11 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [9] /Resources << /Font << /F0 10 0 R >> >> >>",
      11: { dict: "", stream: "9 0 d0 BT /F0 1 Tf (aaaa) Tj ET" },
    },
    { resources: "/Font << /F0 10 0 R >>", content: "BT /F0 1 Tf (aaaa) Tj ET" },
  ),
  "colour spaces and functions": buildPdf(
    {
      10: "[/Indexed 11 0 R 1 <000000>]",
      11: "[/Separation /S 10 0 R 12 0 R]",
      12: "<< /FunctionType 3 /Domain [0 1] /Functions [12 0 R 12 0 R] /Bounds [0.5] /Encode [0 1 0 1] >>",
    },
    { resources: "/ColorSpace << /C 10 0 R >>", content: "/C cs 0 scn 0 0 9 9 re f" },
  ),
  "structure, outlines and names": buildPdf(
    {
      10: "<< /Type /StructTreeRoot /K 11 0 R /RoleMap << /A /B /B /A >> /ParentTree 12 0 R >>",
      11: "<< /Type /StructElem /S /A /P 11 0 R /K [11 0 R 10 0 R] >>",
      12: "<< /Kids [12 0 R 12 0 R] /Limits [(a) (b)] >>",
      13: "<< /First 14 0 R /Last 14 0 R >>",
      14: "<< /Title (a) /Parent 13 0 R /Next 14 0 R /First 13 0 R /A 15 0 R >>",
      15: "<< /S /URI /URI (a) /Next [15 0 R 15 0 R] >>",
      16: "<< /Fields [17 0 R] >>",
      17: "<< /T (a) /Kids [17 0 R 17 0 R] /Parent 17 0 R >>",
    },
    {
      flavour: "2a",
      catalog:
        "/StructTreeRoot 10 0 R /Outlines 13 0 R /OpenAction 15 0 R /AcroForm 16 0 R /Names << /EmbeddedFiles 12 0 R /Dests 12 0 R >>",
    },
  ),
};

test.each(Object.keys(RECURSIVE))("%s that lead to themselves", (name) => {
  const { faults, report } = survive(RECURSIVE[name] ?? new Uint8Array());
  expect(faults).toEqual([]);
  expect(report?.findings).toBeDefined();
});

const claim = "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>";
const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"';
const packetOf = (inside: string, before = "") =>
  `${before}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${RDF}><rdf:Description rdf:about="">${claim}${inside}</rdf:Description></rdf:RDF></x:xmpmeta>`;
const laughs = Array.from({ length: 30 }, (_, index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(10)}">`);

const PACKETS: Readonly<Record<string, string>> = {
  "entities of entities": packetOf(
    "<pdfaid:amd>&a30;</pdfaid:amd>",
    `<!DOCTYPE x [<!ENTITY a0 "ha">${laughs.join("")}]>`,
  ),
  "an entity outside": packetOf(
    "<pdfaid:amd>&x;</pdfaid:amd>",
    '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
  ),
  "deep elements": packetOf("<rdf:li>".repeat(200_000)),
  "many properties": packetOf("<pdfaid:corr>a</pdfaid:corr>".repeat(200_000)),
  "many attributes": packetOf(`<rdf:li ${Array.from({ length: 100_000 }, (_, index) => `a${index}="1"`).join(" ")}/>`),
  "an unclosed comment": packetOf("<!--".repeat(300_000)),
  "an unclosed tag": `${packetOf("")}<${"a".repeat(2_000_000)}`,
  "open brackets": "<".repeat(1_000_000),
  ampersands: packetOf("&".repeat(1_000_000)),
  spaces: xmpPacket("2b", " ".repeat(3_000_000)),
};

test.each(Object.keys(PACKETS))("metadata of %s", (name) => {
  expect(survive(buildPdf({}, { xmp: PACKETS[name] ?? "" })).faults).toEqual([]);
});

test("a packet that unpacks to much more than it is", () => {
  const stream = deflateSync(Buffer.alloc(300 * 2 ** 20, " "));
  const bytes = buildPdf({ 4: { dict: "/Type /Metadata /Subtype /XML /Filter /FlateDecode", stream } });
  expect(survive(bytes).faults).toEqual([]);
});

test(`${ANNOTATIONS} annotations`, () => {
  const page = `/Annots [${"<</Type/Annot/Subtype/Link/F 4/Rect[0 0 1 1]>>".repeat(ANNOTATIONS)}]`;
  expect(survive(buildPdf({}, { page })).faults).toEqual([]);
  const repeated = `/Annots [${"10 0 R ".repeat(ANNOTATIONS)}]`;
  const link = { 10: "<< /Type /Annot /Subtype /Link /F 4 /Rect [0 0 1 1] >>" };
  expect(survive(buildPdf(link, { page: repeated })).faults).toEqual([]);
});

test(`${OPERATORS} operators`, () => {
  expect(survive(buildPdf({}, { content: "q 1 0 0 rg Q ".repeat(OPERATORS / 3) })).faults).toEqual([]);
  expect(survive(buildPdf({}, { content: "q ".repeat(OPERATORS) })).faults).toEqual([]);
  expect(survive(buildPdf({}, { content: "[".repeat(OPERATORS) })).faults).toEqual([]);
  expect(survive(buildPdf({}, { content: "BI /W 1 ID ".repeat(OPERATORS / 3) })).faults).toEqual([]);
});

test("a document in a document, and so on", () => {
  let bytes = buildPdf();
  for (let depth = 0; depth < DEEP; depth++) {
    const embedded = { dict: "/Type /EmbeddedFile /Subtype /application#2Fpdf", stream: bytes };
    const file = "<< /Type /Filespec /F (a.pdf) /UF (a.pdf) /AFRelationship /Data /EF << /F 10 0 R /UF 10 0 R >> >>";
    const catalog = "/Names << /EmbeddedFiles << /Names [(a.pdf) 11 0 R] >> >> /AF [11 0 R]";
    bytes = buildPdf({ 10: embedded, 11: file }, { catalog });
  }
  const { faults, report } = survive(bytes);
  expect(faults).toEqual([]);
  expect(report?.isCompliant).toBe(false);
});

/** Makes a document whose structure tree is a chain of elements of a type, one in the other. */
function chain(type: string, length: number): Uint8Array {
  const objects: Record<number, MadeObject> = { 10: "<< /Type /StructTreeRoot /K 11 0 R >>" };
  for (let index = 11; index < 11 + length; index++) {
    objects[index] = `<< /S /${type} /P ${index - 1} 0 R /K ${index + 1} 0 R >>`;
  }
  objects[11 + length] = `<< /S /${type} /P ${10 + length} 0 R /K [11 0 R ${11 + length} 0 R] >>`;
  return buildPdf(objects, { flavour: "4", catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 10 0 R" });
}

test.each(["Div", "Sect", "Table"])(
  "elements of the type %s that are deep in each other, and in themselves",
  (type) => {
    expect(survive(chain(type, 30_000)).faults).toEqual([]);
  },
);
