import { type CosDirect, type Dict, Name } from "@quire/cos";
import type { Colour } from "./colours.ts";
import { found } from "./found.ts";
import { INITIAL_PARAMETERS, INITIAL_TEXT, type Parameters, type TextState } from "./graphics-parameters.ts";
import type { GraphicsState } from "./subjects.ts";

/** A value with a number that identifies it in keys. */
interface Numbered<Value> {
  readonly id: number;
  readonly value: Value;
}

/**
 * An immutable graphics state. It remembers the states that operators lead to, so that the same operator leads to the
 * same state.
 */
export class State implements GraphicsState {
  readonly fill: Colour;
  readonly stroke: Colour;
  readonly parameters: Numbered<Parameters>;
  readonly text: Numbered<TextState>;
  /** The states that colour operators and gs lead to from here. */
  readonly filled = new Map<Colour, State>();
  readonly stroked = new Map<Colour, State>();
  readonly withExtGState = new Map<Dict, State>();
  /** The last state that Tf led to from here with each font. */
  readonly withFont = new Map<Dict | undefined, State>();

  constructor(fill: Colour, stroke: Colour, parameters: Numbered<Parameters>, text: Numbered<TextState>) {
    this.fill = fill;
    this.stroke = stroke;
    this.parameters = parameters;
    this.text = text;
  }

  get fillOverprint(): boolean {
    return this.parameters.value.fillOverprint;
  }

  get strokeOverprint(): boolean {
    return this.parameters.value.strokeOverprint;
  }

  get overprintMode(): number {
    return this.parameters.value.overprintMode;
  }

  get fillAlpha(): number {
    return this.parameters.value.fillAlpha;
  }

  get strokeAlpha(): number {
    return this.parameters.value.strokeAlpha;
  }

  get blendMode(): CosDirect {
    return this.parameters.value.blendMode;
  }

  get softMask(): CosDirect {
    return this.parameters.value.softMask;
  }

  get renderingIntent(): string | undefined {
    return this.parameters.value.renderingIntent;
  }

  get font(): Dict | undefined {
    return this.text.value.font;
  }

  get fontName(): string | undefined {
    return this.text.value.fontName;
  }

  get textRenderingMode(): number {
    return this.text.value.renderingMode;
  }
}

/** All states of a validation; equal ones are the same object. */
export class States {
  readonly #states = new Map<string, State>();
  readonly #parameters = new Map<string, Numbered<Parameters>>();
  readonly #texts = new Map<string, Numbered<TextState>>();
  readonly #objectIds = new Map<unknown, number>();
  #lastId = 0;

  get size(): number {
    return this.#states.size;
  }

  /** Forgets all states: equal ones may then be different objects. */
  forget(): void {
    this.#states.clear();
    this.#parameters.clear();
    this.#texts.clear();
  }

  /** Returns the state at the beginning of a page (8.4.1), with the initial colour there. */
  initial(colour: Colour): State {
    return this.#state(
      colour,
      colour,
      this.#parametersOf(INITIAL_PARAMETERS),
      this.#textOf({ ...INITIAL_TEXT, fontId: this.#id(undefined) }),
    );
  }

  withFill(state: State, fill: Colour): State {
    let next = state.filled.get(fill);
    if (next === undefined) {
      next = this.#state(fill, state.stroke, state.parameters, state.text);
      state.filled.set(fill, next);
    }
    return next;
  }

  withStroke(state: State, stroke: Colour): State {
    let next = state.stroked.get(stroke);
    if (next === undefined) {
      next = this.#state(state.fill, stroke, state.parameters, state.text);
      state.stroked.set(stroke, next);
    }
    return next;
  }

  withParameters(state: State, change: Partial<Parameters>): State {
    const parameters = this.#parametersOf({ ...state.parameters.value, ...change });
    return this.#state(state.fill, state.stroke, parameters, state.text);
  }

  withFont(state: State, font: Dict | undefined, fontName: string | undefined): State {
    let next = state.withFont.get(font);
    if (next === undefined || next.fontName !== fontName) {
      next = this.#withText(state, { ...state.text.value, font, fontName, fontId: this.#id(font) });
      state.withFont.set(font, next);
    }
    return next;
  }

  withTextRenderingMode(state: State, renderingMode: number): State {
    return this.#withText(state, { ...state.text.value, renderingMode });
  }

  #withText(state: State, text: TextState): State {
    return this.#state(state.fill, state.stroke, state.parameters, this.#textOf(text));
  }

  #state(fill: Colour, stroke: Colour, parameters: Numbered<Parameters>, text: Numbered<TextState>): State {
    const key = `${fill.id} ${stroke.id} ${parameters.id} ${text.id}`;
    return found(this.#states, key, () => new State(fill, stroke, parameters, text));
  }

  #parametersOf(value: Parameters): Numbered<Parameters> {
    const key = [
      value.fillOverprint,
      value.strokeOverprint,
      value.overprintMode,
      value.fillAlpha,
      value.strokeAlpha,
      this.#id(value.blendMode),
      this.#id(value.softMask),
      value.renderingIntent ?? "",
    ].join(" ");
    return found(this.#parameters, key, () => ({ id: this.#lastId++, value }));
  }

  #textOf(value: TextState): Numbered<TextState> {
    const key = `${value.fontId} ${value.renderingMode} ${value.fontName ?? ""}`;
    return found(this.#texts, key, () => ({ id: this.#lastId++, value }));
  }

  /** Returns a number for a value: names are compared by their text, everything else by identity. */
  #id(value: unknown): number {
    const key = value instanceof Name ? value.value : value;
    return found(this.#objectIds, key, () => this.#objectIds.size);
  }
}
