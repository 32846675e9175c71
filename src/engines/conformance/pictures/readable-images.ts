import { convert } from "./drawn-page.ts";
import type { ImageDesk } from "./page-images.ts";

/* Image files that the service takes, and files that it does not. */

/** Options that make an image black all over, with opacity where it was dark. */
const INK_IN_ALPHA = "-negate -alpha copy -channel RGB -evaluate set 0 +channel -colorspace sRGB".split(" ");

/**
 * Readable images, each with a description, a file name, and the options by which ImageMagick makes it of the harbour
 * page.
 */
export const READABLE_IMAGES: readonly (readonly [name: string, file: string, finish: readonly string[]])[] = [
  ["a PNG in grey", "page.png", []],
  ["a PNG of one bit", "page.png", ["-threshold", "50%", "-define", "png:bit-depth=1"]],
  ["a PNG of 16 bits", "page.png", ["-depth", "16", "-define", "png:bit-depth=16"]],
  ["a PNG of 16 bits in colour", "page.png", ["-define", "png:color-type=2", "-define", "png:bit-depth=16"]],
  ["a PNG with a palette", "page.png", ["-colorspace", "sRGB", "-colors", "16", "-define", "png:color-type=3"]],
  ["an interlaced PNG", "page.png", ["-interlace", "PNG"]],
  ["a PNG of black with ink in its alpha channel", "page.png", INK_IN_ALPHA],
  ["a WebP of black with ink in its alpha channel", "page.webp", ["-define", "webp:lossless=true", ...INK_IN_ALPHA]],
  ["a JPEG in grey", "page.jpg", []],
  ["a progressive JPEG in colour", "page.jpg", ["-colorspace", "sRGB", "-type", "TrueColor", "-interlace", "JPEG"]],
  ["a CMYK JPEG", "page.jpg", ["-colorspace", "CMYK"]],
  ["a WebP", "page.webp", ["-quality", "90"]],
  ["the first picture of an animated WebP", "page.webp", ["(", "-size", "1000x380", "xc:black", ")", "-loop", "0"]],
  ["a PGM", "page.pgm", []],
  ["a TIFF in grey", "page.tiff", ["-compress", "LZW"]],
  ["a TIFF of one bit, in Group 4", "page.tiff", ["-threshold", "60%", "-alpha", "off", "-compress", "Group4"]],
  ["a CMYK TIFF", "page.tiff", ["-alpha", "off", "-colorspace", "CMYK", "-compress", "Zip"]],
  ["a TIFF of 16 bits, highest byte first", "page.tiff", ["-depth", "16", "-define", "tiff:endian=msb"]],
  ["a GIF", "page.gif", []],
  ["the first picture of an animated GIF", "page.gif", ["(", "-size", "1000x380", "xc:black", ")", "-loop", "0"]],
  ["a BMP in colour", "page.bmp", ["-colorspace", "sRGB", "-type", "TrueColor"]],
  ["a BMP with a palette, compressed", "page.bmp", ["-colors", "16", "-type", "Palette", "-compress", "RLE"]],
  ["red print", "page.png", ["-colorspace", "sRGB", "+level-colors", "red,white"]],
];

/** Values of EXIF's orientation, and ImageMagick's operators that undo what each says. */
export const ORIENTATIONS: readonly (readonly [orientation: number, undo: readonly string[]])[] = [
  [3, ["-rotate", "180"]],
  [5, ["-transpose"]],
  [6, ["-rotate", "-90"]],
  [7, ["-transverse"]],
  [8, ["-rotate", "90"]],
];

/** Returns files that are no images of a type that is read, whatever their names say. */
export const otherFiles = async (desk: ImageDesk): Promise<readonly string[]> => [
  desk.write("svg.png", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5"/></svg>'),
  desk.write("pdf.png", "%PDF-1.7\n"),
  desk.write("text.png", "Nothing of a picture."),
  desk.write("empty.png", ""),
  ...(await Promise.all(
    ["jp2", "pcx", "psd", "ppm"].map(async (type) => {
      const path = desk.path("page.png");
      await convert([await desk.draw("page.png"), `${type}:${path}`]);
      return path;
    }),
  )),
];
