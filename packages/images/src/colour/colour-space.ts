/**
 * A colour space of samples (ISO 32000-2, 8.6) as far as an image file can express it: `gray` and `rgb` keep their
 * samples, `indexed` has a palette, and everything else is computed.
 */
export type ColourSpace = DirectSpace | IndexedSpace;

export interface DirectSpace {
  readonly kind: "gray" | "rgb" | "computed";
  readonly components: number;
  /** The colour components that the lowest and the highest sample stand for, in turn (table 88). */
  readonly defaultDecode: readonly number[];
  /** The ICC profile; undefined when the space has none that fits. */
  readonly profile?: Uint8Array | undefined;
  /** Writes the red, green and blue of the components to `rgb` from `offset` on. */
  toRgb(components: ArrayLike<number>, rgb: Uint8Array, offset: number): void;
}

export interface IndexedSpace {
  readonly kind: "indexed";
  readonly components: 1;
  /** The red, green and blue of each entry. */
  readonly palette: Uint8Array;
  readonly profile?: Uint8Array | undefined;
}

/** Maps the range 0 to 1 to bytes of 0 to 255, clamping values outside of it. */
export const byteOf = (value: number): number => (value > 0 ? (value < 1 ? Math.round(value * 255) : 255) : 0);

export const GRAY: DirectSpace = {
  kind: "gray",
  components: 1,
  defaultDecode: [0, 1],
  toRgb(components, rgb, offset) {
    rgb.fill(byteOf(components[0] ?? 0), offset, offset + 3);
  },
};

export const RGB: DirectSpace = {
  kind: "rgb",
  components: 3,
  defaultDecode: [0, 1, 0, 1, 0, 1],
  toRgb(components, rgb, offset) {
    for (let index = 0; index < 3; index++) {
      rgb[offset + index] = byteOf(components[index] ?? 0);
    }
  },
};
