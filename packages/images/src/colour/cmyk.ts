import { byteOf, type DirectSpace } from "./colour-space.ts";

/**
 * The red, green and blue, from 0 to 1, of the sixteen mixtures of full inks, in the order none, k, y, yk, m …, with
 * which Xpdf and Poppler show DeviceCMYK. Mixtures of less ink are interpolated between them, as areas of paper that
 * each ink covers.
 */
const MIXTURES: readonly (readonly [number, number, number])[] = [
  [1, 1, 1],
  [0.1373, 0.1216, 0.1255],
  [1, 0.949, 0],
  [0.1098, 0.102, 0],
  [0.9255, 0, 0.549],
  [0.1412, 0, 0],
  [0.9294, 0.1098, 0.1412],
  [0.1333, 0, 0],
  [0, 0.6784, 0.9373],
  [0, 0.0588, 0.1412],
  [0, 0.651, 0.3137],
  [0, 0.0745, 0],
  [0.1804, 0.1922, 0.5725],
  [0, 0, 0.0078],
  [0.2118, 0.2119, 0.2235],
  [0, 0, 0],
];

export const CMYK: DirectSpace = {
  kind: "computed",
  components: 4,
  defaultDecode: [0, 1, 0, 1, 0, 1, 0, 1],
  toRgb(components, rgb, offset) {
    const cyan = share(components[0]);
    const magenta = share(components[1]);
    const yellow = share(components[2]);
    const black = share(components[3]);
    let [red, green, blue] = [0, 0, 0];
    for (const [index, mixture] of MIXTURES.entries()) {
      const area =
        (index & 8 ? cyan : 1 - cyan) *
        (index & 4 ? magenta : 1 - magenta) *
        (index & 2 ? yellow : 1 - yellow) *
        (index & 1 ? black : 1 - black);
      red += area * mixture[0];
      green += area * mixture[1];
      blue += area * mixture[2];
    }
    rgb[offset] = byteOf(red);
    rgb[offset + 1] = byteOf(green);
    rgb[offset + 2] = byteOf(blue);
  },
};

const share = (value: number | undefined): number => Math.min(1, Math.max(0, value ?? 0));
