export {
  type Watermark,
  type WatermarkLayer,
  type WatermarkPosition,
  type WatermarkStrip,
  type WatermarkWarning,
  writeWatermarked,
} from "./watermark.ts";
