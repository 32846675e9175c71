import {
  asDict,
  type Bounds,
  type CosArray,
  type CosDirect,
  CosString,
  type CosValue,
  decodeStream,
  functionsOf,
  Name,
  Ref,
  resolve,
  Stream,
} from "@quire/cos";
import { KnownObjects } from "../find/known-objects.ts";
import { ImageLoss } from "../image-loss.ts";
import { CMYK } from "./cmyk.ts";
import { type ColourSpace, type DirectSpace, GRAY, RGB } from "./colour-space.ts";
import { profileOf } from "./icc-profile.ts";
import { labSpace } from "./lab.ts";

/**
 * The deepest nesting of base and alternate spaces, such as an Indexed over a Separation over an ICCBased with an
 * Alternate.
 */
const MAX_NESTING = 6;
const MAX_COMPONENTS = 32;

/** Reads the colour spaces of a document's images; those that images share are read once. */
export class ColourSpaces {
  readonly #bounds: Bounds;
  readonly #known = new KnownObjects<ColourSpace>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Reads a colour space.
   * @throws ImageLoss when the value is no colour space that images may have; CosError `too_complex`
   */
  read(value: CosValue, depth = 0): ColourSpace {
    if (depth > MAX_NESTING) {
      throw new ImageLoss("Its colour space is nested too deep.");
    }
    return value instanceof Ref
      ? this.#known.get(value, () => this.#readDirect(value.value, depth))
      : this.#readDirect(value, depth);
  }

  #readDirect(value: CosDirect | Ref, depth: number): ColourSpace {
    const direct = resolve(value);
    const family = Array.isArray(direct) ? resolve(direct[0]) : direct;
    const array = Array.isArray(direct) ? direct : [];
    if (!(family instanceof Name)) {
      throw new ImageLoss("It has no colour space.");
    }
    switch (family.value) {
      case "DeviceGray":
      case "G":
      case "CalGray":
        return GRAY;
      case "DeviceRGB":
      case "RGB":
      case "CalRGB":
        return RGB;
      case "DeviceCMYK":
      case "CMYK":
        return CMYK;
      case "Lab":
        return labSpace(asDict(resolve(array[1])));
      case "ICCBased":
        return this.#iccBased(resolve(array[1]), depth);
      case "Indexed":
      case "I":
        return this.#indexed(array, depth);
      case "Separation":
        return this.#tinted(array, 1, depth);
      case "DeviceN": {
        const names = resolve(array[1]);
        return this.#tinted(array, Array.isArray(names) ? names.length : 0, depth);
      }
      default:
        throw new ImageLoss(`Its colour space, ${family.value.slice(0, 40)}, is not known.`);
    }
  }

  #direct(value: CosValue | undefined, depth: number): DirectSpace {
    const space = this.read(value ?? null, depth + 1);
    if (space.kind === "indexed") {
      throw new ImageLoss("Its colour space is based on an Indexed one.");
    }
    return space;
  }

  /**
   * Reads an ICCBased space (8.6.5.5) by its number of components; a profile that does not fit that number is left out.
   */
  #iccBased(stream: CosDirect, depth: number): ColourSpace {
    if (!(stream instanceof Stream)) {
      throw new ImageLoss("Its colour space has no ICC profile.");
    }
    const { dict } = stream;
    switch (dict.integer("N") ?? 0) {
      case 1:
        return { ...GRAY, profile: profileOf(stream, 1, this.#bounds) };
      case 3:
        return isLab(dict.get("Alternate"))
          ? this.#direct(dict.raw("Alternate"), depth)
          : { ...RGB, profile: profileOf(stream, 3, this.#bounds) };
      case 4:
        return CMYK;
      default:
        throw new ImageLoss("The ICC profile of its colour space says no possible number of components.");
    }
  }

  /** Reads an Indexed space (8.6.6.3). Missing bytes of the lookup table are 0. */
  #indexed(array: CosArray, depth: number): ColourSpace {
    const base = this.#direct(array[1], depth);
    const highest = resolve(array[2]);
    if (typeof highest !== "number" || !(highest >= 0)) {
      throw new ImageLoss("Its colour space, Indexed, has no number of colours.");
    }
    const lookup = this.#bytes(resolve(array[3]));
    const count = Math.min(255, Math.trunc(highest)) + 1;
    const palette = new Uint8Array(3 * count);
    const components = new Float64Array(base.components);
    for (let entry = 0; entry < count; entry++) {
      for (let index = 0; index < base.components; index++) {
        const low = base.defaultDecode[2 * index] ?? 0;
        const high = base.defaultDecode[2 * index + 1] ?? 1;
        components[index] = low + ((lookup[entry * base.components + index] ?? 0) / 255) * (high - low);
      }
      base.toRgb(components, palette, 3 * entry);
    }
    return { kind: "indexed", components: 1, palette, profile: base.kind === "rgb" ? base.profile : undefined };
  }

  #bytes(value: CosDirect): Uint8Array {
    if (value instanceof CosString) {
      return value.bytes;
    }
    if (!(value instanceof Stream)) {
      throw new ImageLoss("Its colour space, Indexed, has no colours.");
    }
    return decodeStream(value, this.#bounds).bytes;
  }

  /**
   * Reads a Separation or DeviceN space (8.6.6.4, 8.6.6.5) through its tint transformation, as if no device had the
   * inks.
   */
  #tinted(array: CosArray, components: number, depth: number): DirectSpace {
    const alternate = this.#direct(array[2], depth);
    const tint = functionsOf(array[3] ?? null, this.#bounds);
    if (components < 1 || components > MAX_COMPONENTS || !tint) {
      throw new ImageLoss("Its colour space has inks without a tint transformation.");
    }
    const outputs = new Float64Array(Math.max(tint.outputCount, alternate.components));
    return {
      kind: "computed",
      components,
      defaultDecode: Array.from({ length: 2 * components }, (_, index) => index % 2),
      toRgb(values, rgb, offset) {
        tint.evaluate(values, outputs);
        alternate.toRgb(outputs, rgb, offset);
      },
    };
  }
}

function isLab(value: CosDirect): boolean {
  const family = Array.isArray(value) ? resolve(value[0]) : value;
  return family instanceof Name && family.value === "Lab";
}
