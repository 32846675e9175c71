import { asDict, Dict, Name, resolve } from "@quire/cos";
import { Collected } from "../../graphics/collected.ts";
import type { Place } from "../../place.ts";
import { type AnyRule, rule } from "../rule.ts";
import type { RuleGroup } from "../rule-group.ts";
import { HALFTONE_RULES } from "./halftone-rules.ts";

/** The rules on ExtGStates: ISO 19005-1, 6.2.8; -2, -3 and -4, 6.2.5. */
const EXT_G_STATE_RULES: readonly AnyRule[] = [
  rule({
    key: "ext-gstate-transfer-function",
    on: "ext-gstate",
    ids: { "1": "6.2.8-1", "2": "6.2.5-1", "3": "6.2.5-1", "4": "6.2.5-1" },
    requirement: "An ExtGState has no TR.",
    message: "An ExtGState has a transfer function",
    hint: "Remove TR from the ExtGState: in Distiller, Color ▸ When transfer functions are found: Remove or Apply.",
    fix: "dictionary",
    conversion: "drops",
    test: ({ dict }) => !dict.has("TR") || { broken: "TR" },
  }),
  rule({
    key: "ext-gstate-transfer-function-2",
    on: "ext-gstate",
    ids: { "1": "6.2.8-2", "2": "6.2.5-2", "3": "6.2.5-2", "4": "6.2.5-2" },
    requirement: "TR2 of an ExtGState is Default or absent.",
    message: "TR2 of an ExtGState is not Default",
    hint: "Remove TR2 from the ExtGState, or set it to Default: in Distiller, Color ▸ When transfer functions are found: Remove or Apply.",
    fix: "dictionary",
    conversion: "drops",
    test: ({ dict }) => !dict.has("TR2") || dict.name("TR2") === "Default" || { broken: "TR2" },
  }),
  rule({
    key: "ext-gstate-halftone-phase",
    on: "ext-gstate",
    ids: { "2": "6.2.5-3", "3": "6.2.5-3" },
    requirement: "An ExtGState has no HTP.",
    message: "An ExtGState has HTP",
    hint: "Remove HTP from the ExtGState: in Distiller, Color ▸ Preserve halftone information off.",
    fix: "dictionary",
    conversion: "drops",
    test: ({ dict }) => !dict.has("HTP") || { broken: "HTP" },
  }),
  rule({
    key: "ext-gstate-halftone-origin",
    on: "ext-gstate",
    ids: { "4": "6.2.5-3" },
    requirement: "An ExtGState has no HTO.",
    message: "An ExtGState has a halftone origin",
    hint: "Remove HTO from the ExtGState: it is for one press, not for archives.",
    fix: "dictionary",
    conversion: "drops",
    test: ({ dict }) => !dict.has("HTO") || { broken: "HTO" },
  }),
];

const RENDERING_INTENTS: ReadonlySet<string> = new Set([
  "RelativeColorimetric",
  "AbsoluteColorimetric",
  "Perceptual",
  "Saturation",
]);

/**
 * The rules on rendering intents: ISO 19005-1, 6.2.9; -2 and -3, 6.2.6. Readers of PDF 2.0 take any other name for
 * RelativeColorimetric (ISO 32000-2, 8.6.5.8).
 */
const INTENT_RULES: readonly AnyRule[] = [
  rule({
    key: "rendering-intent",
    on: "named-intent",
    ids: { "1": "6.2.9-1", "2": "6.2.6-1", "3": "6.2.6-1" },
    requirement: "A rendering intent is one of the four that ISO 32000 defines.",
    message: "A rendering intent is not one of the four that ISO 32000 defines",
    hint: "Use RelativeColorimetric, AbsoluteColorimetric, Perceptual or Saturation, in RI, Intent and the operator ri: programs choose it as Intent in their colour settings.",
    fix: "dictionary",
    conversion: "mends",
    test: ({ intent, by }) =>
      (intent !== undefined && RENDERING_INTENTS.has(intent)) || { broken: `${by}: ${intent ?? "no name"}` },
  }),
];

export const graphicsState: RuleGroup = {
  name: "graphics-state",
  rules: [...EXT_G_STATE_RULES, ...HALFTONE_RULES, ...INTENT_RULES],
  begin({ bounds }) {
    const collected = new Collected();
    const seenHalftones = new Set<Dict>();
    const seenIntents = new Set<Dict>();
    const addIntent = (dict: Dict, key: "RI" | "Intent", place: Place): void => {
      if (dict.has(key) && !seenIntents.has(dict)) {
        seenIntents.add(dict);
        collected.add("named-intent", { intent: dict.name(key), by: key }, place);
      }
    };
    const addHalftone = (dict: Dict | undefined, place: Place): void => {
      if (dict === undefined || seenHalftones.has(dict)) {
        return;
      }
      seenHalftones.add(dict);
      collected.add("halftone", { dict, colorant: undefined }, place);
      if (dict.get("HalftoneType") !== 5) {
        return;
      }
      for (const [colorant, value] of dict.entries) {
        bounds.step();
        const component = asDict(resolve(value));
        if (component !== undefined) {
          collected.add("halftone", { dict: component, colorant }, place);
        }
      }
    };
    return {
      subscribes: {
        "ext-gstate": ({ dict }, place) => {
          addIntent(dict, "RI", place);
          const halftone = dict.get("HT");
          // A name other than Default is that of a halftone of the device, of no type.
          const named =
            halftone instanceof Name && halftone.value !== "Default"
              ? new Dict([["HalftoneName", halftone]])
              : undefined;
          addHalftone(named ?? asDict(halftone), place);
        },
        "rendering-intent": ({ intent, by }, place) => collected.add("named-intent", { intent, by }, place),
        image: ({ dict, inline }, place) => (inline === undefined ? addIntent(dict, "Intent", place) : undefined),
      },
      end: (emit) => collected.tell(emit),
    };
  },
};
