export type { SubstituteFonts } from "./conversion.ts";
export { type ConvertOptions, type Converted, convertDocument } from "./convert.ts";
