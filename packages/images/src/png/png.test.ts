import sharp from "sharp";
import { expect, test } from "vitest";
import { channelsOf, type Raster, type RasterKind, rowBytesOf } from "../raster/raster.ts";
import { unpacked } from "../raster/unpack.ts";
import { encodePng } from "./png.ts";

/** Makes a raster whose samples have shades and noise. */
function madeRaster(kind: RasterKind, bits: number): Raster {
  const size = { widthPx: 37, heightPx: 300, kind, bits };
  const stride = rowBytesOf(size);
  const data = Uint8Array.from({ length: stride * 300 }, (_, index) => {
    const [row, column] = [Math.floor(index / stride), index % stride];
    return row < 128 ? column * 3 + row : row < 200 ? row : (index * index * 31) >> 4;
  });
  const palette = Uint8Array.from({ length: 3 * 2 ** Math.min(8, bits) }, (_, index) => (index * 7) % 256);
  return { ...size, data, ...(kind === "palette" && { palette }) };
}

/** Reads a raster's PNG file with another program; gray stays gray, except with alpha. */
async function read(raster: Raster) {
  const png = Buffer.concat(encodePng(raster));
  const { bits, kind } = raster;
  const space = bits === 16 ? (kind === "gray" ? "grey16" : "rgb16") : kind === "gray" ? "b-w" : "srgb";
  const { data, info } = await sharp(png, { ignoreIcc: true })
    .toColourspace(space)
    .raw({ depth: bits === 16 ? "ushort" : "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { png, data, info };
}

test.each([
  ["rgb", 8],
  ["gray", 8],
  ["rgb-alpha", 8],
] as const)("%s of %d bits is read as it was", async (kind, bits) => {
  const raster = madeRaster(kind, bits);
  const { data, info } = await read(raster);
  expect(info).toMatchObject({ width: 37, height: 300, channels: channelsOf(raster) });
  expect(Buffer.compare(data, raster.data)).toBe(0);
});

test("gray with alpha is read as it was", async () => {
  const raster = madeRaster("gray-alpha", 8);
  const { data } = await read(raster);
  const expected = Array.from({ length: raster.data.length / 2 }, (_, pixel) => {
    const [gray, alpha] = raster.data.subarray(2 * pixel);
    return [gray, gray, gray, alpha];
  });
  expect([...data]).toEqual(expected.flat());
});

test.each(["rgb", "gray"] as const)("%s of 16 bits is read as it was", async (kind) => {
  const raster = madeRaster(kind, 16);
  const { data } = await read(raster);
  // PNG has the more significant byte first, this machine's memory has it last.
  expect(Buffer.compare(data.swap16(), raster.data)).toBe(0);
});

test.each([1, 2, 4])("gray of %d bits is read as it was", async (bits) => {
  const raster = madeRaster("gray", bits);
  const { data, info } = await read(raster);
  const highest = 2 ** bits - 1;
  expect(info.channels).toBe(1);
  expect([...data]).toEqual(unpackedRows(raster).map((value) => (value * 255) / highest));
});

test.each([1, 2, 4, 8])("a palette of %d bits is kept", async (bits) => {
  const raster = madeRaster("palette", bits);
  const { data, png } = await read(raster);
  const PALETTE = 3;
  expect([...png.subarray(24, 26)]).toEqual([bits, PALETTE]);
  const { palette = new Uint8Array() } = raster;
  expect([...data]).toEqual(unpackedRows(raster).flatMap((entry) => [...palette.subarray(3 * entry, 3 * entry + 3)]));
});

function unpackedRows({ data, widthPx, heightPx, bits }: Raster): number[] {
  return [...unpacked({ data, samplesInRow: widthPx, rows: heightPx, bits })];
}

test("a profile is embedded byte for byte", async () => {
  const red = sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } });
  const { icc: profile } = await sharp(await red.withIccProfile("p3").png().toBuffer()).metadata();
  expect(profile?.length).toBeGreaterThan(128);
  const { png } = await read({ ...madeRaster("rgb", 8), profile });
  const { icc } = await sharp(png).metadata();
  expect(icc).toEqual(profile);
});
