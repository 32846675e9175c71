import { Bounds, Dict, encodeFlate, Name, Stream } from "@quire/cos";
import { expect, test } from "vitest";
import { metadataStream, readMetadata } from "./metadata-stream.ts";
import { readPacket } from "./packet.ts";

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
const wrapped = (descriptions: string) =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${RDF}>${descriptions}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
const packet = (text: string) => readPacket(Buffer.from(text), new Bounds());

test("properties are elements and attributes, with their namespaces", () => {
  const read = packet(
    wrapped(`<rdf:Description rdf:about="me" ${DC} dc:format='a/b'><dc:title><x/>T</dc:title></rdf:Description>`),
  );
  expect(read?.about).toBe('"me"');
  expect(read?.rdf).toBe("rdf:");
  expect(read?.properties.map(({ namespace, name, content }) => [namespace, name, content])).toEqual([
    ["http://purl.org/dc/elements/1.1/", "format", "a/b"],
    ["http://purl.org/dc/elements/1.1/", "title", "<x/>T"],
  ]);
});

test("what is dropped goes, what is added comes, all else stays", () => {
  const before = wrapped(
    `<rdf:Description rdf:about="" ${DC} dc:format="a"> <dc:title>T</dc:title> <!-- x --></rdf:Description>`,
  );
  const read = packet(before);
  expect(read?.edited(() => false, "")).toBe(before);
  expect(read?.edited(({ name }) => name === "title", "<added/>")).toBe(
    before.replace("<dc:title>T</dc:title>", "").replace("</rdf:RDF>", "<added/></rdf:RDF>"),
  );
  expect(read?.edited(({ name }) => name === "format", "")).toBe(before.replace(' dc:format="a"', ""));
});

test.each([
  ["no XML", "nothing"],
  ["not well-formed", wrapped("<rdf:Description>")],
  ["of a document type", `<!DOCTYPE x>${wrapped("")}`],
  ["of an entity that XML does not have", wrapped(`<rdf:Description ${DC} dc:format="&x;"/>`)],
  ["of an attribute twice", wrapped(`<rdf:Description ${DC} dc:format="a" dc:format="b"/>`)],
  ["of an unknown prefix", wrapped("<dc:title/>")],
  ["nested without end", wrapped("<rdf:li>".repeat(300) + "</rdf:li>".repeat(300))],
  ["of two descriptions of RDF", `${wrapped("")}${wrapped("")}`],
])("%s is no packet", (_, text) => {
  expect(packet(text)).toBeUndefined();
});

const deflated = (data: Uint8Array) => new Stream(new Dict([["Filter", new Name("FlateDecode")]]), encodeFlate(data));

test("metadata streams", () => {
  const bytes = Buffer.from(wrapped(`<rdf:Description rdf:about="" ${DC} dc:format="a"/>`));
  const bounds = new Bounds();
  expect(readMetadata(deflated(bytes), bounds)?.properties.length).toBe(1);
  expect(readMetadata(deflated(new Uint8Array(2 ** 24)), bounds)).toBeUndefined();
  expect(readMetadata(new Stream(new Dict([["Filter", new Name("DCTDecode")]]), bytes), bounds)).toBeUndefined();
  expect(readMetadata(metadataStream("ü"), bounds)).toBeUndefined();
  expect(readMetadata(metadataStream(bytes.toString()), bounds)?.properties.length).toBe(1);
});

test("the text of a property is that of its first item, without references", () => {
  const titles =
    '<rdf:Alt>\n<rdf:li xml:lang="x-default">Salt &amp; <![CDATA[<light>]]></rdf:li><rdf:li>2</rdf:li>\n</rdf:Alt>';
  const read = packet(
    wrapped(
      `<rdf:Description ${DC} dc:format="a&#x2F;b"><dc:title>${titles}</dc:title><dc:x>&lt;</dc:x></rdf:Description>`,
    ),
  );
  expect(read?.properties.map(({ name, text }) => [name, text])).toEqual([
    ["format", "a/b"],
    ["title", "Salt & <light>"],
    ["x", "<"],
  ]);
});

test("offsets are those of the text, whatever its line ends and characters are", () => {
  const title = "<dc:title\r\n>𝄞\r\n</dc:title \r\n>";
  const before = wrapped(
    `\r\n<rdf:Description\r\n${DC}\r\n\tdc:format = 'é𝄞' rdf:about=""\r\n>𝄞${title}</rdf:Description>`,
  );
  expect(packet(before)?.edited(() => true, "")).toBe(before.replace(title, "").replace("\r\n\tdc:format = 'é𝄞'", ""));
});
