import type { XmpPacket, XmpProperty } from "@quire/xmp";

const DC = "http://purl.org/dc/elements/1.1/";
const PDF = "http://ns.adobe.com/pdf/1.3/";
const XMP = "http://ns.adobe.com/xap/1.0/";

interface Counterpart {
  readonly value: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly name: string;
  readonly container?: "Alt" | "Seq";
}

/** The XMP properties that correspond to entries of the document information dictionary (ISO 19005-2, table 2). */
const COUNTERPARTS: readonly Counterpart[] = [
  { value: "title", namespace: DC, prefix: "dc", name: "title", container: "Alt" },
  { value: "author", namespace: DC, prefix: "dc", name: "creator", container: "Seq" },
  { value: "subject", namespace: DC, prefix: "dc", name: "description", container: "Alt" },
  { value: "keywords", namespace: PDF, prefix: "pdf", name: "Keywords" },
  { value: "creator", namespace: XMP, prefix: "xmp", name: "CreatorTool" },
  { value: "producer", namespace: PDF, prefix: "pdf", name: "Producer" },
];

/** Returns whether the property states what one of `values` replaces. */
export const isOfValue = ({ namespace, name }: XmpProperty, values: Readonly<Record<string, string>>): boolean =>
  COUNTERPARTS.some((one) => values[one.value] !== undefined && one.namespace === namespace && one.name === name) ||
  // The property has the keywords one by one.
  (values.keywords !== undefined && namespace === DC && name === "subject");

/** Returns an XMP description of `values` for the packet; empty when there are none. */
export function describedValues({ rdf, about }: XmpPacket, values: Readonly<Record<string, string>>): string {
  const properties = COUNTERPARTS.flatMap(({ value, prefix, name, container }) => {
    const given = values[value];
    if (given === undefined || given === "") {
      return [];
    }
    const text = escaped(given);
    const language = container === "Alt" ? ' xml:lang="x-default"' : "";
    const content =
      container === undefined
        ? text
        : `<${rdf}${container}><${rdf}li${language}>${text}</${rdf}li></${rdf}${container}>`;
    return [`<${prefix}:${name}>${content}</${prefix}:${name}>`];
  });
  const namespaces = `xmlns:dc="${DC}" xmlns:pdf="${PDF}" xmlns:xmp="${XMP}"`;
  return properties.length === 0
    ? ""
    : `<${rdf}Description ${rdf}about=${about} ${namespaces}>${properties.join("")}</${rdf}Description>\n`;
}

/** Escapes text for XML 1.0 and removes the control characters that it cannot contain. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- they are what is left out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
