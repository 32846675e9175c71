import type { Dict, Stream } from "@quire/cos";
import type { Emit, Validation } from "../validation.ts";
import type { ContentTags } from "./content-tags.ts";
import type { Colours } from "./colours.ts";
import type { ContentSource } from "./context.ts";
import type { Environments } from "./environments.ts";
import type { State, States } from "./graphics-state.ts";
import type { Inherited } from "./inherited.ts";
import type { ResourceScope, ResourceScopes } from "./resource-scope.ts";
import type { GlyphProcedure } from "./type3-font.ts";

/** Walks the streams that a content stream is painted with, and holds what all streams of a validation share. */
export interface StreamWalker {
  readonly validation: Validation;
  readonly emit: Emit;
  readonly states: States;
  readonly colours: Colours;
  readonly scopes: ResourceScopes;
  readonly environments: Environments;
  /** What notes how content is tagged; undefined where no rule needs it. */
  readonly tags: ContentTags | undefined;
  /** Returns the state at the beginning of a page, or of a stream that inherits none. */
  initialState(scope: ResourceScope): State;
  /**
   * Walks a stream, unless that was done in the same circumstances.
   * @returns the inherited circumstances that it depends on, as a sum of `Dependency` values
   */
  walk(source: ContentSource & { readonly stream: Stream }, inherited: Inherited): number;
  isType3(font: Dict): boolean;
  /** Returns the procedures of a Type 3 font by code. */
  glyphsOf(font: Dict): readonly (GlyphProcedure | undefined)[];
}
