import { type CosDirect, type Dict, type InlineImage, isName, Name, Ref, Stream } from "@quire/cos";
import { type Colour, SPACES_WITHOUT_RESOURCE } from "./colours.ts";
import type { ContentTags } from "./content-tags.ts";
import type { Context } from "./context.ts";
import { found } from "./found.ts";
import type { State } from "./graphics-state.ts";
import type { Inherited } from "./inherited.ts";
import { expandedInlineImage, writtenFilters } from "./inline-image.ts";
import type { OpenMarkedContent } from "./marked-content.ts";
import { Dependency } from "./memo.ts";
import { type NamedXObject, NestedStreams } from "./nested-streams.ts";
import { dictOf, type NamedResource } from "./resource-scope.ts";
import type { ResourceUses } from "./resource-uses.ts";
import type { ContentItemKind } from "../structure/subjects.ts";
import type { StreamWalker } from "./stream-walker.ts";
import type { ExtGStateUse, Paint, RenderingIntentUse } from "./subjects.ts";
import { TextEvent } from "./text-event.ts";

/**
 * Emits what one content stream puts on the page, each distinct case once, and walks the streams that are used for it.
 * Records the inherited circumstances that this depends on.
 */
export class Painter {
  dependencies = 0;
  readonly #walker: StreamWalker;
  readonly #context: Context;
  readonly #uses: ResourceUses;
  readonly #inherited: Inherited;
  readonly #nested: NestedStreams;
  readonly #text: TextEvent;
  /** The paints that were emitted for each state, as a sum of bits. */
  readonly #painted = new Map<State, number>();
  readonly #setColours = { fill: new Set<Colour>(), stroke: new Set<Colour>() };
  readonly #paintedXObjects = new Map<Stream, Set<unknown>>();
  readonly #paintedShadings = new Map<Dict, Set<State>>();
  readonly #extGStates = new Set<Dict>();
  readonly #renderingIntents = new Set<string | undefined>();
  /** For each state, the objects that stand for it together with each key of marked content. */
  readonly #markedKeys = new Map<State, Map<string, object>>();

  constructor(walker: StreamWalker, context: Context, uses: ResourceUses, inherited: Inherited) {
    this.#walker = walker;
    this.#context = context;
    this.#uses = uses;
    this.#inherited = inherited;
    this.#nested = new NestedStreams(walker, context, inherited.state);
    this.#text = new TextEvent(context, inherited.state);
  }

  /** Emits a colour that an operator sets, whether it is painted with or not. */
  setColour(operation: Paint["operation"], colour: Colour): void {
    const reported = this.#setColours[operation];
    if (!reported.has(colour)) {
      reported.add(colour);
      this.#walker.emit("colour-set", { operation, colour, context: this.#context }, this.#context.place);
    }
  }

  fill(state: State, by: Paint["by"]): void {
    this.#paint(state, "fill", by);
  }

  stroke(state: State, by: Paint["by"]): void {
    this.#paint(state, "stroke", by);
  }

  show(bytes: Uint8Array, state: State, marked: OpenMarkedContent | undefined): void {
    const { font } = state;
    this.#dependOn(Dependency.font | Dependency.renderingMode | Dependency.markedContent, state);
    if (font !== undefined) {
      const text = this.#text;
      text.set(font, bytes, state, marked);
      this.#walker.emit("text", text, this.#context.place);
    }
    if (font !== undefined && this.#walker.isType3(font)) {
      this.#dependOn(this.#nested.walkGlyphs(font, bytes, { state, marked }), state);
      return;
    }
    // Text without a font uses its colours as well, with whatever font a reader takes.
    const mode = state.textRenderingMode;
    if (mode === 0 || mode === 2 || mode === 4 || mode === 6) {
      this.#paint(state, "fill", "text");
    }
    if (mode === 1 || mode === 2 || mode === 5 || mode === 6) {
      this.#paint(state, "stroke", "text");
    }
  }

