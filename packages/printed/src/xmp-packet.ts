import type { Stream } from "@quire/cos";
import {
  alternativesProperty,
  packetText,
  sequenceProperty,
  simpleProperty,
  type WrittenProperty,
  metadataStream as xmpStream,
} from "@quire/xmp";
import type { DocumentText } from "./information.ts";
import type { Conformance } from "./options.ts";

/**
 * Makes the metadata stream of a document (ISO 32000-2, 14.3.2), which repeats what the information dictionary says and
 * has the identification of PDF/A (ISO 19005-2 and -3, 6.6.4).
 */
export const metadataStream = (text: DocumentText, conformance?: Conformance): Stream =>
  xmpStream(packetText(propertiesOf(text, conformance)));

function propertiesOf(
  { title, author, subject, keywords, creator, producer }: DocumentText,
  conformance?: Conformance,
): readonly WrittenProperty[] {
  const properties = [
    simpleProperty("dc", "format", "application/pdf"),
    title && alternativesProperty("dc", "title", title),
    author && sequenceProperty("dc", "creator", author),
    subject && alternativesProperty("dc", "description", subject),
    keywords && simpleProperty("pdf", "Keywords", keywords),
    creator && simpleProperty("xmp", "CreatorTool", creator),
    producer && simpleProperty("pdf", "Producer", producer),
    conformance && simpleProperty("pdfaid", "part", conformance.charAt(0)),
    conformance && simpleProperty("pdfaid", "conformance", conformance.slice(1).toUpperCase()),
  ];
  return properties.filter((property) => property !== undefined && property !== "");
}
