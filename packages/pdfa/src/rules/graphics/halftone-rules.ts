import type { Halftone } from "../../graphics/subjects.ts";
import { type AnyRule, type Outcome, rule } from "../rule.ts";

/* The rules of halftones (ISO 19005-2, 6.2.5). */

const HALFTONE_TYPES: ReadonlySet<unknown> = new Set([1, 5]);
/**
 * The standard primaries, whose halftones have no transfer function, while those of other components have one (ISO
 * 32000-1, table 130).
 */
const PRIMARIES: ReadonlySet<string> = new Set(["Cyan", "Magenta", "Yellow", "Black"]);
/**
 * The key of the halftone, within one of type 5, for all components that it does not name; it may have a transfer
 * function or not.
 */
const DEFAULT_COMPONENT = "Default";

/** The rules on halftones: ISO 19005-2, -3 and -4, 6.2.5. */
export const HALFTONE_RULES: readonly AnyRule[] = [
  rule({
    key: "halftone-type",
    on: "halftone",
    ids: { "2": "6.2.5-4", "3": "6.2.5-4", "4": "6.2.5-4" },
    requirement: "A halftone is of type 1 or 5.",
    message: "A halftone is not of type 1 or 5",
    hint: "Remove HT from the ExtGState, or replace the halftone by one of type 1 or 5: in Distiller, Color ▸ Preserve halftone information off.",
    fix: "dictionary",
    conversion: "drops",
    test: ({ dict }) =>
      HALFTONE_TYPES.has(dict.get("HalftoneType")) || {
        broken: `HalftoneType ${dict.number("HalftoneType") ?? "missing"}`,
      },
  }),
  rule({
    key: "halftone-name",
    on: "halftone",
    ids: { "2": "6.2.5-5", "3": "6.2.5-5", "4": "6.2.5-5" },
    requirement: "A halftone has no HalftoneName.",
    message: "A halftone has a HalftoneName",
    hint: "Remove HalftoneName from the halftone: in Distiller, Color ▸ Preserve halftone information off.",
    fix: "dictionary",
    conversion: "drops",
    test: ({ dict }) => !dict.has("HalftoneName") || { broken: "HalftoneName" },
  }),
  rule({
    key: "halftone-transfer-function",
    on: "halftone",
    ids: { "2": "6.2.5-6", "3": "6.2.5-6", "4": "6.2.5-6" },
    requirement: "A halftone has a TransferFunction if, and only if, it is for a colorant that is not a primary one.",
    message: "The TransferFunction of a halftone is missing, or present where it is not permitted",
    hint: "Remove TransferFunction from halftones, except from those of spot colours in a halftone of type 5.",
    fix: "dictionary",
    conversion: "drops",
    test: transferOutcome,
  }),
];

function transferOutcome({ dict, colorant }: Halftone): Outcome {
  if (colorant === DEFAULT_COMPONENT) {
    return true;
  }
  const isRequired = colorant !== undefined && !PRIMARIES.has(colorant);
  const has = dict.has("TransferFunction");
  return has === isRequired || { broken: `${colorant ?? "halftone"} ${has ? "has one" : "has none"}` };
}
