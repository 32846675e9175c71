import { type CosValue, Dict, encodeFlate, Name } from "@quire/cos";
import { type BilevelImage, encodeGroup4 } from "../fax/encode-group4.ts";
import { type ImageData, madeBytes } from "../page-image.ts";

/** The data of a fax page (ITU-T T.6) in another file. */
export interface FaxData {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bytes: Uint8Array;
  /** Whether the runs that T.6 calls black are shown black. */
  readonly isBlackBlack: boolean;
}

/** The share of the pixels' own size to which Group 4 brings print and drawings; Flate may do better for half-tones. */
const SHARE_OF_PRINT = 1 / 8;

/** Returns an image of one bit for each pixel, in Group 4 or, for half-tones, in Flate where that is shorter. */
export function bilevelImage(image: BilevelImage): ImageData {
  const { widthPx, heightPx, bits } = image;
  const fax = encodeGroup4(image);
  const flate = fax.length < bits.length * SHARE_OF_PRINT ? undefined : encodeFlate(bits, 9);
  if (flate === undefined || fax.length <= flate.length) {
    return faxImage({ widthPx, heightPx, bytes: fax, isBlackBlack: true });
  }
  const dict = bilevelDict(image, [
    ["Filter", new Name("FlateDecode")],
    ["Decode", [1, 0]],
  ]);
  return { dict, bytes: madeBytes(flate) };
}

/** Returns an image whose data are those of a fax page. */
export function faxImage({ widthPx, heightPx, bytes, isBlackBlack }: FaxData): ImageData {
  const parameters = new Dict([
    ["K", -1],
    ["Columns", widthPx],
    ["Rows", heightPx],
    ["BlackIs1", !isBlackBlack],
  ]);
  const dict = bilevelDict({ widthPx, heightPx }, [
    ["Filter", new Name("CCITTFaxDecode")],
    ["DecodeParms", parameters],
  ]);
  return { dict, bytes: madeBytes(bytes) };
}

const bilevelDict = (
  { widthPx, heightPx }: Pick<BilevelImage, "widthPx" | "heightPx">,
  entries: readonly (readonly [string, CosValue])[],
): Dict =>
  new Dict([
    ["Type", new Name("XObject")],
    ["Subtype", new Name("Image")],
    ["Width", widthPx],
    ["Height", heightPx],
    ["BitsPerComponent", 1],
    ["ColorSpace", new Name("DeviceGray")],
    ...entries,
  ]);
