/** The namespaces of the properties that are written here, by their usual prefixes (ISO 16684-1; ISO 19005). */
export const XMP_NAMESPACES = {
  dc: "http://purl.org/dc/elements/1.1/",
  xmp: "http://ns.adobe.com/xap/1.0/",
  pdf: "http://ns.adobe.com/pdf/1.3/",
  pdfx: "http://ns.adobe.com/pdfx/1.3/",
  pdfaid: "http://www.aiim.org/pdfa/ns/id/",
  pdfuaid: "http://www.aiim.org/pdfua/ns/id/",
  pdfaExtension: "http://www.aiim.org/pdfa/ns/extension/",
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

/** Makes a property whose value is an unordered array of texts. */
export const bagProperty = (prefix: XmpPrefix, name: string, texts: readonly string[]): WrittenProperty => ({
  prefix,
  name,
  markup: `<rdf:Bag>${texts.map((text) => `<rdf:li>${escaped(text)}</rdf:li>`).join("")}</rdf:Bag>`,
});

/** The namespaces that only descriptions of extension schemas have. */
const DESCRIBING =
  'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"';

/** A schema that PDF/A does not know, with its properties that are written. */
export interface ExtensionSchema {
  readonly name: string;
  readonly prefix: XmpPrefix;
  readonly properties: readonly { readonly name: string; readonly type: string; readonly description: string }[];
}

/** Makes the description of an extension schema (ISO 19005-1, 6.7.8; -2 and -3, 6.6.2.3.3). */
export function extensionSchema({ name, prefix, properties }: ExtensionSchema): WrittenProperty {
  const described = properties.map(
    (property) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${property.name}</pdfaProperty:name>` +
      `<pdfaProperty:valueType>${property.type}</pdfaProperty:valueType>` +
      "<pdfaProperty:category>internal</pdfaProperty:category>" +
      `<pdfaProperty:description>${escaped(property.description)}</pdfaProperty:description></rdf:li>`,
  );
  const markup =
    `<rdf:Bag ${DESCRIBING}><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${escaped(name)}</pdfaSchema:schema>` +
    `<pdfaSchema:namespaceURI>${XMP_NAMESPACES[prefix]}</pdfaSchema:namespaceURI>` +
    `<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>` +
    `<pdfaSchema:property><rdf:Seq>${described.join("")}</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag>`;
  return { prefix: "pdfaExtension", name: "schemas", markup };
}

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
