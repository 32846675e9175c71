import { type Bounds, type CosDirect, type CosDocument, Dict, type Ref, resolve } from "@quire/cos";
import { metadataStream, readMetadata, type XmpPacket } from "@quire/xmp";

const PDFA = "http://www.aiim.org/pdfa/ns/id/";

/**
 * Removes the claim to conform to PDF/A (ISO 19005) from the metadata when the watermark may have made it untrue.
 * @param hasColour whether the watermark has colours other than gray
 * @returns whether the claim was removed
 */
export function dropUntruePdfaClaim(
  { catalog }: CosDocument,
  hasColour: boolean,
  add: (value: CosDirect) => Ref,
  bounds: Bounds,
): boolean {
  const stream = catalog.stream("Metadata");
  const packet = stream && readMetadata(stream, bounds);
  const part = packet && claimedPart(packet);
  if (packet === undefined || part === undefined || staysTrue(part, hasColour, catalog, bounds)) {
    return false;
  }
  catalog.set("Metadata", add(metadataStream(packet.edited(({ namespace }) => namespace === PDFA, ""))));
  return true;
}

function claimedPart({ properties }: XmpPacket): number | undefined {
  const claim = properties.find(({ namespace, name }) => namespace === PDFA && name === "part");
  return claim && Number(claim.content.trim());
}

/**
 * Returns whether the claim still holds. Part 1 allows neither transparency nor fonts without a list of their glyphs
 * (ISO 19005-1, 6.3.5, 6.4). Later parts require an output intent: an RGB one for RGB colours, any for gray and for
 * transparency (ISO 19005-2, 6.2.4.3, 6.2.10).
 */
function staysTrue(part: number, hasColour: boolean, catalog: Dict, bounds: Bounds): boolean {
  const components = (catalog.array("OutputIntents") ?? []).flatMap((raw) => {
    bounds.step();
    const intent = resolve(raw);
    const isOfPdfa = intent instanceof Dict && intent.name("S") === "GTS_PDFA1";
    return isOfPdfa ? (intent.stream("DestOutputProfile")?.dict.integer("N") ?? []) : [];
  });
  return part >= 2 && (hasColour ? components.includes(3) : components.length > 0);
}
