export { type ExtractOptions, extractImages, type PageImage } from "./extract-images.ts";
export { contentOf, imageOf } from "./find/content.ts";
export type { FoundImage } from "./find/found-image.ts";
export { streamOfInlineImage } from "./find/inline-image.ts";
export { KnownObjects } from "./find/known-objects.ts";
export { ImageLoss } from "./image-loss.ts";
export type { ImageSelection, PictureFormat } from "./options.ts";
export type {
  CodedImage,
  DecodedImage,
  DecodeImage,
  EncodedPicture,
  Picture,
} from "./picture/picture.ts";
export type { PictureOptions } from "./picture/picture-reader.ts";
export { encodePng } from "./png/png.ts";
export { type Pixels, pixelsOf } from "./raster/pixels.ts";
export { channelsOf, type Raster, type RasterKind } from "./raster/raster.ts";
