/**
 * How the samples of an image become colours (ISO 32000-2, 8.6), as far as an image file goes: `gray` and `rgb` keep
 * their samples, `indexed` has a palette, and all else is computed.
 */
export type ColourSpace = DirectSpace | IndexedSpace;

export interface DirectSpace {
  readonly kind: "gray" | "rgb" | "computed";
  readonly components: number;
  /** The colour components that the lowest and the highest sample stand for, in turn (table 88). */
  readonly defaultDecode: readonly number[];
  /** Undefined unless the space has one that fits. */
  readonly profile?: Uint8Array | undefined;
  /** Writes red, green and blue of the components to `rgb` from `offset` on. */
  toRgb(components: ArrayLike<number>, rgb: Uint8Array, offset: number): void;
}

export interface IndexedSpace {
  readonly kind: "indexed";
  readonly components: 1;
  /** Red, green and blue of each entry. */
  readonly palette: Uint8Array;
  readonly profile?: Uint8Array | undefined;
}

/** 0 to 1 as 0 to 255. */
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
