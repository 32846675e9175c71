import { CosDocument, Dict, MadeObjects, writeDocument } from "@quire/cos";

/** Returns the document with its catalog changed by `change`. */
export function changed(pdf: Uint8Array, change: (catalog: Dict) => void): Buffer {
  const document = CosDocument.open(pdf);
  const catalog = document.catalog.copy();
  change(catalog);
  const trailer = new Dict(document.trailer.entries).set("Root", new MadeObjects().add(catalog));
  const pieces: Uint8Array[] = [];
  writeDocument(trailer, { write: (bytes) => void pieces.push(bytes.slice()) });
  return Buffer.concat(pieces);
}
