export { type Affine, followedBy, identity, inverseOf, mapBox } from "./affine.ts";
export {
  type Background,
  type BackgroundOptions,
  backgroundOf,
  brightness,
  histogramOf,
  onEvenPaper,
  otsu,
  quantile,
  stretch,
} from "./background.ts";
export { BmpError } from "./bmp/header.ts";
export { readBmp, readBmpColours, readBmpHeader } from "./bmp/read-bmp.ts";
export { type CheckBox, checkBoxesOf } from "./check-boxes.ts";
export { inkOutside } from "./coverage.ts";
export { crop } from "./crop.ts";
export { despeckle } from "./despeckle.ts";
export { withoutGrain } from "./grain.ts";
export type { GreyImage, PixelBox } from "./grey-image.ts";
export { greyOf, type InterleavedImage } from "./grey-of.ts";
export { type WithoutLeaders, withoutLeaders } from "./leaders.ts";
export { type LineDirection, lineDirectionOf } from "./line-direction.ts";
export { median3 } from "./median.ts";
export { type Noise, noiseOf } from "./noise.ts";
export { PgmError, readPgm, writePgm } from "./pgm.ts";
export { resize, scale, thumbnail } from "./resize.ts";
export { rotate, type Transformed, turn } from "./rotate.ts";
export { rowChanges } from "./row-changes.ts";
export { type RuleSizes, type WithoutRules, withoutRules } from "./rules.ts";
export { type Blur, blurOf, deblur } from "./sharpen.ts";
export { type Skew, type SkewOptions, skewOf } from "./skew.ts";
export { box, convolve, gauss } from "./smooth.ts";
export { type Straightened, straightened } from "./straighten.ts";
