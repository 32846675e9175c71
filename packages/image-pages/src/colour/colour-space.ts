import { type CosValue, Dict, MadeObjects, Name, Stream } from "@quire/cos";

const DEVICE_SPACES: Readonly<Record<number, string>> = { 1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK" };
/** The signatures of the data's colour space in a profile (ICC.1:2022, 7.2.8), by the number of components. */
const SIGNATURES: Readonly<Record<number, string>> = { 1: "GRAY", 3: "RGB ", 4: "CMYK" };
/** The classes of profiles that ICCBased takes (ISO 32000-2, 8.6.5.5). */
const CLASSES: ReadonlySet<string> = new Set(["scnr", "mntr", "prtr", "spac"]);
const HEADER_BYTES = 128;

export interface ImageColourSpace {
  readonly space: CosValue;
  /** Whether there is a profile that is not one of such an image, and is left out. */
  readonly hasLostProfile: boolean;
}

/** Returns the colour space of images with so many components: that of their profile, else the device's. */
export function colourSpaceOf(components: number, profile: Uint8Array | undefined): ImageColourSpace {
  const device = new Name(DEVICE_SPACES[components] ?? "DeviceRGB");
  if (profile === undefined) {
    return { space: device, hasLostProfile: false };
  }
  const sound = soundProfile(profile, components);
  if (sound === undefined) {
    return { space: device, hasLostProfile: true };
  }
  const dict = new Dict([
    ["N", components],
    ["Alternate", device],
  ]);
  // The same profile in several images is one stream: identical ones are written once.
  return { space: [new Name("ICCBased"), new MadeObjects().add(new Stream(dict, sound))], hasLostProfile: false };
}

/** Returns a profile without what may follow it; undefined where it is damaged, or of other colours. */
function soundProfile(profile: Uint8Array, components: number): Uint8Array | undefined {
  const data = Buffer.from(profile.buffer, profile.byteOffset, profile.length);
  if (data.length < HEADER_BYTES || data.toString("latin1", 36, 40) !== "acsp") {
    return undefined;
  }
  const sizeBytes = data.readUInt32BE(0);
  const isOfImage =
    CLASSES.has(data.toString("latin1", 12, 16)) && data.toString("latin1", 16, 20) === SIGNATURES[components];
  // Later versions are not those of ISO 32000-2.
  const isKnown = (data[8] ?? 0) <= 4;
  return isOfImage && isKnown && sizeBytes >= HEADER_BYTES && sizeBytes <= data.length
    ? profile.subarray(0, sizeBytes)
    : undefined;
}
