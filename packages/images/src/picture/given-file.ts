import { type Dict, Name, resolve } from "@quire/cos";
import type { PictureFormat } from "../options.ts";
import type { Coded } from "./coded-samples.ts";

/** What kind of file the data of an image are; undefined when they are none. */
export function fileType({ filter }: Pick<Coded, "filter">): "jpg" | "jp2" | undefined {
  return filter === "DCTDecode" ? "jpg" : filter === "JPXDecode" ? "jp2" : undefined;
}

/**
 * Whether data that are a file are given byte for byte: in their own format all, but for indices, which by themselves are
 * no colours. As JPEG those that any program shows as the document does: to encode them again would be a loss.
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

/** Empty when there is no colour space. */
function familyOf(dict: Dict): string {
  const space = dict.get("ColorSpace");
  const family = Array.isArray(space) ? resolve(space[0]) : space;
  return family instanceof Name ? family.value : "";
}
