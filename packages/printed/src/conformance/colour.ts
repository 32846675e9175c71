export { type IccTag, type IccVersion, iccProfile, type Triple, typed } from "./icc-profile.ts";
export { srgbOutputIntent } from "./output-intent.ts";
export { srgbProfile } from "./srgb-profile.ts";
