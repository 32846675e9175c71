import { type CosDirect, CosString, Dict, Name, type Ref, Stream } from "@quire/cos";
import type { IccVersion } from "./icc-profile.ts";
import { srgbProfile } from "./srgb-profile.ts";

/**
 * Makes the output intent (ISO 19005-1, 6.2.2; -2, -3 and -4, 6.2.3) that defines the device's RGB as sRGB.
 * @param version the version of the profile: part 1 of ISO 19005 has no later one than 2
 */
export function srgbOutputIntent(document: { add(value: CosDirect): Ref }, version: IccVersion = 4): Dict {
  const profile = new Stream(new Dict([["N", 3]]), srgbProfile(version));
  return new Dict([
    ["Type", new Name("OutputIntent")],
    ["S", new Name("GTS_PDFA1")],
    ["OutputConditionIdentifier", new CosString(Buffer.from("sRGB IEC61966-2.1"))],
    ["Info", new CosString(Buffer.from("sRGB IEC61966-2.1"))],
    ["DestOutputProfile", document.add(profile)],
  ]);
}
