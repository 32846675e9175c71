/** The kind of a raster's pixels; those of `palette` are indices into `Raster.palette`. */
export type RasterKind = "gray" | "rgb" | "palette" | "gray-alpha" | "rgb-alpha";

/**
 * Samples in the layout that PDF and PNG share: rows from the top without filters, each beginning at a byte, the most
 * significant bit first; alpha is not premultiplied.
 */
export interface Raster {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly kind: RasterKind;
  /** The bits of a sample: 8 or 16; for `gray` also 1, 2 and 4; for `palette` 1, 2, 4 or 8. */
  readonly bits: number;
  /** The samples, `rowBytesOf(raster) * heightPx` bytes; they must not be changed. */
  readonly data: Uint8Array;
  /** The red, green and blue of each entry, with as many entries as the pixels refer to. */
  readonly palette?: Uint8Array | undefined;
  /** The ICC profile of the samples, for the raster's own kind of colours. */
  readonly profile?: Uint8Array | undefined;
}

const CHANNELS = { gray: 1, rgb: 3, palette: 1, "gray-alpha": 2, "rgb-alpha": 4 } as const;

export const channelsOf = ({ kind }: Pick<Raster, "kind">): 1 | 2 | 3 | 4 => CHANNELS[kind];

export const rowBytesOf = ({ widthPx, kind, bits }: Pick<Raster, "widthPx" | "kind" | "bits">): number =>
  rowBytes(widthPx * CHANNELS[kind], bits);

/** Returns the number of bytes in a row of that many samples. */
export const rowBytes = (samples: number, bits: number): number => Math.ceil((samples * bits) / 8);
