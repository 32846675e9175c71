import { extensionSchema, simpleProperty, type WrittenProperty } from "./write-packet.ts";

/** Returns the identification of a part of PDF/UA (ISO 14289-1 and -2, 5). */
export const accessibilityClaim = (part: 1 | 2): WrittenProperty[] => [
  simpleProperty("pdfuaid", "part", String(part)),
  ...(part === 2 ? [simpleProperty("pdfuaid", "rev", "2024")] : []),
];

/**
 * The description of the identification of PDF/UA as an extension schema (ISO 19005-1, 6.7.8; -2 and -3, 6.6.2.3.3): these
 * parts of PDF/A know no properties of other standards but those that the document describes.
 */
export const ACCESSIBILITY_SCHEMA: WrittenProperty = extensionSchema({
  name: "PDF/UA Universal Accessibility Schema",
  prefix: "pdfuaid",
  properties: [{ name: "part", type: "Integer", description: "The part of ISO 14289 that the document conforms to" }],
});
