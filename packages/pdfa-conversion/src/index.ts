export { type ConvertOptions, type Converted, convertDocument } from "./convert.ts";
