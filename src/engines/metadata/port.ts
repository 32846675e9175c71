/* The port of metadata (ISO 32000-2, 14.3). */

export type { Claims, DocumentMetadata, MetadataField, NamedText, XmpShown } from "@quire/metadata/options";
