import type { Stream } from "@quire/cos";
import {
  ACCESSIBILITY_SCHEMA,
  accessibilityClaim,
  alternativesProperty,
  packetText,
  sequenceProperty,
  simpleProperty,
  type WrittenProperty,
  metadataStream as xmpStream,
} from "@quire/xmp";
import type { DocumentText } from "./information.ts";
import type { AccessibilityPart, Conformance } from "./options.ts";

/** What a document says that it conforms to. */
export interface Claims {
  readonly conformance?: Conformance | undefined;
  readonly accessibility?: AccessibilityPart | undefined;
}

/**
 * Makes the metadata stream of a document (ISO 32000-2, 14.3.2), which repeats what the information dictionary says and
 * has the identifications of PDF/A (ISO 19005-1, 6.7.11; -2 and -3, 6.6.4; -4, 6.7.3) and PDF/UA (ISO 14289, 5).
 */
export const metadataStream = (text: DocumentText, claims: Claims): Stream =>
  xmpStream(packetText(propertiesOf(text, claims)));

function propertiesOf(
  { title, author, subject, keywords, creator, producer }: DocumentText,
  { conformance, accessibility }: Claims,
): readonly WrittenProperty[] {
  const properties = [
    simpleProperty("dc", "format", "application/pdf"),
    title && alternativesProperty("dc", "title", title),
    author && sequenceProperty("dc", "creator", author),
    subject && alternativesProperty("dc", "description", subject),
    keywords && simpleProperty("pdf", "Keywords", keywords),
    creator && simpleProperty("xmp", "CreatorTool", creator),
    producer && simpleProperty("pdf", "Producer", producer),
    ...(conformance === undefined ? [] : archiveClaim(conformance)),
    ...(accessibility === undefined ? [] : accessibilityClaim(accessibility)),
    // Parts 1 to 3 of PDF/A know no properties but those that are described.
    accessibility !== undefined && conformance !== undefined && conformance !== "4" && ACCESSIBILITY_SCHEMA,
  ];
  return properties.filter((property) => typeof property === "object");
}

function archiveClaim(conformance: Conformance): WrittenProperty[] {
  const level = conformance.slice(1).toUpperCase();
  return [
    simpleProperty("pdfaid", "part", conformance.charAt(0)),
    level === "" ? simpleProperty("pdfaid", "rev", "2020") : simpleProperty("pdfaid", "conformance", level),
  ];
}
