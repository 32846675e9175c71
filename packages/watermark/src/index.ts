export {
  type Watermark,
  type WatermarkLayer,
  type WatermarkPosition,
  type WatermarkWarning,
  writeWatermarked,
} from "./watermark.ts";
