import { type CosValue, Dict, encodeFlate, Name } from "@quire/cos";
import { colourSpaceOf, type ImageColourSpace } from "../colour/colour-space.ts";
import { type ImageData, madeBytes } from "../page-image.ts";
import { indexed } from "../png/png-image.ts";
import { type IndexedPixels, packedRows } from "./palette-of.ts";

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

type Made = Pick<ImageColourSpace, "hasLostProfile"> & { readonly data: ImageData };

/** Returns an image of the colours of a palette, in as few bits for each pixel as they need. */
export function indexedImage(
  { indices, palette }: IndexedPixels,
  { profile, ...size }: Size & { readonly profile: Uint8Array | undefined },
): Made {
  const colours = palette.length / 3;
  const bits = colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8;
  const { space, hasLostProfile } = colourSpaceOf(3, profile);
  const rows = bits === 8 ? indices : packedRows(indices, { ...size, bits });
  const dict = flateDict(size, { bits, space: indexed(space, palette, bits) });
  return { data: { dict, bytes: madeBytes(encodeFlate(rows, 9)) }, hasLostProfile };
}

/** Returns an image of cyan, magenta, yellow and black, 8 bits each, 255 for all of the ink. */
export function cmykImage(
  samples: Uint8Array,
  { profile, ...size }: Size & { readonly profile: Uint8Array | undefined },
): Made {
  const { space, hasLostProfile } = colourSpaceOf(4, profile);
  const parameters = new Dict([
    ["Predictor", 2],
    ["Colors", 4],
    ["BitsPerComponent", 8],
    ["Columns", size.widthPx],
  ]);
  const dict = flateDict(size, { bits: 8, space }).set("DecodeParms", parameters);
  return { data: { dict, bytes: madeBytes(encodeFlate(differences(samples, 4 * size.widthPx))) }, hasLostProfile };
}

/** Returns the differences of samples from those of the pixel to their left (TIFF 6.0, section 14). */
function differences(samples: Uint8Array, stride: number): Uint8Array {
  const result = Uint8Array.from(samples);
  for (let start = 0; start < result.length; start += stride) {
    for (let at = start + 4; at < start + stride; at++) {
      result[at] = samples[at]! - samples[at - 4]!;
    }
  }
  return result;
}

const flateDict = (
  { widthPx, heightPx }: Size,
  { bits, space }: { readonly bits: number; readonly space: CosValue },
): Dict =>
  new Dict([
    ["Type", new Name("XObject")],
    ["Subtype", new Name("Image")],
    ["Width", widthPx],
    ["Height", heightPx],
    ["BitsPerComponent", bits],
    ["ColorSpace", space],
    ["Filter", new Name("FlateDecode")],
  ]);
