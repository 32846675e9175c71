import type { Bounds, Dict } from "@quire/cos";

/**
 * Returns false when content with these resources cannot lead to an image, so that it need not be read: most pages have
 * only text.
 */
export function mayDrawImages(bytes: Uint8Array, resources: Dict | undefined, bounds: Bounds): boolean {
  return (
    hasEntries(resources?.dict("XObject")) ||
    hasEntries(resources?.dict("Pattern")) ||
    hasSoftMask(resources?.dict("ExtGState"), bounds) ||
    hasType3(resources?.dict("Font"), bounds) ||
    hasInlineImage(bytes)
  );
}

const hasEntries = (dict: Dict | undefined): boolean => dict !== undefined && dict.entries.size > 0;

const hasSoftMask = (states: Dict | undefined, bounds: Bounds): boolean =>
  hasDict(states, bounds, (state) => state.dict("SMask") !== undefined);

const hasType3 = (fonts: Dict | undefined, bounds: Bounds): boolean =>
  hasDict(fonts, bounds, (font) => font.name("Subtype") === "Type3");

function hasDict(dicts: Dict | undefined, bounds: Bounds, test: (dict: Dict) => boolean): boolean {
  for (const key of dicts?.keys() ?? []) {
    bounds.step();
    const dict = dicts?.dict(key);
    if (dict && test(dict)) {
      return true;
    }
  }
  return false;
}

/** Returns whether the bytes contain `BI` anywhere, as an operator or not. */
const hasInlineImage = ({ buffer, byteOffset, length }: Uint8Array): boolean =>
  Buffer.from(buffer, byteOffset, length).includes("BI");
