import { asDict, type Dict, Name, resolve } from "@quire/cos";
import type { Parameters } from "./graphics-parameters.ts";
import type { State, States } from "./graphics-state.ts";

/**
 * Returns the state after a graphics state parameter dictionary (ISO 32000-2, 8.4.5, table 57) was applied. Entries of
 * a wrong type change nothing, except for BM, where whatever is there is not known to be opaque.
 */
export function withExtGState(states: States, state: State, dict: Dict): State {
  const known = state.withExtGState.get(dict);
  if (known !== undefined) {
    return known;
  }
  const changed = states.withParameters(state, parametersOf(dict));
  const font = fontOf(dict);
  const next = font === undefined ? changed : states.withFont(changed, font, undefined);
  state.withExtGState.set(dict, next);
  return next;
}

function parametersOf(dict: Dict): Partial<Parameters> {
  const strokeOverprint = dict.boolean("OP");
  // OP applies to both where there is no op.
  const fillOverprint = dict.boolean("op") ?? strokeOverprint;
  const overprintMode = dict.number("OPM");
  const fillAlpha = dict.number("ca");
  const strokeAlpha = dict.number("CA");
  const blendMode = dict.get("BM");
  const softMask = dict.get("SMask");
  const renderingIntent = dict.name("RI");
  return {
    ...(fillOverprint === undefined ? {} : { fillOverprint }),
    ...(strokeOverprint === undefined ? {} : { strokeOverprint }),
    ...(overprintMode === undefined ? {} : { overprintMode }),
    ...(fillAlpha === undefined ? {} : { fillAlpha }),
    ...(strokeAlpha === undefined ? {} : { strokeAlpha }),
    ...(blendMode === null ? {} : { blendMode }),
    ...(softMask instanceof Name || asDict(softMask) !== undefined ? { softMask } : {}),
    ...(renderingIntent === undefined ? {} : { renderingIntent }),
  };
}

function fontOf(dict: Dict): Dict | undefined {
  const font = dict.array("Font");
  return font === undefined ? undefined : asDict(resolve(font[0]));
}
