import { type Bounds, decodeStream, type Stream } from "@quire/cos";
import { srgbProfile } from "./srgb-profile.ts";

const PRIMARIES = ["rXYZ", "gXYZ", "bXYZ"] as const;
/** How far the primaries of two profiles of the same colours may be apart, in units of the connection space. */
const TOLERANCE = 0.001;
/** The exponent of the transfer curve (IEC 61966-2-1), and its type in profiles: one with five or more parameters. */
const EXPONENT = 2.4;

/** Returns whether a stream is an ICC profile of sRGB, as browsers write it for the images that they have decoded. */
export function isSrgb(stream: Stream, bounds: Bounds): boolean {
  const { bytes, remaining } = decodeStream(stream, bounds);
  const profile = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (remaining.length > 0 || profile.toString("latin1", 36, 40) !== "acsp" || profile.length > MAX_BYTES) {
    return false;
  }
  const own = Buffer.from(srgbProfile());
  return (
    PRIMARIES.every((name) => areClose(numbersOf(profile, name, 3), numbersOf(own, name, 3))) &&
    ["rTRC", "gTRC", "bTRC"].every((name) => isCurve(profile, name))
  );
}

const MAX_BYTES = 65_536;

/** Returns the data of a tag from its type on (ICC.1:2022, 7.3). */
function tagOf(profile: Buffer, name: string): Buffer | undefined {
  const count = profile.length < 132 ? 0 : Math.min(profile.readUInt32BE(128), 100);
  for (let index = 0; index < count; index++) {
    const entry = 132 + 12 * index;
    if (entry + 12 <= profile.length && profile.toString("latin1", entry, entry + 4) === name) {
      const offset = profile.readUInt32BE(entry + 4);
      return profile.subarray(offset, offset + profile.readUInt32BE(entry + 8));
    }
  }
  return undefined;
}

/** Returns the fixed-point numbers of a tag. */
function numbersOf(profile: Buffer, name: string, count: number, from = 8): number[] {
  const data = tagOf(profile, name);
  return data === undefined || data.length < from + 4 * count
    ? []
    : Array.from({ length: count }, (_, index) => data.readInt32BE(from + 4 * index) / 65_536);
}

const areClose = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length &&
  some.length > 0 &&
  some.every((number, index) => Math.abs(number - (others[index] ?? Number.NaN)) < TOLERANCE);

function isCurve(profile: Buffer, name: string): boolean {
  const data = tagOf(profile, name);
  const [exponent = 0] = numbersOf(profile, name, 1, 12);
  return data?.toString("latin1", 0, 4) === "para" && Math.abs(exponent - EXPONENT) < TOLERANCE;
}
