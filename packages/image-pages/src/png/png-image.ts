import { CosString, type CosValue, Dict, Name } from "@quire/cos";
import { colourSpaceOf } from "../colour/colour-space.ts";
import type { ImageData, PageImage } from "../page-image.ts";
import { COLOUR_TYPES, type PngFile } from "./png-file.ts";

/**
 * Returns whether the data of a PNG file are those of an image in a PDF: FlateDecode knows its filters, but neither its
 * interlacing nor samples of opacity among those of colour.
 */
export const hasPdfData = ({ isInterlaced, colourType }: PngFile): boolean =>
  !isInterlaced && colourType !== 4 && colourType !== 6;

/** Returns whether some pixels may not be opaque in a way that an image's own entries cannot say. */
export const needsOpacity = (file: PngFile): boolean =>
  file.colourType >= 4 || (file.transparency !== undefined && colourKeyOf(file) === undefined);

/** Returns an image whose data are those of a PNG file for which `hasPdfData` holds. */
export function pngImage(file: PngFile, opacity?: ImageData): PageImage {
  const { widthPx, heightPx, orientation, resolution } = file;
  const { data, hasLostProfile } = pngData(file);
  const key = opacity === undefined ? colourKeyOf(file) : undefined;
  if (key !== undefined) {
    data.dict.set("Mask", [...key]);
  }
  return { widthPx, heightPx, orientation, resolution, colours: data, opacity, hasLostProfile };
}

/** Returns the data of a PNG file of greys as a mask of opacity. */
export const pngOpacity = (file: PngFile): ImageData => pngData(file).data;

function pngData(file: PngFile) {
  const { widthPx, heightPx, bits, colourType, data } = file;
  const { space, hasLostProfile } = spaceOf(file);
  const parameters = new Dict([
    ["Predictor", 15],
    ["Colors", COLOUR_TYPES[colourType]],
    ["BitsPerComponent", bits],
    ["Columns", widthPx],
  ]);
  const dict = new Dict([
    ["Type", new Name("XObject")],
    ["Subtype", new Name("Image")],
    ["Width", widthPx],
    ["Height", heightPx],
    ["BitsPerComponent", bits],
    ["ColorSpace", space],
    ["Filter", new Name("FlateDecode")],
    ["DecodeParms", parameters],
  ]);
  const [only] = data;
  const lengthBytes = data.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = {
    encoded: () => (data.length === 1 && only !== undefined ? only : Buffer.concat(data, lengthBytes)),
    lengthBytes,
  };
  return { data: { dict, bytes }, hasLostProfile };
}

function spaceOf({ colourType, palette, profile, bits }: PngFile): {
  readonly space: CosValue;
  readonly hasLostProfile: boolean;
} {
  if (colourType !== 3) {
    return colourSpaceOf(COLOUR_TYPES[colourType], profile);
  }
  const { space, hasLostProfile } = colourSpaceOf(3, profile);
  return { space: indexed(space, palette, bits), hasLostProfile };
}

/** Returns an Indexed colour space (ISO 32000-2, 8.6.6.3); indices of colours that are not there are black. */
export function indexed(base: CosValue, palette: Uint8Array, bits: number): CosValue {
  const count = Math.min(Math.max(1, Math.floor(palette.length / 3)), 2 ** bits);
  const colours = Buffer.alloc(3 * count);
  colours.set(palette.subarray(0, colours.length));
  return [new Name("Indexed"), base, count - 1, new CosString(colours)];
}

/**
 * Returns the colour key (ISO 32000-2, 8.9.6.4) that makes transparent what tRNS does, from and to for each component;
 * undefined where there is none, such as for colours that are half transparent. Keys of other depths than 8 bits are read
 * wrongly by some readers.
 */
function colourKeyOf({ colourType, bits, transparency }: PngFile): readonly number[] | undefined {
  if (transparency === undefined || bits !== 8) {
    return undefined;
  }
  if (colourType !== 3) {
    const samples = Array.from({ length: COLOUR_TYPES[colourType] }, (_, index) => transparency[2 * index + 1] ?? 0);
    return samples.flatMap((sample) => [sample, sample]);
  }
  const clear = [...transparency].flatMap((opacity, index) => (opacity === 255 ? [] : [{ opacity, index }]));
  const [first, last] = [clear[0]?.index ?? 0, clear.at(-1)?.index ?? 0];
  const isOneRange = clear.length > 0 && last - first === clear.length - 1;
  return isOneRange && clear.every(({ opacity }) => opacity === 0) ? [first, last] : undefined;
}
