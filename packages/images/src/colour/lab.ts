import type { Dict } from "@quire/cos";
import { byteOf, type DirectSpace } from "./colour-space.ts";
import { numbersAt } from "./numbers.ts";

/** Makes a CIE-based Lab space (ISO 32000-2, 8.6.5.4) whose white point is shown as that of sRGB. */
export function labSpace(dict: Dict | undefined): DirectSpace {
  const range = numbersAt(dict?.get("Range"), 4) ?? [-100, 100, -100, 100];
  return {
    kind: "computed",
    components: 3,
    defaultDecode: [0, 100, ...range],
    toRgb(components, rgb, offset) {
      const [lightness = 0, a = 0, b = 0] = Array.from(components);
      const middle = (lightness + 16) / 116;
      // The values are relative to the white point, so they are scaled to the white of D65.
      const x = 0.950_47 * stage(middle + a / 500);
      const y = stage(middle);
      const z = 1.088_83 * stage(middle - b / 200);
      rgb[offset] = byteOf(gamma(3.240_45 * x - 1.537_14 * y - 0.498_53 * z));
      rgb[offset + 1] = byteOf(gamma(-0.969_27 * x + 1.876_01 * y + 0.041_56 * z));
      rgb[offset + 2] = byteOf(gamma(0.055_64 * x - 0.204_03 * y + 1.057_23 * z));
    },
  };
}

const stage = (value: number): number => (value >= 6 / 29 ? value ** 3 : (108 / 841) * (value - 4 / 29));

/** Applies the transfer function of sRGB (IEC 61966-2-1). */
const gamma = (value: number): number => (value <= 0.003_130_8 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
