/** The namespaces of the properties that are written here, by their usual prefixes (ISO 16684-1; ISO 19005). */
export const XMP_NAMESPACES = {
  dc: "http://purl.org/dc/elements/1.1/",
  xmp: "http://ns.adobe.com/xap/1.0/",
  pdf: "http://ns.adobe.com/pdf/1.3/",
  pdfaid: "http://www.aiim.org/pdfa/ns/id/",
} as const;
export type XmpPrefix = keyof typeof XMP_NAMESPACES;

/** A property to write: its qualified name, such as `dc:title`, and its content as markup. */
export interface WrittenProperty {
  readonly prefix: XmpPrefix;
  readonly name: string;
  readonly markup: string;
}

/** Makes a property whose value is a text. */
export const simpleProperty = (prefix: XmpPrefix, name: string, text: string): WrittenProperty => ({
  prefix,
  name,
  markup: escaped(text),
});

/** Makes a property of texts in several languages (ISO 16684-1, 8.2.2.4), of which this is the default one. */
export const alternativesProperty = (prefix: XmpPrefix, name: string, text: string): WrittenProperty => ({
  prefix,
  name,
  markup: `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`,
});

/** Makes a property whose value is an ordered array of one text. */
export const sequenceProperty = (prefix: XmpPrefix, name: string, text: string): WrittenProperty => ({
  prefix,
  name,
  markup: `<rdf:Seq><rdf:li>${escaped(text)}</rdf:li></rdf:Seq>`,
});

/** Writes an XMP packet (ISO 16684-1, 7) with these properties. */
export function packetText(properties: readonly WrittenProperty[]): string {
  // The byte order mark gives the encoding (7.3.2); the packet has no padding for changes in place.
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    descriptionText(properties),
    "</rdf:RDF>",
    "</x:xmpmeta>",
    '<?xpacket end="r"?>',
  ].join("\n");
}

/**
 * Writes the properties as an rdf:Description.
 * @param about the resource, in quotation marks
 * @param rdf the prefix of the namespace of RDF, with its colon
 */
export function descriptionText(properties: readonly WrittenProperty[], about = '""', rdf = "rdf:"): string {
  const used = new Set(["dc", "xmp", "pdf", ...properties.map(({ prefix }) => prefix)]);
  const namespaces = Object.entries(XMP_NAMESPACES)
    .filter(([prefix]) => used.has(prefix))
    .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
  const written = properties.map(({ prefix, name, markup }) => `<${prefix}:${name}>${markup}</${prefix}:${name}>`);
  const text = [`<rdf:Description rdf:about=${about} ${namespaces.join(" ")}>`, ...written, "</rdf:Description>"].join(
    "\n",
  );
  return rdf === "rdf:" ? text : text.replaceAll("rdf:", rdf);
}

/** Escapes a text for the content of an element (XML 1.0, 2.4). */
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? "");

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
