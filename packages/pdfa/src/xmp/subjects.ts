import type { CosDocument } from "@quire/cos";
import type { ExtensionObject } from "./extension-schemas.ts";
import type { Identification } from "./identification.ts";
import type { InformationEntry } from "./information.ts";
import type { XmpPacket } from "./packet.ts";
import type { XmpProperty } from "./rdf.ts";

/** Packets, properties, schemas, and the information dictionary beside them. */
export interface XmpSubjects {
  /** Once: its packet is asked for, or lacks. */
  readonly "document-metadata": { readonly document: CosDocument; readonly packet: XmpPacket | undefined };
  /** Each metadata stream, the document's first. */
  readonly "metadata-stream": XmpPacket;
  /** Each property of each packet, but for descriptions of extension schemas. */
  readonly "xmp-property": PropertyUse;
  /** Each property in the namespace of containers of extension schemas. */
  readonly "extension-container": XmpProperty;
  /** Schemas, properties, value types and fields that extension schemas describe. */
  readonly "extension-object": ExtensionObject;
  /** Of the document's packet; undefined where it says nothing of PDF/A. Not without such a packet. */
  readonly identification: { readonly identification: Identification | undefined };
  /** Each entry of the information dictionary that XMP has a property for. */
  readonly "information-entry": InformationEntry;
}

interface PropertyUse {
  readonly property: XmpProperty;
  /** Where it is defined: its value type, and what is there instead of a value of that type. */
  readonly definition: PropertyDefinition | undefined;
}

export interface PropertyDefinition {
  readonly type: string;
  readonly mismatch: string | undefined;
}
