export type {
  Watermark,
  WatermarkLayer,
  WatermarkPosition,
  WatermarkStrip,
  WatermarkWarning,
} from "./watermark.ts";
export { writeWatermarked } from "./write-marked.ts";
