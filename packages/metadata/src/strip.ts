import { type CosDocument, Dict, dictionariesIn, isName, Name, Stream } from "@quire/cos";
import { withoutJpegMetadata } from "./strip-jpeg.ts";

/**
 * Removes all metadata: the information dictionary, all XMP, thumbnails, private data of programs, what layers say of the
 * program that made them, what JPEG images say of themselves, and the identifier of the file.
 * @throws CosError `too_complex`
 */
export function stripMetadata(document: CosDocument): void {
  const { trailer, security, bounds } = document;
  trailer.delete("Info");
  if (security === undefined) {
    trailer.delete("ID");
  }
  const catalog = trailer.get("Root");
  for (const number of document.objectNumbers()) {
    bounds.step();
    const object = document.ref(number).value;
    for (const dict of dictionariesIn(object, bounds)) {
      strip(dict);
    }
    if (object instanceof Stream && isJpeg(object.dict)) {
      const plain = withoutJpegMetadata(object.bytes.encoded());
      if (plain !== undefined) {
        document.replace(number, new Stream(object.dict, plain));
      }
    }
  }
  if (catalog instanceof Dict) {
    strip(catalog);
  }
}

/**
 * Takes the metadata out of a dictionary (ISO 32000-2, 14.3 to 14.5, 12.3.4). Resources may have any names: an entry is
 * taken for what it is called only where its value is of that kind.
 */
function strip(dict: Dict): void {
  const metadata = dict.stream("Metadata")?.dict;
  if (isName(metadata?.get("Type"), "Metadata") || isName(metadata?.get("Subtype"), "XML")) {
    dict.delete("Metadata");
  }
  if (dict.get("PieceInfo") instanceof Dict) {
    dict.delete("PieceInfo");
    // The time goes with the private data (14.5).
    dict.delete("LastModified");
  }
  if (isName(dict.get("Type"), "Page")) {
    dict.delete("Thumb");
    dict.delete("LastModified");
  }
  if (isName(dict.get("Type"), "Catalog")) {
    dict.delete("SpiderInfo");
  }
  if (isName(dict.get("Type"), "OCG")) {
    dict.dict("Usage")?.delete("CreatorInfo");
  }
}

function isJpeg(dict: Dict): boolean {
  const filter = dict.get("Filter");
  const only = Array.isArray(filter) && filter.length === 1 ? (filter[0] ?? null) : filter;
  return only instanceof Name && only.value === "DCTDecode" && isName(dict.get("Subtype"), "Image");
}
