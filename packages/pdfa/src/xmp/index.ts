/** The metadata of documents as the validator reads them: all encodings, and the data model of XMP. */
export { accessibilityClaim } from "./accessibility-claim.ts";
export { readClaim } from "./claim.ts";
export { documentPacket } from "./metadata.ts";
export type { XmpPacket } from "./packet.ts";
export { decodePacket } from "./packet-text.ts";
export type { XmpItem, XmpProperty, XmpValue } from "./rdf.ts";
