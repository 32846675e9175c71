import { asDict, type Bounds, type CosDirect, type CosValue, Dict, Name, resolve, Stream } from "@quire/cos";
import { type IccProfile, iccProfileOf } from "../icc/profile.ts";

export type DeviceSpaceName = "DeviceGray" | "DeviceRGB" | "DeviceCMYK";

/** A colour space of ISO 32000-2, 8.6, as far as rules need it; `unknown` stands for a value that is none. */
export type ColourSpace =
  | { readonly kind: "device"; readonly name: DeviceSpaceName }
  | { readonly kind: "cie"; readonly family: "CalGray" | "CalRGB" | "Lab" }
  | { readonly kind: "icc"; readonly profile: IccProfile | undefined }
  | { readonly kind: "indexed"; readonly base: ColourSpace }
  | { readonly kind: "pattern"; readonly underlying: ColourSpace | undefined }
  | SeparationSpace
  | DeviceNSpace
  | { readonly kind: "unknown" };

export interface SeparationSpace {
  readonly kind: "separation";
  readonly colorant: string;
  readonly alternate: ColourSpace;
  /** The alternate space and the tint transformation as they are in the array, references included. */
  readonly alternateValue: CosValue;
  readonly tintTransform: CosValue;
}

export interface DeviceNSpace {
  readonly kind: "device-n";
  readonly colorants: readonly string[];
  readonly alternate: ColourSpace;
  readonly attributes: Dict | undefined;
  /** The Separation spaces of its /Colorants, by their keys. */
  readonly colorantSpaces: ReadonlyMap<string, ColourSpace>;
  /** The names of the components of its /Process. */
  readonly processComponents: readonly string[];
  readonly processSpace: ColourSpace | undefined;
}

const UNKNOWN: ColourSpace = { kind: "unknown" };
const DEVICE_SPACES: ReadonlyMap<string, ColourSpace> = new Map([
  ["DeviceGray", { kind: "device", name: "DeviceGray" }],
  ["DeviceRGB", { kind: "device", name: "DeviceRGB" }],
  ["DeviceCMYK", { kind: "device", name: "DeviceCMYK" }],
  // PDF 1.1 had CalCMYK, and never defined it: readers treat it as DeviceCMYK.
  ["CalCMYK", { kind: "device", name: "DeviceCMYK" }],
  ["Pattern", { kind: "pattern", underlying: undefined }],
]);
/** The nesting to which spaces are read; Pattern of Indexed of DeviceN of Separation is the deepest that is allowed. */
const MAX_NESTING = 8;

const spaces = new WeakMap<CosValue[], ColourSpace>();

/**
 * Returns the colour space of a name or an array, each array read once. Names of resources must be looked up before.
 */
export const colourSpaceOf = (value: CosDirect, bounds: Bounds): ColourSpace => read(value, { bounds, nesting: 0 });

interface Reading {
  readonly bounds: Bounds;
  readonly nesting: number;
}

function read(value: CosDirect, reading: Reading): ColourSpace {
  if (value instanceof Name) {
    return DEVICE_SPACES.get(value.value) ?? UNKNOWN;
  }
  if (!Array.isArray(value) || reading.nesting > MAX_NESTING) {
    return UNKNOWN;
  }
  const known = spaces.get(value);
  if (known !== undefined) {
    return known;
  }
  reading.bounds.step();
  const space = readArray(value, { bounds: reading.bounds, nesting: reading.nesting + 1 });
  spaces.set(value, space);
  return space;
}

function readArray(array: CosValue[], reading: Reading): ColourSpace {
  const [first, second, third, fourth, fifth] = array;
  const family = nameOf(first) ?? "";
  switch (family) {
    case "CalGray":
    case "CalRGB":
    case "Lab":
      return { kind: "cie", family };
    case "ICCBased": {
      const stream = resolve(second);
      return { kind: "icc", profile: stream instanceof Stream ? iccProfileOf(stream, reading.bounds) : undefined };
    }
    case "Indexed":
      return { kind: "indexed", base: read(resolve(second), reading) };
    case "Pattern":
      return { kind: "pattern", underlying: second === undefined ? undefined : read(resolve(second), reading) };
    case "Separation":
      return {
        kind: "separation",
        colorant: nameOf(second) ?? "",
        alternate: read(resolve(third), reading),
        alternateValue: third ?? null,
        tintTransform: fourth ?? null,
      };
    case "DeviceN":
      return deviceN({ names: second, alternate: third, attributes: fifth }, reading);
    default:
      return DEVICE_SPACES.get(family) ?? UNKNOWN;
  }
}

interface DeviceNParts {
  readonly names: CosValue | undefined;
  readonly alternate: CosValue | undefined;
  readonly attributes: CosValue | undefined;
}

function deviceN({ names, alternate, attributes }: DeviceNParts, reading: Reading): DeviceNSpace {
  const dict = asDict(resolve(attributes));
  const process = dict?.dict("Process");
  const processSpace = process?.get("ColorSpace") ?? null;
  const colorantSpaces = new Map<string, ColourSpace>();
  for (const [key, value] of dict?.dict("Colorants")?.entries ?? []) {
    reading.bounds.step();
    colorantSpaces.set(key, read(resolve(value), reading));
  }
  return {
    kind: "device-n",
    colorants: namesOf(resolve(names)),
    alternate: read(resolve(alternate), reading),
    attributes: dict instanceof Dict ? dict : undefined,
    colorantSpaces,
    processComponents: namesOf(process?.get("Components") ?? null),
    processSpace: processSpace === null ? undefined : read(processSpace, reading),
  };
}

const namesOf = (value: CosDirect): string[] =>
  Array.isArray(value) ? value.map((element) => nameOf(element) ?? "") : [];

function nameOf(value: CosValue | undefined): string | undefined {
  const name = resolve(value);
  return name instanceof Name ? name.value : undefined;
}
