export type { WatermarkLayer, WatermarkOptions, WatermarkPosition, WatermarkStrip } from "./options.ts";
export type { Watermark, WatermarkWarning } from "./watermark.ts";
export { writeWatermarked } from "./write-marked.ts";
