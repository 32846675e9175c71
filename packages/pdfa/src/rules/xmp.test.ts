import { expect, test } from "vitest";
import type { Flavour } from "../flavours.ts";
import {
  type BuildOptions,
  brokenRules,
  buildPdf,
  findingsOf,
  type MadeObject,
  xmpPacket,
} from "../testing/pdf-builder.ts";
import { identification } from "./identification.ts";
import { xmp } from "./xmp.ts";

const groups = [xmp];

function broken(flavour: Flavour, options: BuildOptions, objects: Readonly<Record<number, MadeObject>> = {}) {
  return brokenRules(buildPdf(objects, { flavour, ...options }), { flavour, groups });
}

const NAMESPACES = [
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
  'xmlns:xmpTPg="http://ns.adobe.com/xap/1.0/t/pg/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"',
  'xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:own="http://example.org/own/"',
].join(" ");
const inNamespaces = (flavour: Flavour, properties: string) =>
  xmpPacket(flavour, properties).replace('rdf:about=""', `rdf:about="" ${NAMESPACES}`);

test("a packet with the identification alone is right in every part", () => {
  expect((["1b", "2b", "3b", "4"] as const).flatMap((flavour) => broken(flavour, {}))).toEqual([]);
});

test("a document without metadata, or with something else in its place", () => {
  expect(broken("1b", { xmp: null })).toEqual(["document-metadata"]);
  expect(broken("4", { xmp: null, catalog: "/Metadata << >>" })).toEqual(["document-metadata"]);
});

test.each<[string, string[]]>([
  ["/Type /Metadata /Subtype /XML", []],
  ["/Subtype /XML", ["document-metadata"]],
  ["/Type /Metadata /Subtype /Text", ["document-metadata"]],
])("a metadata stream with %s", (dict, expected) => {
  expect(broken("2b", {}, { 4: { dict, stream: xmpPacket("2b") } })).toEqual(expected);
});

test("what is not marked as metadata is not asked for what metadata says", () => {
  const unmarked = { 4: { dict: "", stream: "<not <xmp" } };
  expect(brokenRules(buildPdf(unmarked), { flavour: "2b", groups: [xmp, identification] })).toEqual([
    "document-metadata",
  ]);
});

test.each(["\0", "\u001f", "&#0;", "&#x1F;", "&#127;"])("the control character %j counts as a space", (control) => {
  const properties = `<xmp:CreatorTool>a${control}b</xmp:CreatorTool>`;
  expect(broken("2b", { xmp: inNamespaces("2b", properties) })).toEqual([]);
});

test("a character that is not there for control is no reason to read a packet again", () => {
  expect(broken("2b", { xmp: inNamespaces("2b", "<xmp:CreatorTool>a &#x41 b</xmp:CreatorTool>") })).toContain(
    "xmp-well-formed",
  );
});

const metadata = (filter: string, flavour: "1b" | "2b") => {
  const stream = `${Buffer.from(xmpPacket(flavour)).toString("hex")}>`;
  return { 4: { dict: `/Type /Metadata /Subtype /XML /Filter ${filter}`, stream } };
};

test("a filter is allowed in the later parts only", () => {
  expect(broken("1b", {}, metadata("/ASCIIHexDecode", "1b"))).toEqual(["metadata-filter"]);
  expect(broken("2b", {}, metadata("/ASCIIHexDecode", "2b"))).toEqual([]);
  const plain = { 4: { dict: "/Type /Metadata /Subtype /XML /Filter []", stream: xmpPacket("1b") } };
  expect(broken("1b", {}, plain)).toEqual([]);
});

test("under a filter that PDF does not define, a packet is not read", () => {
  const objects = { 4: { dict: "/Type /Metadata /Subtype /XML /Filter /Own", stream: xmpPacket("2b") } };
  expect(broken("2b", {}, objects)).toContain("xmp-well-formed");
});

test.each([
  ["bytes", "xpacket-bytes"],
  ["encoding", "xpacket-encoding"],
] as const)("the attribute %s of the packet's header", (name, rule) => {
  const packet = xmpPacket("2b").replace("<?xpacket ", `<?xpacket ${name}='870' `);
  expect(broken("2b", { xmp: packet })).toEqual([rule]);
});

test("data that are no XML or no RDF are not well-formed", () => {
  expect(broken("2b", { xmp: xmpPacket("2b").replace("</rdf:RDF>", "") })).toEqual(["xmp-encoding", "xmp-well-formed"]);
  expect(broken("1b", { xmp: xmpPacket("1b").replace("</rdf:RDF>", "") })).toEqual(["xmp-well-formed"]);
  expect(broken("4", { xmpProperties: "text" })).toEqual(["xmp-encoding", "xmp-well-formed"]);
  expect(broken("2b", { xmp: `${xmpPacket("2b")}${" ".repeat(2000)}\0\0` })).toEqual([]);
});

