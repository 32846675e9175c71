import { type CosDocument, dictionariesIn, Ref, Stream } from "@quire/cos";
import { readPacket, type XmpPacket } from "./packet.ts";

const PACKETS = new WeakMap<CosDocument, { readonly packet: XmpPacket | undefined }>();

/** Returns the packet of the catalog's metadata stream; undefined where there is no such stream. */
export function documentPacket(document: CosDocument): XmpPacket | undefined {
  let read = PACKETS.get(document);
  if (read === undefined) {
    const raw = document.catalog.raw("Metadata");
    const stream = document.catalog.stream("Metadata");
    const object = raw instanceof Ref ? raw.number : undefined;
    const packet =
      stream === undefined ? undefined : readPacket({ stream, object, isOfDocument: true }, document.bounds);
    read = { packet };
    PACKETS.set(document, read);
  }
  return read.packet;
}

/**
 * Yields the packets of the metadata streams of all other objects (ISO 32000-2, 14.3.2), such as pages, images,
 * structure elements and property lists, each once.
 */
export function* otherPackets(document: CosDocument): Generator<XmpPacket> {
  const main = document.catalog.raw("Metadata");
  const seen = new Set<number>(main instanceof Ref ? [main.number] : []);
  for (const number of document.objectNumbers()) {
    for (const dict of dictionariesIn(document.ref(number).value, document.bounds)) {
      const raw = dict.raw("Metadata");
      const stream = raw instanceof Ref && !seen.has(raw.number) ? raw.value : undefined;
      if (raw instanceof Ref && stream instanceof Stream) {
        seen.add(raw.number);
        yield readPacket({ stream, object: raw.number, isOfDocument: false }, document.bounds);
      }
    }
  }
}
