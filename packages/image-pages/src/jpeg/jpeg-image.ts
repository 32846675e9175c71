import { Dict, Name, type StreamBytes } from "@quire/cos";
import { colourSpaceOf } from "../colour/colour-space.ts";
import type { PageImage } from "../page-image.ts";
import type { JpegFile } from "./jpeg-file.ts";

/** The processes that DCTDecode decodes (ISO 32000-2, 7.4.8): baseline, extended sequential, and progressive. */
const DCT_FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const DCT_COMPONENTS: ReadonlySet<number> = new Set([1, 3, 4]);
/** The identifiers by which a file says that its components are red, green and blue themselves. */
const RGB_IDENTIFIERS = "82,71,66";

/** Returns whether a PDF can have a JPEG file as it is; its height may also be stated only behind the first scan. */
export const isDctDecodable = (file: JpegFile): boolean =>
  DCT_FRAMES.has(file.frame) &&
  DCT_COMPONENTS.has(file.components.length) &&
  file.bitsPerComponent === 8 &&
  file.widthPx > 0 &&
  file.heightPx > 0;

/** Returns an image whose data are a JPEG file, byte for byte; it is one that `isDctDecodable`. */
export function jpegImage(file: JpegFile, bytes: StreamBytes): PageImage {
  const { widthPx, heightPx, components, profile, orientation, resolution } = file;
  const { space, hasLostProfile } = colourSpaceOf(components.length, profile);
  const dict = new Dict([
    ["Type", new Name("XObject")],
    ["Subtype", new Name("Image")],
    ["Width", widthPx],
    ["Height", heightPx],
    ["BitsPerComponent", 8],
    ["ColorSpace", space],
    ["Filter", new Name("DCTDecode")],
  ]);
  if (components.length === 4 && file.adobeTransform !== undefined) {
    // Adobe's programs store how much light each ink leaves.
    dict.set("Decode", [1, 0, 1, 0, 1, 0, 1, 0]);
  }
  if (components.join(",") === RGB_IDENTIFIERS && file.adobeTransform === undefined && !file.isJfif) {
    dict.set("DecodeParms", new Dict([["ColorTransform", 0]]));
  }
  return { widthPx, heightPx, colours: { dict, bytes }, orientation, resolution, hasLostProfile };
}
