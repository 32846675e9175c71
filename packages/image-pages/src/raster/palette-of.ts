/** Samples of 8 bits, interleaved: red, green, blue, and where there are four channels opacity, which is passed over. */
export interface ColourSamples {
  readonly channels: 3 | 4;
  readonly samples: Uint8Array;
}

/** The pixels of a picture of few colours. */
export interface IndexedPixels {
  /** The index of the colour of each pixel. */
  readonly indices: Uint8Array;
  /** The colours in the order in which they first occur, three bytes each. */
  readonly palette: Uint8Array;
}

const MOST_COLOURS = 256;

/** Returns the colours of a picture and where they are; undefined where there are more than 256. */
export function paletteOf({ channels, samples }: ColourSamples): IndexedPixels | undefined {
  const places = new Map<number, number>();
  const indices = new Uint8Array(samples.length / channels);
  let [lastColour, lastIndex] = [-1, 0];
  for (let pixel = 0, at = 0; pixel < indices.length; pixel++, at += channels) {
    const colour = (samples[at]! << 16) | (samples[at + 1]! << 8) | samples[at + 2]!;
    if (colour !== lastColour) {
      let index = places.get(colour);
      if (index === undefined) {
        index = places.size;
        if (index === MOST_COLOURS) {
          return undefined;
        }
        places.set(colour, index);
      }
      [lastColour, lastIndex] = [colour, index];
    }
    indices[pixel] = lastIndex;
  }
  const palette = Uint8Array.from(
    [...places.keys()].flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]),
  );
  return { indices, palette };
}

/** Packs samples of one byte each into rows of `bits` bits for each. */
export function packedRows(
  samples: Uint8Array,
  { widthPx, heightPx, bits }: { readonly widthPx: number; readonly heightPx: number; readonly bits: number },
): Uint8Array {
  const stride = Math.ceil((widthPx * bits) / 8);
  const rows = new Uint8Array(stride * heightPx);
  for (let y = 0, from = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const bit = x * bits;
      rows[y * stride + (bit >> 3)]! |= samples[from++]! << (8 - bits - (bit & 7));
    }
  }
  return rows;
}
