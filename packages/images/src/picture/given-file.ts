import { type Dict, Name, resolve } from "@quire/cos";
import type { PictureFormat } from "../options.ts";
import type { Coded } from "./coded-samples.ts";

/** Returns the kind of file that an image's data form; undefined when they form none. */
export function fileType({ filter }: Pick<Coded, "filter">): "jpg" | "jp2" | undefined {
  return filter === "DCTDecode" ? "jpg" : filter === "JPXDecode" ? "jp2" : undefined;
}

/**
 * Returns whether data that form a file are extracted byte for byte: in the original format always, except for stencil
 * masks and indices, which are no colours by themselves; as JPEG when any program shows them as the document does,
 * since encoding them again would lose quality.
 */
export function isGivenAsItIs({ filter, size }: Coded, dict: Dict, format: PictureFormat): boolean {
  const family = familyOf(dict);
  if (family === "Indexed" || dict.boolean("ImageMask") === true) {
    return false;
  }
  switch (format) {
    case "original":
      return true;
    case "png":
      return false;
    case "jpeg":
      return (
        filter === "DCTDecode" &&
        PLAIN.has(family) &&
        size.components !== 4 &&
        !["Decode", "SMask", "Mask"].some((key) => dict.has(key))
      );
  }
}

const PLAIN: ReadonlySet<string> = new Set(["", "DeviceGray", "DeviceRGB", "CalGray", "CalRGB", "ICCBased"]);

/** Returns the family of the image's colour space; empty when there is none. */
function familyOf(dict: Dict): string {
  const space = dict.get("ColorSpace");
  const family = Array.isArray(space) ? resolve(space[0]) : space;
  return family instanceof Name ? family.value : "";
}
