import type { DeviceNSpace } from "../../graphics/colour-space.ts";
import { type AnyRule, rule } from "../rule.ts";

/** The colorants of DeviceCMYK, which are no spot colours (ISO 32000-2, 8.6.6.5). */
const PROCESS_COLORANTS: ReadonlySet<string> = new Set(["Cyan", "Magenta", "Yellow", "Black", "None"]);
/** The largest number of DeviceN components (ISO 19005-1, 6.1.12, table 1; -2 and -3, 6.1.13). */
const MAX_COLORANTS = { 1: 8, 2: 32, 3: 32, 4: Number.POSITIVE_INFINITY } as const;

/** The rules of ISO 19005-2, -3 and -4, 6.2.4.4. */
export const SPOT_RULES: readonly AnyRule[] = [
  rule({
    key: "device-n-colorants",
    on: "device-n",
    ids: { "2": "6.2.4.4-1", "3": "6.2.4.4-1", "4": "6.2.4.4-1" },
    requirement: "Each spot colour of a DeviceN colour space is described in its Colorants dictionary.",
    message: "A spot colour of a DeviceN colour space is not in its Colorants",
    hint: "Add a Separation colour space for each spot colour to Colorants in the attributes of the DeviceN colour space, or export with spot colours converted to process ones (in InDesign, Ink Manager ▸ All Spots to Process).",
    fix: "colour",
    conversion: "mends",
    test: (space) => {
      const missing = undescribedColorants(space);
      return missing.length === 0 || { broken: missing.slice(0, 5).join(", ") };
    },
  }),
  rule({
    key: "separation-consistent",
    on: "separation-variant",
    ids: { "2": "6.2.4.4-2", "3": "6.2.4.4-2", "4": "6.2.4.4-2" },
    requirement:
      "All Separation colour spaces of one name have the same tint transformation and the same alternate space.",
    message: "Separation colour spaces of one name differ",
    hint: "Use one Separation colour space for each spot colour: give swatches of one name one definition in all placed files, or rename one of them, and export again.",
    fix: "colour",
    test: ({ colorant, difference }) => ({ broken: `${colorant}: different ${difference}` }),
  }),
  rule({
    key: "device-n-components",
    on: "device-n",
    ids: { "1": "6.1.12-9", "2": "6.1.13-9", "3": "6.1.13-9" },
    requirement: "A DeviceN colour space has at most 8 components in part 1, and at most 32 in parts 2 and 3.",
    message: "A DeviceN colour space has too many components",
    hint: "Use a DeviceN colour space of fewer components: convert spot colours to process ones on export (in InDesign, Ink Manager ▸ All Spots to Process).",
    fix: "colour",
    test: ({ colorants }, { part }) =>
      colorants.length <= MAX_COLORANTS[part] || { broken: `${colorants.length} components` },
  }),
];

function undescribedColorants({ colorants, colorantSpaces, processComponents }: DeviceNSpace): string[] {
  const process = new Set(processComponents);
  return colorants.filter((name) => !PROCESS_COLORANTS.has(name) && !process.has(name) && !colorantSpaces.has(name));
}
