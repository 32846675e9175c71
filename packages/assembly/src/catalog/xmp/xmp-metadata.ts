import type { CosDocument, Stream } from "@quire/cos";
import { metadataStream, readMetadata, type XmpPacket, type XmpProperty } from "@quire/xmp";
import type { Assembly } from "../../assembly.ts";
import type { SourceDocument } from "../../source-document.ts";
import { wholeDocument } from "../whole-document.ts";
import { isClaim, sharedClaims } from "./claims.ts";
import { describedValues, isOfValue } from "./described-values.ts";

/**
 * Takes over the XMP metadata (ISO 32000-2, 14.3.2) of the first document, with `values` in it and without claims that
 * do not hold for the new one. A packet that would have to be edited, but cannot be edited safely, is left out.
 */
export function carryXmp(assembly: Assembly, values: Readonly<Record<string, string>>): void {
  const { excerpts, catalog } = assembly;
  const [first] = excerpts;
  const original = first?.source.document.catalog.raw("Metadata");
  const stream = first && metadataOf(first.source.document);
  if (first === undefined || original === undefined || stream === undefined) {
    return;
  }
  const packet = first.source.memo(packetOf);
  if (packet === undefined) {
    if (wholeDocument(assembly) !== undefined && Object.keys(values).length === 0) {
      catalog.set("Metadata", original);
    }
    return;
  }
  const kept = sharedClaims(assembly, (source) => source.memo(packetOf));
  const isDropped = (property: XmpProperty) => (isClaim(property) && !kept(property)) || isOfValue(property, values);
  const added = describedValues(packet, values);
  if (added === "" && !packet.properties.some(isDropped)) {
    catalog.set("Metadata", original);
  } else {
    catalog.set("Metadata", assembly.add(metadataStream(packet.edited(isDropped, added))));
  }
}

function metadataOf({ catalog }: CosDocument): Stream | undefined {
  return catalog.stream("Metadata");
}

function packetOf({ document }: SourceDocument): XmpPacket | undefined {
  const stream = metadataOf(document);
  return stream && readMetadata(stream, document.bounds);
}
