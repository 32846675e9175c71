import { type Dict, Ref, type Stream } from "@quire/cos";
import type { Colour } from "./colours.ts";
import type { ContentSource, Context } from "./context.ts";
import { found } from "./found.ts";
import type { State } from "./graphics-state.ts";
import type { Inherited } from "./inherited.ts";
import { Dependency } from "./memo.ts";
import type { StreamWalker } from "./stream-walker.ts";

/** An XObject with its resource name. */
export interface NamedXObject {
  readonly stream: Stream;
  readonly name: string;
  readonly object: number | undefined;
}

/**
 * Walks the streams that a content stream paints with. The methods return the inherited circumstances that these
 * streams depend on.
 */
export class NestedStreams {
  readonly #walker: StreamWalker;
  readonly #context: Context;
  readonly #initial: State;
  /** The codes of Type 3 fonts that were shown, by font and state. */
  readonly #shownCodes = new Map<Dict, Map<State, Uint8Array>>();

  /**
   * Walks the streams nested in the content stream of `context`.
   * @param initial the state at the beginning of that stream
   */
  constructor(walker: StreamWalker, context: Context, initial: State) {
    this.#walker = walker;
    this.#context = context;
    this.#initial = initial;
  }

  walkForm({ stream, name, object }: NamedXObject, inherited: Inherited): number {
    const { dict } = stream;
    const { scope: outer, environment: around, isUncoloured } = this.#context;
    const scope = this.#walker.scopes.of(dict.dict("Resources"), outer);
    const environment = this.#walker.environments.within(around, dict.dict("Group"), scope);
    const at = `XObject/${name}`;
    return this.#walk({ kind: "form", dict, stream, object, at, scope, environment, isUncoloured }, inherited);
  }

  /**
   * Walks the cell of a tiling pattern from the state at the beginning of the stream that names the pattern (8.7.3.1).
   * Colours of that state matter only to an uncoloured pattern; the parameters that gs sets do matter, such as
   * overprint around a form.
   */
  walkTilingPattern({ underlying, patternObject: object, patternName }: Colour, stream: Stream): number {
    const { dict } = stream;
    const { scopes, states } = this.#walker;
    const { environment } = this.#context;
    const scope = scopes.of(dict.dict("Resources"), this.#context.scope);
    const initial = states.withParameters(this.#walker.initialState(scope), this.#initial.parameters.value);
    const isUncoloured = dict.get("PaintType") === 2;
    const isGivenColour = isUncoloured && underlying !== undefined;
    const state = isGivenColour ? states.withStroke(states.withFill(initial, underlying), underlying) : initial;
    const at = `Pattern/${patternName ?? ""}`;
    const dependencies = this.#walk(
      { kind: "pattern", dict, stream, object, at, scope, environment, isUncoloured },
      { state, marked: undefined },
    );
    return dependencies & Dependency.resources;
  }

  walkSoftMask(stream: Stream, raw: unknown): number {
    const object = raw instanceof Ref ? raw.number : undefined;
    const context = this.#context;
    const { dict } = stream;
    const group = dict.dict("Group");
    const scope = this.#walker.scopes.of(dict.dict("Resources"), context.scope);
    const state = this.#walker.initialState(scope);
    const form = { by: "soft-mask" as const, stream, object, group, name: undefined, state, context };
    this.#walker.emit("form", form, context.place);
    const environment = this.#walker.environments.withinIsolated(context.environment, group, scope);
    const dependencies = this.#walk(
      { kind: "soft-mask", dict, stream, object, at: "SMask/G", scope, environment },
      { state, marked: undefined },
    );
    return dependencies & Dependency.resources;
  }

  /**
   * Walks those glyphs of a Type 3 font that were not walked in that state. Their resources are those of the font or,
   * where it has none, those of the glyph.
   */
  walkGlyphs(font: Dict, codes: Uint8Array, inherited: Inherited): number {
    const states = found(this.#shownCodes, font, () => new Map<State, Uint8Array>());
    const shown = found(states, inherited.state, () => new Uint8Array(256));
    const glyphs = this.#walker.glyphsOf(font);
    const { scope: outer, environment, isUncoloured } = this.#context;
    let dependencies = 0;
    for (const code of codes) {
      const glyph = glyphs[code];
      if (shown[code] === 1 || glyph === undefined) {
        continue;
      }
      shown[code] = 1;
      const { stream, object, name } = glyph;
      const { dict } = stream;
      const scope = this.#walker.scopes.of(font.dict("Resources") ?? dict.dict("Resources"), outer);
      const at = `CharProcs/${name}`;
      dependencies |= this.#walk(
        { kind: "type3-glyph", dict, stream, object, at, scope, environment, font, isUncoloured },
        inherited,
      );
    }
    return dependencies;
  }

  #walk(source: Omit<ContentSource, "page" | "parent"> & { readonly stream: Stream }, inherited: Inherited): number {
    const context = this.#context;
    return this.#walker.walk({ ...source, page: context.page, parent: context }, inherited);
  }
}
