import { type Dict, Name, resolve } from "@quire/cos";
import type { Conversion, Correction, Found } from "../conversion.ts";

/**
 * Removes instructions for printing presses and unknown values from graphics states (ISO 19005-1, 6.2.8; -2, -3 and -4,
 * 6.2.5): viewers draw without them.
 */
export const graphicsState: Correction = {
  dictionary(dict, found, conversion) {
    if (found.parentKey === "ExtGState" || dict.name("Type") === "ExtGState") {
      dropInstructions(dict, found, conversion);
      mendValues(dict, found, conversion);
    }
  },
};

function dropInstructions(dict: Dict, found: Found, { changes }: Conversion): void {
  const isForbidden: Readonly<Record<string, boolean>> = {
    TR: dict.has("TR"),
    TR2: dict.has("TR2") && dict.name("TR2") !== "Default",
    HTP: dict.has("HTP"),
    HTO: dict.has("HTO"),
    HT: dict.has("HT") && dict.name("HT") !== "Default",
  };
  for (const [key, isDropped] of Object.entries(isForbidden)) {
    if (isDropped) {
      dict.delete(key);
      changes.note("printing_instructions_dropped", found, key);
    }
  }
}

const INTENTS: ReadonlySet<string> = new Set([
  "RelativeColorimetric",
  "AbsoluteColorimetric",
  "Perceptual",
  "Saturation",
]);

const BLEND_MODES: ReadonlySet<string> = new Set(
  (
    "Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference " +
    "Exclusion Hue Saturation Color Luminosity"
  ).split(" "),
);

/** Viewers take an unknown intent for the colorimetric one, and an unknown blend mode for the normal one. */
function mendValues(dict: Dict, found: Found, { changes }: Conversion): void {
  if (dict.has("RI") && !isIntent(dict.name("RI"))) {
    dict.delete("RI");
    changes.note("invalid_values_mended", found, "RI");
  }
  if (dict.has("BM")) {
    const value = dict.get("BM");
    const modes = (Array.isArray(value) ? value.map(resolve) : [value]).map((mode) =>
      mode instanceof Name ? mode.value : "",
    );
    if (modes.length === 0 || modes.some((mode) => !BLEND_MODES.has(mode))) {
      dict.set("BM", new Name(modes.find((mode) => BLEND_MODES.has(mode)) ?? "Normal"));
      changes.note("invalid_values_mended", found, "BM");
    }
  }
}

/** Returns whether a rendering intent is one of those that ISO 32000-2, table 69, defines. */
export const isIntent = (name: string | undefined): boolean => name !== undefined && INTENTS.has(name);
