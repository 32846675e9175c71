import type { CosDocument } from "@quire/cos";
import type { ExtensionObject } from "./extension-schemas.ts";
import type { Identification } from "./identification.ts";
import type { InformationEntry } from "./information.ts";
import type { XmpPacket } from "./packet.ts";
import type { XmpProperty } from "./rdf.ts";

/** The subjects of metadata: packets, properties, schemas, and the entries of the information dictionary. */
export interface XmpSubjects {
  /** The document with its packet, emitted once; the packet is undefined where it is missing. */
  readonly "document-metadata": { readonly document: CosDocument; readonly packet: XmpPacket | undefined };
  /** Each metadata stream, the document's first. */
  readonly "metadata-stream": XmpPacket;
  /** Each property of each packet, except descriptions of extension schemas. */
  readonly "xmp-property": PropertyUse;
  /** Each property in the namespace of containers of extension schemas. */
  readonly "extension-container": XmpProperty;
  /** The schemas, properties, value types and fields that extension schemas describe. */
  readonly "extension-object": ExtensionObject;
  /**
   * The identification of the document's packet, undefined where it says nothing of PDF/A; not emitted without such a
   * packet.
   */
  readonly identification: { readonly identification: Identification | undefined };
  /** Each entry of the information dictionary that XMP has a property for. */
  readonly "information-entry": InformationEntry;
}

interface PropertyUse {
  readonly property: XmpProperty;
  /** The property's value type and the mismatch of its value; undefined where the property is not defined. */
  readonly definition: PropertyDefinition | undefined;
}

export interface PropertyDefinition {
  readonly type: string;
  readonly mismatch: string | undefined;
}
