import { type CosDirect, type CosValue, Dict, Name, type Ref, Stream } from "@quire/cos";
import { convertIndexedToRgb, type DecodedPng, decode } from "fast-png";

/**
 * Makes an image XObject (ISO 32000-2, 8.9.5) of a PNG file, in DeviceRGB with a soft mask; undefined for a file that
 * cannot be decoded.
 */
export function glyphImage(png: Uint8Array, add: (value: CosDirect) => Ref): Ref | undefined {
  const pixels = pixelsOf(png);
  if (pixels === undefined) {
    return undefined;
  }
  const { widthPx, heightPx, rgb, alpha } = pixels;
  const image = imageStream(widthPx, heightPx, "DeviceRGB", rgb);
  image.dict.set("SMask", add(imageStream(widthPx, heightPx, "DeviceGray", alpha)));
  return add(image);
}

function imageStream(widthPx: number, heightPx: number, colorSpace: string, samples: Uint8Array): Stream {
  const entries: [string, CosValue][] = [
    ["Type", new Name("XObject")],
    ["Subtype", new Name("Image")],
    ["Width", widthPx],
    ["Height", heightPx],
    ["ColorSpace", new Name(colorSpace)],
    ["BitsPerComponent", 8],
  ];
  return new Stream(new Dict(entries), samples);
}

interface Pixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Uint8Array;
  readonly alpha: Uint8Array;
}

/**
 * Decodes a PNG to eight bits a component. Undefined for a damaged file, and for what fonts do not have: 16 bits, or
 * grey of less than 8.
 */
function pixelsOf(png: Uint8Array): Pixels | undefined {
  const image = decoded(png);
  const data = image?.palette === undefined ? image?.data : convertIndexedToRgb(image);
  if (image === undefined || data === undefined || (image.depth !== 8 && image.palette === undefined)) {
    return undefined;
  }
  const { width: widthPx, height: heightPx } = image;
  const count = widthPx * heightPx;
  const channels = data.length / count;
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  const alphaChannel = channels % 2 === 0 ? channels - 1 : undefined;
  const rgb = new Uint8Array(count * 3);
  const alpha = new Uint8Array(count).fill(255);
  for (let pixel = 0, from = 0, to = 0; pixel < count; pixel++, from += channels, to += 3) {
    rgb[to] = data[from] ?? 0;
    rgb[to + 1] = data[from + green] ?? 0;
    rgb[to + 2] = data[from + blue] ?? 0;
    if (alphaChannel !== undefined) {
      alpha[pixel] = data[from + alphaChannel] ?? 0;
    }
  }
  return { widthPx, heightPx, rgb, alpha };
}

function decoded(png: Uint8Array): DecodedPng | undefined {
  try {
    return decode(png);
  } catch {
    // All that matters is that the file cannot be shown; the library's message about the damage is dropped.
    return undefined;
  }
}
