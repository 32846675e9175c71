import { run } from "./programs.ts";

export interface ImageHeader {
  readonly format: "PNG" | "JPEG" | "WEBP";
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Reads the format and the size of an image from its header. */
export function readImageHeader(bytes: Buffer): ImageHeader {
  const signature = bytes.subarray(0, 12).toString("latin1");
  if (signature.startsWith("\x89PNG\r\n\x1a\n")) {
    return { format: "PNG", widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20) };
  }
  if (signature.startsWith("\xff\xd8\xff")) {
    return { format: "JPEG", ...jpegSize(bytes) };
  }
  if (signature.startsWith("RIFF") && signature.endsWith("WEBP")) {
    return { format: "WEBP", ...webpSize(bytes) };
  }
  throw new Error(`Neither PNG, JPEG nor WebP: ${JSON.stringify(signature)}`);
}

/** Returns width and height, for comparison with one list. */
export function pixelSize(bytes: Buffer): [widthPx: number, heightPx: number] {
  const { widthPx, heightPx } = readImageHeader(bytes);
  return [widthPx, heightPx];
}

export interface Bitmap {
  readonly widthPx: number;
  readonly heightPx: number;
  /**
   * Returns red, green, blue and alpha, 0 to 255, of the pixel at `x`, `y` from the top left; negative coordinates
   * count from the far side.
   */
  at(x: number, y: number): [red: number, green: number, blue: number, alpha: number];
}

/** Returns the pixels of an image as ImageMagick decodes it. */
export async function decode(image: Buffer): Promise<Bitmap> {
  const { widthPx, heightPx } = readImageHeader(image);
  const { stdout } = await run("convert", ["-", "-depth", "8", "rgba:-"], { input: image });
  if (stdout.length !== widthPx * heightPx * 4) {
    throw new Error(`ImageMagick gives ${stdout.length} bytes for ${widthPx} x ${heightPx} pixels.`);
  }
  return {
    widthPx,
    heightPx,
    at(x, y) {
      const offset = ((y < 0 ? y + heightPx : y) * widthPx + (x < 0 ? x + widthPx : x)) * 4;
      return [...stdout.subarray(offset, offset + 4)] as [number, number, number, number];
    },
  };
}

/** Returns a name for the colours of the fixtures, which lossy formats only approximate. */
export function colourName([red, green, blue, alpha]: readonly [number, number, number, number]): string {
  if (alpha < 10) {
    return "transparent";
  }
  const near = (...expected: number[]): boolean =>
    [red, green, blue].every((value, index) => Math.abs(value - (expected[index] ?? 0)) < 40);
  const names = {
    white: [255, 255, 255],
    black: [0, 0, 0],
    red: [255, 0, 0],
    green: [0, 255, 0],
    "dark green": [0, 153, 0],
    blue: [0, 0, 255],
    yellow: [255, 255, 0],
    amber: [255, 204, 0],
  };
  return Object.entries(names).find(([, colour]) => near(...colour))?.[0] ?? `rgb(${red}, ${green}, ${blue})`;
}

/** Reads the size from the frame header of a JPEG file (SOF0 to SOF15 without DHT, JPG and DAC; ITU-T T.81, B.2.2). */
function jpegSize(bytes: Buffer): { widthPx: number; heightPx: number } {
  let at = 2;
  while (at < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { heightPx: bytes.readUInt16BE(at + 5), widthPx: bytes.readUInt16BE(at + 7) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  throw new Error("No frame header in the JPEG file.");
}

/** Reads the size of an extended, lossless or lossy WebP file (RFC 9649). */
function webpSize(bytes: Buffer): { widthPx: number; heightPx: number } {
  const chunk = bytes.subarray(12, 16).toString("latin1");
  if (chunk === "VP8X") {
    return { widthPx: 1 + bytes.readUIntLE(24, 3), heightPx: 1 + bytes.readUIntLE(27, 3) };
  }
  if (chunk === "VP8L") {
    const bits = bytes.readUInt32LE(21);
    return { widthPx: 1 + (bits & 0x3fff), heightPx: 1 + ((bits >> 14) & 0x3fff) };
  }
  return { widthPx: bytes.readUInt16LE(26) & 0x3fff, heightPx: bytes.readUInt16LE(28) & 0x3fff };
}
