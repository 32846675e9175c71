import { XMP_NAMESPACES } from "@quire/xmp";
import type { MetadataField } from "./options.ts";

/** Where a field is: its key in the information dictionary (ISO 32000-2, table 349), and its property (ISO 19005-1, 6.7.3). */
export interface FieldPlace {
  readonly field: MetadataField;
  readonly key: string;
  readonly prefix: "dc" | "xmp" | "pdf";
  readonly name: string;
  readonly kind: "alternatives" | "sequence" | "simple" | "date";
}

export const FIELD_PLACES: readonly FieldPlace[] = [
  { field: "title", key: "Title", prefix: "dc", name: "title", kind: "alternatives" },
  { field: "author", key: "Author", prefix: "dc", name: "creator", kind: "sequence" },
  { field: "subject", key: "Subject", prefix: "dc", name: "description", kind: "alternatives" },
  { field: "keywords", key: "Keywords", prefix: "pdf", name: "Keywords", kind: "simple" },
  { field: "creator", key: "Creator", prefix: "xmp", name: "CreatorTool", kind: "simple" },
  { field: "producer", key: "Producer", prefix: "pdf", name: "Producer", kind: "simple" },
  { field: "creationDate", key: "CreationDate", prefix: "xmp", name: "CreateDate", kind: "date" },
  { field: "modificationDate", key: "ModDate", prefix: "xmp", name: "ModifyDate", kind: "date" },
];

export const namespaceOf = ({ prefix }: Pick<FieldPlace, "prefix">): string => XMP_NAMESPACES[prefix];

/** The namespace in which Acrobat keeps the entries of the information dictionary that are no standard ones. */
export const PDFX_NAMESPACE: string = XMP_NAMESPACES.pdfx;

/** The entries of the information dictionary that have a meaning of their own. */
export const STANDARD_KEYS: ReadonlySet<string> = new Set([...FIELD_PLACES.map(({ key }) => key), "Trapped"]);
