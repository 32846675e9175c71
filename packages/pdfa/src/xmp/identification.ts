import { propertyIn, type XmpPacket } from "./packet.ts";
import type { XmpProperty } from "./rdf.ts";
import { URIS } from "./schemas.ts";

/** The properties of the PDF/A identification schema (ISO 19005-1, 6.7.11; -2 and -3, 6.6.4; -4, 6.7.3). */
export interface Identification {
  readonly part: XmpProperty | undefined;
  readonly conformance: XmpProperty | undefined;
  readonly amd: XmpProperty | undefined;
  readonly corr: XmpProperty | undefined;
  readonly rev: XmpProperty | undefined;
}

export type IdentificationName = keyof Identification;

/** Returns the identification; undefined where the packet has no property in the schema's namespace. */
export function identificationOf(packet: XmpPacket): Identification | undefined {
  if (!packet.properties.some(({ uri }) => uri === URIS.pdfaid)) {
    return undefined;
  }
  const of = (name: IdentificationName) => propertyIn(packet, URIS.pdfaid, name);
  return { part: of("part"), conformance: of("conformance"), amd: of("amd"), corr: of("corr"), rev: of("rev") };
}

/** Returns the text of a simple value; undefined for any other. */
export function textOf(property: XmpProperty | undefined): string | undefined {
  return property?.value.kind === "simple" ? property.value.text : undefined;
}
