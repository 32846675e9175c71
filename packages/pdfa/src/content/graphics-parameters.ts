import { type CosDirect, type Dict, Name } from "@quire/cos";

/* The parameters of the graphics state (ISO 32000-1, 8.4) and their values at the start of a page. */

/** The parameters that ri and gs set; equal ones are the same object. */
export interface Parameters {
  readonly fillOverprint: boolean;
  readonly strokeOverprint: boolean;
  readonly overprintMode: number;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  readonly blendMode: CosDirect;
  readonly softMask: CosDirect;
  readonly renderingIntent: string | undefined;
}

export interface TextState {
  readonly font: Dict | undefined;
  /** The number that identifies the font within a validation. */
  readonly fontId: number;
  readonly fontName: string | undefined;
  readonly renderingMode: number;
}

export const INITIAL_PARAMETERS: Parameters = {
  fillOverprint: false,
  strokeOverprint: false,
  overprintMode: 0,
  fillAlpha: 1,
  strokeAlpha: 1,
  blendMode: new Name("Normal"),
  softMask: new Name("None"),
  renderingIntent: undefined,
};

export const INITIAL_TEXT: Omit<TextState, "fontId"> = { font: undefined, fontName: undefined, renderingMode: 0 };