const wide = (flavour: Flavour) => Buffer.from(Buffer.from(xmpPacket(flavour), "latin1").toString(), "utf16le");

test("other encodings are allowed in part 1 only", () => {
  expect(broken("1b", { xmp: wide("1b") })).toEqual([]);
  expect(broken("2b", { xmp: wide("2b") })).toEqual(["xmp-encoding"]);
  // Bytes of Latin-1 in a packet of UTF-8 are read as what they stand for.
  expect(broken("2b", { xmpProperties: "<!-- \u00e9 -->" })).toEqual([]);
});

const undefinedProperty = ["xmp-property-defined", "xmp-property-type"];

test.each<[properties: string, in1: readonly string[], in2: readonly string[]]>([
  ["<dc:source>a</dc:source>", [], []],
  ["<dc:rights>a</dc:rights>", ["xmp-property-type"], ["xmp-property-type"]],
  ["<xmp:Label>a</xmp:Label>", undefinedProperty, []],
  ["<own:Label>a</own:Label>", undefinedProperty, undefinedProperty],
  ["<xmpTPg:PlateNames><rdf:Seq><rdf:li>a</rdf:li></rdf:Seq></xmpTPg:PlateNames>", undefinedProperty, []],
  ["<photoshop:SupplementalCategories>a</photoshop:SupplementalCategories>", [], ["xmp-property-type"]],
  ["<pdfaid:corr>a</pdfaid:corr>", undefinedProperty, []],
])("%s in parts 1 and 2", (properties, in1, in2) => {
  expect(broken("1b", { xmp: inNamespaces("1b", properties) })).toEqual(in1);
  expect(broken("2b", { xmp: inNamespaces("2b", properties) })).toEqual(in2);
  expect(broken("4", { xmp: inNamespaces("4", properties) })).toEqual([]);
});

const extension = (uri: string, name: string, type: string) => `
  <pdfaExtension:schemas xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI>
  <pdfaSchema:property><rdf:Seq><rdf:li pdfaProperty:name="${name}" pdfaProperty:valueType="${type}"/></rdf:Seq>
  </pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>`;

test("properties that an extension schema describes have the type that it says", () => {
  const packet = (value: string) =>
    inNamespaces("1b", `${extension("http://example.org/own/", "Year", "Integer")}<own:Year>${value}</own:Year>`);
  expect(broken("1b", { xmp: packet("2000") })).toEqual([]);
  expect(broken("1b", { xmp: packet("MM") })).toEqual(["xmp-property-type"]);
  const redefined = extension("http://ns.adobe.com/pdf/1.3/", "Keywords", "Date");
  expect(broken("2b", { xmp: inNamespaces("2b", `${redefined}<pdf:Keywords>a</pdf:Keywords>`) })).toEqual([
    "xmp-property-type",
  ]);
});

const font = (properties: string) => ({
  10: "<< /Type /Font /Subtype /Type1 /BaseFont /F /Metadata 11 0 R >>",
  11: { dict: "/Type /Metadata /Subtype /XML", stream: inNamespaces("2b", properties) },
});

test("metadata of a font count from part 2 on, with the schemas of the document's packet", () => {
  const xmpProperties = extension("http://example.org/own/", "Year", "Integer");
  const objects = font("<own:Year>2000</own:Year>");
  expect(broken("2b", { xmpProperties }, objects)).toEqual([]);
  expect(broken("2b", {}, objects)).toEqual(undefinedProperty);
  expect(broken("1b", {}, objects)).toEqual([]);
});

test.each([
  ["a structure element", "<< /Type /StructElem /S /Part /Metadata 11 0 R >>"],
  ["a property list among resources", "<< /Properties << /P << /Metadata 11 0 R >> >> >>"],
  ["an element of an array", "[[<< /Metadata 11 0 R >>]]"],
])("metadata of %s", (_, owner) => {
  const objects = { ...font("<own:Year>2000</own:Year>"), 10: owner };
  expect(broken("2b", {}, objects)).toEqual(undefinedProperty);
  expect(broken("2b", {}, { ...objects, 11: font("")[11] })).toEqual([]);
});

test("a finding states the property, its type and its value", () => {
  const bytes = buildPdf({}, { xmp: inNamespaces("2b", "<xmp:Rating>good</xmp:Rating>") });
  const [finding] = findingsOf(bytes, { flavour: "2b", groups });
  expect(finding?.id).toBe("6.6.2.3.1-2");
  expect(finding?.occurrences).toEqual([
    {
      place: { object: 4, at: "xmp:Rating" },
      values: 'xmp:Rating (namespace http://ns.adobe.com/xap/1.0/) is Closed Choice of Integer; there is "good"',
    },
  ]);
});
