/** What a pixel of a raster is. `palette`: an index of `Raster.palette`. */
export type RasterKind = "gray" | "rgb" | "palette" | "gray-alpha" | "rgb-alpha";

/**
 * Samples as PDF and PNG both have them: rows from the top without filters, each beginning at a byte, the most
 * significant bit first; alpha is not premultiplied.
 */
export interface Raster {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly kind: RasterKind;
  /** Of a sample: 8 or 16, and for `gray` and `palette` also 1, 2 and 4, for `palette` not 16. */
  readonly bits: number;
  /** `rowBytesOf(raster) * heightPx` bytes, not to be changed. */
  readonly data: Uint8Array;
  /** Red, green and blue of each entry, as many as any pixel asks for. */
  readonly palette?: Uint8Array | undefined;
  /** The ICC profile that says what the samples mean; it is of the raster's own colours. */
  readonly profile?: Uint8Array | undefined;
}

const CHANNELS = { gray: 1, rgb: 3, palette: 1, "gray-alpha": 2, "rgb-alpha": 4 } as const;

export const channelsOf = ({ kind }: Pick<Raster, "kind">): 1 | 2 | 3 | 4 => CHANNELS[kind];

export const rowBytesOf = ({ widthPx, kind, bits }: Pick<Raster, "widthPx" | "kind" | "bits">): number =>
  rowBytes(widthPx * CHANNELS[kind], bits);

/** The bytes of a row of so many samples. */
export const rowBytes = (samples: number, bits: number): number => Math.ceil((samples * bits) / 8);
