import { join } from "node:path";
import { ImageLoss, type Picture, type PictureFormat } from "@quire/images";
import { type ImageExtension, imageFile } from "../wire.ts";
import { type WrittenImage, writeEncoded, writeJpeg, writePng } from "./write-image.ts";

/** A complete file in the output directory. */
export interface ImageFile extends WrittenImage {
  readonly role: "image" | "mask";
  readonly extension: ImageExtension;
  readonly file: string;
}

/** The longest side of a JPEG, which has 16 bits for it, though encoders do not use them all. */
const JPEG_SIDE_MAX = 65_500;

/** Writes the files of one call, numbered in order. */
export class ImageFiles {
  readonly #directory: string;
  readonly #format: PictureFormat;
  #count = 0;

  constructor(directory: string, format: PictureFormat) {
    this.#directory = directory;
    this.#format = format;
  }

  /** Returns why the requested format cannot represent a picture; undefined when it can. */
  lossOf(picture: Picture): ImageLoss | undefined {
    if (picture.kind === "encoded" || this.#format !== "jpeg") {
      return undefined;
    }
    const { widthPx, heightPx } = picture.raster;
    return Math.max(widthPx, heightPx) > JPEG_SIDE_MAX
      ? new ImageLoss(`It has ${widthPx} x ${heightPx} pixels, more than a JPEG file can have.`)
      : undefined;
  }

  /** Writes the picture, and after it the mask that its format cannot contain. */
  async *write(picture: Picture): AsyncGenerator<ImageFile, void, undefined> {
    if (picture.kind === "encoded") {
      yield this.#add("image", picture.extension, (path) => writeEncoded(picture, path));
      const { mask } = picture;
      if (mask) {
        yield this.#add("mask", "png", (path) => writePng(mask, path));
      }
    } else if (this.#format === "jpeg") {
      yield this.#add("image", "jpg", (path) => writeJpeg(picture.raster, path));
    } else {
      yield this.#add("image", "png", (path) => writePng(picture.raster, path));
    }
  }

  async #add(
    role: "image" | "mask",
    extension: ImageExtension,
    write: (path: string) => WrittenImage | Promise<WrittenImage>,
  ): Promise<ImageFile> {
    this.#count += 1;
    const file = imageFile(this.#count, extension);
    return { role, extension, file, ...(await write(join(this.#directory, file))) };
  }
}