  /** Notes an item of content where rules need it, with the marked content that it is in. */
  item(kind: ContentItemKind, marked: OpenMarkedContent | undefined): void {
    const { tags } = this.#walker;
    if (tags !== undefined && this.#context.isPageContent) {
      this.dependencies |= Dependency.markedContent;
      tags.item(kind, marked, this.#context);
    }
  }

  xObject(xObject: NamedXObject, state: State, marked: OpenMarkedContent | undefined): void {
    const { stream } = xObject;
    const { tags } = this.#walker;
    if (tags !== undefined) {
      this.#noteXObject(xObject, marked, tags);
    }
    const reported = found(this.#paintedXObjects, stream, () => new Set<unknown>());
    const isForm = isName(stream.dict.get("Subtype"), "Form");
    // The marked content around a form matters to its text.
    const circumstance =
      isForm && marked !== undefined
        ? found(this.#inMarked(state), tags?.keyOf(marked) ?? marked.key, () => ({}))
        : state;
    if (reported.has(circumstance)) {
      return;
    }
    reported.add(circumstance);
    if (isForm) {
      this.#form(xObject, state, marked);
    } else if (isName(stream.dict.get("Subtype"), "Image")) {
      this.#image(xObject, state);
    }
  }

  inlineImage(inline: InlineImage, state: State): void {
    const context = this.#context;
    const { place } = context;
    const dict = expandedInlineImage(inline.dict);
    const filters = writtenFilters(inline.dict);
    this.#walker.emit("inline-image", { image: inline, dict, filters, context }, place);
    const intent = dict.get("Intent");
    if (intent !== null) {
      this.renderingIntent(intent instanceof Name ? intent.value : undefined, "inline-image");
    }
    this.#reportImage({ dict, stream: undefined, inline, object: undefined, name: undefined }, state);
  }

  shading(resource: NamedResource, by: "sh" | "pattern", state: State): void {
    const shading = dictOf(resource);
    if (shading === undefined) {
      return;
    }
    this.#dependOn(by === "sh" ? 0 : Dependency.fill | Dependency.stroke, state);
    const states = found(this.#paintedShadings, shading, () => new Set<State>());
    if (states.has(state)) {
      return;
    }
    states.add(state);
    const { value, object } = resource;
    const stream = value instanceof Stream ? value : undefined;
    const colorSpace = shading.get("ColorSpace");
    const context = this.#context;
    this.#walker.emit("shading", { shading, stream, by, colorSpace, object, state, context }, context.place);
  }

  /** Emits a graphics state parameter dictionary that is applied, and walks its soft mask. */
  extGState(dict: Dict, { by, name, object }: Pick<ExtGStateUse, "by" | "name" | "object">): void {
    if (this.#extGStates.has(dict)) {
      return;
    }
    this.#extGStates.add(dict);
    const context = this.#context;
    this.#walker.emit("ext-gstate", { dict, by, name, object, context }, context.place);
    const softMask = dict.dict("SMask");
    const group = softMask?.get("G");
    if (group instanceof Stream) {
      this.dependencies |= this.#nested.walkSoftMask(group, softMask?.raw("G"));
    }
  }

  renderingIntent(intent: string | undefined, by: RenderingIntentUse["by"]): void {
    if (this.#renderingIntents.has(intent) || this.#renderingIntents.size >= MAX_RENDERING_INTENTS) {
      return;
    }
    this.#renderingIntents.add(intent);
    const context = this.#context;
    this.#walker.emit("rendering-intent", { intent, by, context }, context.place);
  }

  #noteXObject({ stream, object, name }: NamedXObject, marked: OpenMarkedContent | undefined, tags: ContentTags): void {
    const subtype = stream.dict.get("Subtype");
    if (isName(subtype, "Image")) {
      this.item("image", marked);
    } else if (isName(subtype, "Form")) {
      tags.form(stream, { object, page: this.#context.page, at: `XObject/${name}` });
    }
  }

  #inMarked(state: State): Map<string, object> {
    return found(this.#markedKeys, state, () => new Map<string, object>());
  }

  #paint(state: State, operation: Paint["operation"], by: Paint["by"]): void {
    const bit = PAINT_BITS[operation][by];
    const reported = this.#painted.get(state) ?? 0;
    if ((reported & bit) !== 0) {
      return;
    }
    this.#painted.set(state, reported | bit);
    this.#dependOn(operation === "fill" ? Dependency.fill : Dependency.stroke, state);
    const colour = operation === "fill" ? state.fill : state.stroke;
    const context = this.#context;
    this.#walker.emit("paint", { operation, by, colour, state, context }, context.place);
    const { tiling, pattern } = colour;
    if (tiling !== undefined) {
      this.dependencies |= this.#nested.walkTilingPattern(colour, tiling);
    } else if (pattern !== undefined) {
      this.#paintShadingPattern(pattern, state);
    }
  }

  #paintShadingPattern(pattern: Dict, state: State): void {
    const raw = pattern.raw("Shading");
    const value = pattern.get("Shading");
    this.shading({ value, object: raw instanceof Ref ? raw.number : undefined, origin: "own" }, "pattern", state);
    const dict = pattern.dict("ExtGState");
    if (dict !== undefined) {
      const rawState = pattern.raw("ExtGState");
      const object = rawState instanceof Ref ? rawState.number : undefined;
      this.extGState(dict, { by: "pattern", name: undefined, object });
    }
  }

  #form(form: NamedXObject, state: State, marked: OpenMarkedContent | undefined): void {
    const { stream, name, object } = form;
    const group = stream.dict.dict("Group");
    const context = this.#context;
    this.#walker.emit("form", { by: "Do", stream, object, group, name, state, context }, context.place);
    this.#dependOn(this.#nested.walkForm(form, { state, marked }), state);
  }

  #image({ stream, name, object }: NamedXObject, state: State): void {
    this.#reportImage({ dict: stream.dict, stream, inline: undefined, object, name }, state);
  }

  #reportImage(
    image: {
      readonly dict: Dict;
      readonly stream: Stream | undefined;
      readonly inline: InlineImage | undefined;
      readonly object: number | undefined;
      readonly name: string | undefined;
    },
    state: State,
  ): void {
    const context = this.#context;
    const isStencilMask = image.dict.boolean("ImageMask") ?? false;
    const space = image.dict.get("ColorSpace");
    // Only inline images may name resources: the names of an XObject are device spaces (8.9.5).
    const colorSpace = image.inline === undefined ? space : this.#namedSpace(space);
    const renderingIntent = image.dict.name("Intent") ?? state.renderingIntent;
    this.#walker.emit("image", { ...image, isStencilMask, colorSpace, renderingIntent, state, context }, context.place);
    if (isStencilMask) {
      this.#paint(state, "fill", "image-mask");
    }
  }

  #namedSpace(space: CosDirect): CosDirect {
    return space instanceof Name && !SPACES_WITHOUT_RESOURCE.has(space.value)
      ? this.#uses.find("ColorSpace", space.value).value
      : space;
  }

  /**
   * Adds those of `parts` on which the stream depends. A part that equals the inherited one may have been inherited;
   * one that differs was set by the stream itself, whatever was inherited.
   */
  #dependOn(parts: number, state: State): void {
    const missing = parts & ~this.dependencies;
    if (missing === 0) {
      return;
    }
    const { state: initial } = this.#inherited;
    const same =
      (state.fill === initial.fill ? Dependency.fill : 0) |
      (state.stroke === initial.stroke ? Dependency.stroke : 0) |
      (state.font === initial.font ? Dependency.font : 0) |
      (state.textRenderingMode === initial.textRenderingMode ? Dependency.renderingMode : 0) |
      Dependency.markedContent |
      Dependency.resources;
    this.dependencies |= missing & same;
  }
}

const MAX_RENDERING_INTENTS = 100;
const PAINT_BITS = {
  fill: { path: 1, text: 2, "image-mask": 4 },
  stroke: { path: 8, text: 16, "image-mask": 32 },
} as const;
