import { ColourUses } from "../../graphics/colour-uses.ts";
import type { RuleGroup } from "../rule-group.ts";
import { DEVICE_COLOUR_RULES } from "./device-colours.ts";
import { ICC_RULES } from "./icc-colours.ts";
import { SPOT_RULES } from "./spot-colours.ts";

export const colour: RuleGroup = {
  name: "colour",
  rules: [...DEVICE_COLOUR_RULES, ...ICC_RULES, ...SPOT_RULES],
  begin(validation) {
    const uses = new ColourUses(validation);
    return {
      subscribes: {
        text: ({ state, context }, place) => uses.state(state, context, place),
        "colour-set": (subject, place) => uses.set(subject, place),
        paint: (subject, place) => uses.paint(subject, place),
        image: (subject, place) => uses.image(subject, place),
        shading: (subject, place) => uses.shading(subject, place),
        form: (subject, place) => uses.form(subject, place),
        "content-stream": (subject, place) => uses.content(subject, place),
        annotation: ({ dict, page }, place) => {
          const artwork = validation.part === 4 ? dict.stream("3DD") : undefined;
          if (artwork !== undefined) {
            uses.artwork(artwork, page, place);
          }
        },
      },
      end: (emit) => uses.tell(emit),
    };
  },
};
