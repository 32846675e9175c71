import { crc32, deflateSync } from "node:zlib";
import type { Raster, RasterKind } from "../raster/raster.ts";
import { filteredRows } from "./filters.ts";

/**
 * Encodes a raster as a PNG file (ISO/IEC 15948) and returns its consecutive pieces. Samples, palette and profile are
 * kept as they are.
 */
export function encodePng(raster: Raster): Uint8Array[] {
  const { profile, palette } = raster;
  return [
    SIGNATURE,
    ...chunk("IHDR", header(raster)),
    ...(profile ? chunk("iCCP", embedded(profile)) : []),
    ...(palette && raster.kind === "palette" ? chunk("PLTE", palette) : []),
    ...chunk("IDAT", deflateSync(filteredRows(raster), { level: LEVEL, memLevel: 9 })),
    ...chunk("IEND", new Uint8Array()),
  ];
}

const LEVEL = 6;
const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const COLOUR_TYPES: Readonly<Record<RasterKind, number>> = {
  gray: 0,
  rgb: 2,
  palette: 3,
  "gray-alpha": 4,
  "rgb-alpha": 6,
};

function header({ widthPx, heightPx, bits, kind }: Raster): Uint8Array {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(widthPx, 0);
  data.writeUInt32BE(heightPx, 4);
  data[8] = bits;
  data[9] = COLOUR_TYPES[kind];
  return data;
}

/** The compressed chunk data of profiles: the images of a document mostly share one. */
const embeddedProfiles = new WeakMap<Uint8Array, Uint8Array>();

/** Returns the data of an iCCP chunk (11.3.2.3): a name, the compression method and the deflated profile. */
function embedded(profile: Uint8Array): Uint8Array {
  let data = embeddedProfiles.get(profile);
  if (!data) {
    data = Buffer.concat([Buffer.from("ICC profile\0\0", "latin1"), deflateSync(profile)]);
    embeddedProfiles.set(profile, data);
  }
  return data;
}

function chunk(type: string, data: Uint8Array): Uint8Array[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, "latin1");
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0);
  return [head, data, tail];
}
