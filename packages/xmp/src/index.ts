export { ACCESSIBILITY_SCHEMA, accessibilityClaim } from "./accessibility-claim.ts";
export { metadataStream, readMetadata } from "./metadata-stream.ts";
export { readPacket, type XmpPacket, type XmpProperty } from "./packet.ts";
export { storableText } from "./storable-text.ts";
export {
  alternativesProperty,
  bagProperty,
  descriptionText,
  type ExtensionSchema,
  extensionSchema,
  packetText,
  sequenceProperty,
  simpleProperty,
  type WrittenProperty,
  XMP_NAMESPACES,
} from "./write-packet.ts";
export { readXml, type XmlAttribute, XmlError, type XmlHandler, type XmlName, type XmlStartTag } from "./xml.ts";
