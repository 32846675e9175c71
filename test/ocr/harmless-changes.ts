import { extname } from "node:path";
import sharp, { type Sharp } from "sharp";

/** An image file, by its name and its bytes. */
export interface ImageFile {
  readonly filename: string;
  readonly content: Buffer;
}

/** What is done to a page's picture that leaves its print as it is. */
export const HARMLESS_CHANGES = {
  format: async (file) => (isJpeg(file) ? png(opened(file), file) : jpeg(opened(file), file, 95)),
  quality: async (file) => await jpeg(opened(file), file, 92),
  larger: async (file) => await png(await scaled(file, 1.01), file),
  smaller: async (file) => await png(await scaled(file, 0.99), file),
  crop: async (file) => await png(await withoutMargin(file), file),
  shift: async (file) => await png(await shifted(file), file),
  resolution: async (file) => await withOtherResolution(file),
} as const satisfies Readonly<Record<string, (file: ImageFile) => Promise<ImageFile>>>;

export type HarmlessChange = keyof typeof HARMLESS_CHANGES;

/** The share of each side that is cut off: no page of the choice has print there. */
const MARGIN = 0.01;

const isJpeg = ({ filename }: ImageFile): boolean => /\.jpe?g$/i.test(filename);

/** Opens a picture in the orientation in which it is stored; its EXIF data and resolution stay. */
const opened = ({ content }: ImageFile): Sharp => sharp(content, { limitInputPixels: false }).keepMetadata();

const named = ({ filename }: ImageFile, extension: string): string =>
  filename.slice(0, -extname(filename).length) + extension;

const png = async (picture: Sharp, file: ImageFile): Promise<ImageFile> => ({
  filename: named(file, ".png"),
  content: await picture.png({ compressionLevel: 1 }).toBuffer(),
});

const jpeg = async (picture: Sharp, file: ImageFile, quality: number): Promise<ImageFile> => ({
  filename: named(file, ".jpg"),
  content: await picture.flatten({ background: "#ffffff" }).jpeg({ quality }).toBuffer(),
});

async function sizeOf(file: ImageFile): Promise<{ readonly width: number; readonly height: number }> {
  const { width, height } = await sharp(file.content, { limitInputPixels: false }).metadata();
  return { width, height };
}

async function scaled(file: ImageFile, factor: number): Promise<Sharp> {
  const { width, height } = await sizeOf(file);
  return opened(file).resize(Math.round(width * factor), Math.round(height * factor), { fit: "fill" });
}

async function withoutMargin(file: ImageFile): Promise<Sharp> {
  const { width, height } = await sizeOf(file);
  const [left, top] = [Math.round(MARGIN * width), Math.round(MARGIN * height)];
  return opened(file).extract({ left, top, width: width - 2 * left, height: height - 2 * top });
}

/** Moves a picture by a pixel to the right and down: the first column and row occur twice, the last ones go. */
async function shifted(file: ImageFile): Promise<Sharp> {
  const { width, height } = await sizeOf(file);
  const moved = await opened(file)
    .extend({ left: 1, top: 1, extendWith: "copy" })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return opened({ ...file, content: moved }).extract({ left: 0, top: 0, width, height });
}

/** The resolution that programs write into a picture of which they know none. */
const USUAL_DPI = 96;

/** Takes away the resolution that a file states; one that states none gets that of a screen. */
async function withOtherResolution(file: ImageFile): Promise<ImageFile> {
  const { density = 0 } = await sharp(file.content, { limitInputPixels: false }).metadata();
  return await png(opened(file).withMetadata({ density: density > 72 ? 72 : USUAL_DPI }), file);
}
