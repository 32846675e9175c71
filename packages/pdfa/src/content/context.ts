import type { Dict, Stream } from "@quire/cos";
import type { Place } from "../place.ts";
import type { Environment } from "./environments.ts";
import type { ResourceScope } from "./resource-scope.ts";
import type { ContentContext, ContentKind } from "./subjects.ts";

/** A content stream to be walked. */
export interface ContentSource {
  readonly kind: ContentKind;
  readonly page: number;
  readonly parent: Context | undefined;
  readonly dict: Dict;
  readonly stream: Stream | undefined;
  readonly object: number | undefined;
  readonly at: string;
  readonly scope: ResourceScope;
  readonly environment: Environment;
  readonly font?: Dict | undefined;
  readonly isUncoloured?: boolean;
}

export class Context implements ContentContext {
  readonly kind: ContentKind;
  readonly page: number;
  readonly parent: Context | undefined;
  readonly dict: Dict;
  readonly stream: Stream | undefined;
  readonly object: number | undefined;
  readonly at: string;
  readonly font: Dict | undefined;
  readonly scope: ResourceScope;
  readonly environment: Environment;
  readonly place: Place;
  /** Whether it is of a page, or of forms in that: not of an appearance, pattern, glyph or soft mask. */
  readonly isPageContent: boolean;
  /** Whether colours are ignored. For a glyph this is known after d1, which comes before everything that is emitted. */
  isUncoloured: boolean;

  constructor(source: ContentSource) {
    this.kind = source.kind;
    this.page = source.page;
    this.parent = source.parent;
    this.dict = source.dict;
    this.stream = source.stream;
    this.object = source.object;
    this.at = source.at;
    this.font = source.font;
    this.scope = source.scope;
    this.environment = source.environment;
    this.isUncoloured = source.isUncoloured ?? false;
    this.isPageContent = this.kind === "page" || (this.kind === "form" && this.parent?.isPageContent === true);
    this.place = { object: source.object, page: source.page, at: source.at };
  }

  get resources(): Dict | undefined {
    return this.scope.effective;
  }

  get hasInheritedResources(): boolean {
    return this.scope.own === undefined;
  }
}
