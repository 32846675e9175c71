import type { ContentTags } from "./content-tags.ts";
import type { Inherited } from "./inherited.ts";
import type { OpenMarkedContent } from "./marked-content.ts";
import type { ResourceScope } from "./resource-scope.ts";

/**
 * The inherited circumstances that a stream may depend on; a set of them is the sum. All streams depend on the
 * parameters of gs.
 */
export const Dependency = {
  fill: 1,
  stroke: 2,
  font: 4,
  renderingMode: 8,
  /** The resources of the content that led to the stream. */
  resources: 16,
  markedContent: 32,
} as const;

/**
 * Records the inherited circumstances in which a stream was walked. A stream always does the same, so a part of the
 * state that it sets before it uses it never matters: circumstances that differ in nothing else count as one.
 */
export class WalkMemo {
  dependencies = 0;
  readonly #keepsMarkedContent: boolean;
  readonly #tags: ContentTags | undefined;
  readonly #walked: { readonly scope: ResourceScope; readonly inherited: Inherited }[] = [];
  #keys = new Set<string>();

  constructor(keepsMarkedContent: boolean, tags: ContentTags | undefined) {
    this.#keepsMarkedContent = keepsMarkedContent;
    this.#tags = tags;
  }

  has(scope: ResourceScope, inherited: Inherited): boolean {
    return this.#walked.length > 0 && this.#keys.has(this.#key(scope, inherited));
  }

  add(dependencies: number, scope: ResourceScope, inherited: Inherited): void {
    const isKnown = (this.dependencies | dependencies) === this.dependencies && this.#walked.length > 0;
    this.dependencies |= dependencies;
    if (this.#walked.length < MAX_KEPT) {
      this.#walked.push({ scope, inherited });
    }
    if (!isKnown) {
      this.#keys = new Set(this.#walked.map((walked) => this.#key(walked.scope, walked.inherited)));
    }
    this.#keys.add(this.#key(scope, inherited));
  }

  #key(scope: ResourceScope, { state, marked }: Inherited): string {
    const { dependencies } = this;
    const has = (dependency: number): boolean => (dependencies & dependency) !== 0;
    return [
      state.parameters.id,
      has(Dependency.fill) ? state.fill.id : "",
      has(Dependency.stroke) ? state.stroke.id : "",
      has(Dependency.font) ? state.text.value.fontId : "",
      has(Dependency.renderingMode) ? state.text.value.renderingMode : "",
      has(Dependency.resources) ? (scope.above?.id ?? "") : "",
      this.#keepsMarkedContent && has(Dependency.markedContent) ? this.#markedKey(marked) : "",
    ].join(" ");
  }

  #markedKey(marked: OpenMarkedContent | undefined): string {
    return (this.#tags === undefined || marked === undefined ? marked?.key : this.#tags.keyOf(marked)) ?? "";
  }
}

/**
 * The number of walks that are kept. Dependencies are mostly known after the first walk: more would only save walks
 * when they turn out later.
 */
const MAX_KEPT = 64;
