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
