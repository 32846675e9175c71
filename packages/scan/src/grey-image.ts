/** A picture in grey: one byte for each pixel, row by row from the top left, 0 for black and 255 for white. */
export interface GreyImage {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pixels: Uint8Array;
}

/** A rectangle of pixels; the minima lie in it, the maxima are its right and lower edge. Origin top left. */
export interface PixelBox {
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
}
