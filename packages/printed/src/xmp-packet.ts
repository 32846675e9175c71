import { Dict, Name, Stream } from "@quire/cos";
import type { DocumentText } from "./information.ts";
import type { Conformance } from "./options.ts";

/**
 * Makes the metadata stream of a document (ISO 32000-2, 14.3.2). It is not compressed, so that programs that do not
 * read PDF find it, and repeats what the information dictionary says.
 */
export function metadataStream(text: DocumentText, conformance?: Conformance): Stream {
  const dict = new Dict([
    ["Type", new Name("Metadata")],
    ["Subtype", new Name("XML")],
  ]);
  return new Stream(dict, new Uint8Array(Buffer.from(xmpPacket(text, conformance), "utf8")));
}

/**
 * Writes an XMP packet (ISO 16684-1, 7) with the properties that correspond to the entries of the information
 * dictionary, and with the identification of PDF/A (ISO 19005-2 and -3, 6.6.4).
 */
function xmpPacket(
  { title, author, subject, keywords, creator, producer }: DocumentText,
  conformance?: Conformance,
): string {
  const properties = [
    property("dc:format", "application/pdf"),
    title && property("dc:title", alternatives(title), isMarkup),
    author && property("dc:creator", `<rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq>`, isMarkup),
    subject && property("dc:description", alternatives(subject), isMarkup),
    keywords && property("pdf:Keywords", keywords),
    creator && property("xmp:CreatorTool", creator),
    producer && property("pdf:Producer", producer),
    conformance && property("pdfaid:part", conformance.charAt(0)),
    conformance && property("pdfaid:conformance", conformance.slice(1).toUpperCase()),
  ];
  // The byte order mark gives the encoding (7.3.2); the packet has no padding for changes in place.
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" ${NAMESPACES}${conformance === undefined ? "" : ` ${IDENTIFICATION}`}>`,
    ...properties.filter((text) => text !== undefined && text !== ""),
    "</rdf:Description>",
    "</rdf:RDF>",
    "</x:xmpmeta>",
    '<?xpacket end="r"?>',
  ].join("\n");
}

const NAMESPACES = [
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
  'xmlns:pdf="http://ns.adobe.com/pdf/1.3/"',
].join(" ");

const IDENTIFICATION = 'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"';

const isMarkup = { isMarkup: true };

const property = (name: string, value: string, { isMarkup: isAsItStands } = { isMarkup: false }): string =>
  `<${name}>${isAsItStands ? value : escaped(value)}</${name}>`;

const alternatives = (text: string): string =>
  `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`;

/** Escapes a text for the content of an element (XML 1.0, 2.4). */
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? "");

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
