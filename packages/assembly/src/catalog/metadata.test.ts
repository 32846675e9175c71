import { expect, test } from "vitest";
import { merged, partOf, pdfOf, reported, streamOf } from "../testing/catalog-documents.ts";

const NAMESPACES =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/"';
const description = (content: string, attributes = "") =>
  `<rdf:Description rdf:about="" ${NAMESPACES} ${attributes}>${content}</rdf:Description>`;
const packet = (descriptions: string) =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${descriptions}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
const claims = (part: number) =>
  description(
    `<pdfuaid:part>1</pdfuaid:part><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li></rdf:Alt></dc:title>`,
    `pdfaid:part="${part}" pdfaid:conformance="B" pdf:Producer="Press 1"`,
  );

const withMetadata = (xmp: string, info = "/Title(Old)", entries = "") =>
  pdfOf({
    catalog: `/Metadata 10 0 R${entries}`,
    info,
    pages: ["", ""],
    objects: { 10: streamOf(xmp, "/Type/Metadata/Subtype/XML") },
  });
const plain = pdfOf({});
const meta = (pdf: Uint8Array) => reported("pdfinfo", ["-meta", "%"], pdf);
const info = (pdf: Uint8Array) =>
  reported("pdfinfo", ["-custom", "%"], pdf) + reported("pdfinfo", ["-rawdates", "%"], pdf);

test("information and metadata are those of the first document", () => {
  const first = withMetadata(
    packet(claims(2)),
    "/Title(Old)/Author(A)/Company(Co)/CreationDate(D:20200102030405Z)/Trapped/True/Bad 5/GTS_PDFXVersion(PDF/X-1)",
  );
  const second = withMetadata(packet(description("<dc:title>Other</dc:title>")), "/Title(Other)/Keywords(k)");
  const { pdf, document } = merged([first, second]);
  expect(info(pdf)).toMatch(/Title: +Old\n/);
  expect(info(pdf)).toMatch(/Author: +A\n/);
  expect(info(pdf)).toMatch(/Company: +Co\n/);
  expect(info(pdf)).toMatch(/CreationDate: +D:20200102030405Z\n/);
  expect(info(pdf)).not.toMatch(/Keywords|ModDate|Producer:/);
  expect([...(document.trailer.dict("Info")?.keys() ?? [])].toSorted()).toEqual([
    "Author",
    "Company",
    "CreationDate",
    "Title",
  ]);
  expect(meta(pdf)).toContain(">Old</rdf:li>");
  expect(meta(pdf)).toContain('pdf:Producer="Press 1"');
});

test("values take the place of the document's own, in both", () => {
  const first = withMetadata(
    packet(`${claims(2)}${description("<dc:subject><rdf:Bag><rdf:li>old word</rdf:li></rdf:Bag></dc:subject>")}`),
    "/Title(Old)/Author(Somebody)/Producer(Press 1)/Subject(S)",
  );
  const values = { title: "New <&> Tïtle ☃", author: "", keywords: "one, two", producer: "Press 2" };
  const { pdf } = merged([first, plain], values);
  expect(info(pdf)).toMatch(/Title: +New <&> Tïtle ☃\n/);
  expect(info(pdf)).toMatch(/Keywords: +one, two\n/);
  expect(info(pdf)).toMatch(/Subject: +S\n/);
  expect(info(pdf)).toMatch(/Producer: +Press 2\n/);
  expect(info(pdf)).not.toMatch(/Author/);
  const xmp = meta(pdf);
  expect(xmp).toContain(">New &lt;&amp;&gt; Tïtle ☃</rdf:li>");
  expect(xmp).toContain("<pdf:Keywords>one, two</pdf:Keywords>");
  expect(xmp).toContain("<pdf:Producer>Press 2</pdf:Producer>");
  expect(xmp).not.toMatch(/Old|Press 1|old word/);
  expect(parsed(xmp)).toContain("Document");
});

test("values are set where there was nothing before; unknown ones are not", () => {
  expect(info(merged([plain, plain], { title: "T", nonsense: "x" }).pdf)).toMatch(/Title: +T\n/);
  expect(merged([plain, plain], { nonsense: "x" }).document.trailer.has("Info")).toBe(false);
  expect(merged([plain, plain]).catalog.has("Metadata")).toBe(false);
});

