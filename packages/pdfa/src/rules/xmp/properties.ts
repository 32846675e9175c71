import { describe } from "../../xmp/value-types.ts";
import { rule } from "../rule.ts";

export const propertyDefined = rule({
  key: "xmp-property-defined",
  on: "xmp-property",
  ids: { "1": "6.7.9-2", "2": "6.6.2.3.1-1", "3": "6.6.2.3.1-1" },
  requirement: "Each XMP property belongs to a predefined schema, or to an extension schema that the file describes.",
  message: "An XMP property is neither predefined nor described by an extension schema",
  hint: "Describe the property in an extension schema (pdfaExtension:schemas), or remove it: exports of design programs leave such properties in the metadata of their files.",
  fix: "metadata",
  conversion: "drops",
  test: ({ property: { prefix, local, uri }, definition }) =>
    definition !== undefined || { broken: `${prefix}:${local}, namespace ${uri.slice(0, 200)}` },
});

export const propertyType = rule({
  key: "xmp-property-type",
  on: "xmp-property",
  ids: { "1": "6.7.9-3", "2": "6.6.2.3.1-2", "3": "6.6.2.3.1-2" },
  requirement: "The value of an XMP property has the type that its schema defines.",
  message: "The value of an XMP property does not have the type that its schema defines",
  hint: "Write the value as the type requires: array form (dc:creator is a Seq, dc:title an Alt), date (2024-01-31T12:00:00Z), number or structure.",
  fix: "metadata",
  conversion: "mends",
  test({ property, definition }) {
    const { prefix, local, uri } = property;
    const named = `${prefix}:${local} (namespace ${uri.slice(0, 200)})`;
    // A property that nothing defines has no type for its value.
    if (definition === undefined) {
      return { broken: `${named} has an unknown type; its value is ${describe(property.value)}` };
    }
    const { type, mismatch } = definition;
    return mismatch === undefined || { broken: `${named} is ${type}; there is ${mismatch}` };
  },
});
