import { type Bounds, CosError, type Decoded, type Dict, decodeStream, type Stream } from "@quire/cos";
import { type ColourSpace, GRAY, RGB } from "../colour/colour-space.ts";
import { ColourSpaces } from "../colour/colour-spaces.ts";
import { entriesOf, type ImageEntries } from "../image-entries.ts";
import { ImageLoss } from "../image-loss.ts";
import type { PictureFormat } from "../options.ts";
import { withAlpha } from "../raster/alpha.ts";
import { colourKeyAlpha } from "../raster/colour-key.ts";
import type { Raster } from "../raster/raster.ts";
import { rasterOfSamples } from "../raster/raster-of-samples.ts";
import { type Samples, samplesOf } from "../raster/samples.ts";
import { stencilRaster } from "../raster/stencil.ts";
import { type Coded, codedOf, decodedSamples } from "./coded-samples.ts";
import { fileType, isGivenAsItIs } from "./given-file.ts";
import { type Mask, maskOf, matteOf } from "./mask.ts";
import type { DecodeImage, Picture } from "./picture.ts";

export interface PictureOptions {
  readonly format: PictureFormat;
  /** The largest number of pixels of an image or a mask. */
  readonly maxPixels: number;
  readonly decode: DecodeImage;
  readonly bounds: Bounds;
}

/** Makes pictures of the images of one document, one at a time. */
export class PictureReader {
  readonly #options: PictureOptions;
  readonly #spaces: ColourSpaces;

  constructor(options: PictureOptions) {
    this.#options = options;
    this.#spaces = new ColourSpaces(options.bounds);
  }

  /**
   * Makes the picture of an image.
   * @throws ImageLoss; CosError `too_complex` when the time is over
   */
  read(stream: Stream): Picture {
    try {
      const entries = entriesOf(stream.dict, this.#options.maxPixels);
      const source = this.#dataOf(stream, entries);
      return "filter" in source
        ? this.#pictureOfCoded(stream.dict, entries, source)
        : { kind: "raster", raster: this.#raster(stream.dict, entries, source) };
    } catch (error) {
      throw this.#lossOf(error);
    }
  }

  #pictureOfCoded(dict: Dict, entries: ImageEntries, source: Coded): Picture {
    const { format } = this.#options;
    const extension = fileType(source);
    if (extension === undefined || !isGivenAsItIs(source, dict, format)) {
      try {
        return { kind: "raster", raster: this.#raster(dict, entries, source) };
      } catch (error) {
        // A file that says less than the document is better than none.
        if (extension === undefined || format !== "original" || !(error instanceof ImageLoss)) {
          throw error;
        }
      }
    }
    const { bytes, size } = source;
    const { widthPx, heightPx } = size;
    return { kind: "encoded", extension, widthPx, heightPx, bytes, mask: this.#maskOf(dict)?.raster };
  }

  #dataOf(stream: Stream, entries: ImageEntries): Coded | Decoded {
    const decoded = decodeStream(stream, this.#options.bounds);
    return codedOf(decoded, entries) ?? decoded;
  }

  #raster(dict: Dict, entries: ImageEntries, source: Coded | Decoded): Raster {
    if (entries.isStencil) {
      return stencilRaster(this.#samples(source, entries, 1), entries.decode);
    }
    // The data of JPEG and JPEG 2000 state their colour space themselves.
    const isOwn = "filter" in source && entries.colourSpace === undefined;
    const space = isOwn ? undefined : this.#spaces.read(entries.colourSpace ?? null);
    const samples = this.#samples(source, entries, space?.components ?? 1);
    const raster = this.#coloured(samples, entries, space);
    const mask = this.#maskOf(dict);
    const alpha = mask?.alpha ?? colourKeyAlpha(samples, dict.array("Mask"));
    return alpha ? withAlpha(raster, alpha) : raster;
  }

  /**
   * Makes a raster of the samples. Those that were converted while they were decoded are no longer in the image's
   * colour space.
   */
  #coloured(samples: Samples, { decode }: ImageEntries, space: ColourSpace | undefined): Raster {
    const { bounds } = this.#options;
    return space?.components === samples.components
      ? rasterOfSamples(samples, { space, decode }, bounds)
      : rasterOfSamples(samples, { space: samples.components === 1 ? GRAY : RGB, decode: undefined }, bounds);
  }

  #samples(source: Coded | Decoded, entries: ImageEntries, components: number): Samples {
    if ("filter" in source) {
      return decodedSamples(source, entries, this.#options);
    }
    const { widthPx, heightPx, bitsPerComponent: bits } = entries;
    if (bits === undefined) {
      throw new ImageLoss("It does not say how many bits a component has.");
    }
    return samplesOf(source.bytes, { widthPx, heightPx, components, bits });
  }

  /**
   * Returns the mask of an image; undefined when there is none or it cannot be read: the image is extracted without it.
   */
  #maskOf(dict: Dict): Mask | undefined {
    const stream = dict.stream("SMask") ?? dict.stream("Mask");
    if (!stream) {
      return undefined;
    }
    // Other readers treat a Mask that is no stencil as a soft mask.
    const isSoft = dict.stream("SMask") !== undefined || stream.dict.boolean("ImageMask") !== true;
    try {
      const entries = entriesOf(stream.dict, this.#options.maxPixels);
      const samples = this.#samples(this.#dataOf(stream, entries), entries, 1);
      const raster = isSoft
        ? rasterOfSamples(samples, { space: GRAY, decode: entries.decode }, this.#options.bounds)
        : stencilRaster(samples, entries.decode);
      return maskOf(raster, isSoft ? matteOf(stream.dict) : undefined);
    } catch (error) {
      if (this.#lossOf(error) instanceof ImageLoss) {
        return undefined;
      }
      throw error;
    }
  }

  /**
   * Turns an excess of the bounds into the loss of one image, as long as there is time for the others.
   * @throws CosError `too_complex` when there is none
   */
  #lossOf(error: unknown): unknown {
    if (error instanceof CosError && error.code === "too_complex") {
      this.#options.bounds.look();
      return new ImageLoss("Its data are too large to be decoded.", { cause: error });
    }
    return error;
  }
}