test("claims to conform stay when all documents make them, whole", () => {
  const one = withMetadata(packet(claims(2)));
  const claimed = (pdf: Uint8Array) => /pdfaid:part="2" pdfaid:conformance="B"/.test(meta(pdf));
  const accessible = (pdf: Uint8Array) => meta(pdf).includes("<pdfuaid:part>1</pdfuaid:part>");
  expect([merged([one, one]).pdf, partOf(one, [0, 1]).pdf].map(claimed)).toEqual([true, true]);
  expect(claimed(merged([one, one], { title: "T" }).pdf)).toBe(true);
  expect(meta(partOf(one, [0, 1]).pdf).trimEnd()).toBe(packet(claims(2)));
  const otherPart = withMetadata(packet(claims(3)));
  expect(claimed(merged([one, otherPart]).pdf)).toBe(false);
  expect(accessible(merged([one, otherPart]).pdf)).toBe(true);
  expect(parsed(meta(merged([one, otherPart]).pdf))).toContain("Document");
  const without = [merged([one, plain]).pdf, partOf(one, [1]).pdf, merged([one, { pdf: one, pageIndices: [0] }]).pdf];
  expect(without.map((pdf) => claimed(pdf) || accessible(pdf))).toEqual([false, false, false]);
  expect(without.every((pdf) => meta(pdf).includes(">Old</rdf:li>") && !meta(pdf).includes("pdfaid:part"))).toBe(true);
});

test("PDF/A needs one output intent, and PDF/A-1 a file without object streams", () => {
  const intent = "/OutputIntents[<</S/GTS_PDFA1/OutputConditionIdentifier(sRGB)>>]";
  const withIntent = withMetadata(packet(claims(2)), "", intent);
  const withoutIntent = withMetadata(packet(claims(2)));
  expect(meta(merged([withIntent, withIntent]).pdf)).toContain("pdfaid:part=");
  expect(meta(merged([withIntent, withoutIntent]).pdf)).not.toContain("pdfaid:part=");
  expect(meta(partOf(withMetadata(packet(claims(1))), [0, 1]).pdf)).not.toContain("pdfaid:part=");
});

test("the claims of PDF/X in properties for the information dictionary go, its other entries stay", () => {
  const xmp = packet(
    description("<pdfx:GTS_PDFXVersion>PDF/X-3</pdfx:GTS_PDFXVersion><pdfx:Company>Co</pdfx:Company>"),
  );
  const written = meta(partOf(withMetadata(xmp), [0, 1]).pdf);
  expect(written).not.toContain("GTS_PDFX");
  expect(written).toContain("<pdfx:Company>Co</pdfx:Company>");
});

test.each([
  ["not well-formed", packet("<rdf:Description>")],
  ["an end tag too many", packet("</rdf:RDF>")],
  ["of unknown prefixes", packet("<nothing:here/>")],
  ["with a document type", `<!DOCTYPE x [<!ENTITY e "e">]>${packet(claims(2))}`],
  ["of two descriptions of RDF", packet("</rdf:RDF><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>")],
  ["of nothing", ""],
  ["no UTF-8", packet(`${claims(2)}\u00ff`)],
  ["a comment without an end", packet("<!-- ")],
  ["nested without end", packet("<rdf:li>".repeat(5000) + "</rdf:li>".repeat(5000))],
])("a packet that is %s stays as it is with its document, and is left out of others", (_, xmp) => {
  const odd = withMetadata(xmp);
  expect(partOf(odd, [1, 0]).catalog.stream("Metadata")?.bytes.encoded().length).toBe(xmp.length);
  expect(merged([odd, plain]).catalog.has("Metadata")).toBe(false);
  expect(partOf(odd, [1]).catalog.has("Metadata")).toBe(false);
  expect(info(merged([odd, plain]).pdf)).toMatch(/Title: +Old\n/);
});

test("comments, processing instructions and character data are no elements", () => {
  const xmp = packet(`<!-- <rdf:Description> --><?x <a> ?>${claims(2)}<!-- > -->`).replace("Old", "<![CDATA[<Old>]]>");
  const written = meta(merged([withMetadata(xmp), plain]).pdf);
  expect(written).toContain("<![CDATA[<Old>]]>");
  expect(written).not.toContain("pdfaid:part=");
});

test.each([
  ["a dictionary that is none", "/Info 5", "/Metadata 5"],
  ["metadata that is no stream", "", "/Metadata<<>>"],
])("%s is skipped", (_, entries, catalog) => {
  const odd = pdfOf({ catalog, info: `/Title 5${entries}` });
  expect(merged([odd, plain]).document.trailer.has("Info")).toBe(false);
  expect(merged([odd, plain]).catalog.has("Metadata")).toBe(false);
});

const inputs = () => [withMetadata(packet(claims(2))), plain];

test("the same input gives the same bytes", () => {
  expect(merged(inputs(), { title: "T" }).pdf.equals(merged(inputs(), { title: "T" }).pdf)).toBe(true);
});

/**
 * Parses the packet with another parser.
 * @throws Error when the packet is not well-formed.
 */
const parsed = (xmp: string) =>
  reported(
    "python3",
    ["-c", "import sys, xml.dom.minidom; print(xml.dom.minidom.parse(sys.argv[1]))", "%"],
    Buffer.from(xmp),
  );
