import { asDict, type CosDirect, type Dict, Ref, type ResourceCategory, resolve } from "@quire/cos";
import { found } from "./found.ts";

/** The object that a resource name stands for. */
export interface NamedResource {
  readonly value: CosDirect;
  /** The number of its object, where it is an indirect one. */
  readonly object: number | undefined;
  /** The resources in which it was found. */
  readonly origin: "own" | "inherited" | "nowhere";
}

/**
 * The resources in which a content stream looks names up (ISO 32000-2, 7.8.3): its own, or else those of the content
 * that led to it. PDF/A requires the former; readers do the latter for documents that were made for PDF 1.1.
 */
export class ResourceScope {
  /** The number that identifies the scope within a validation. */
  readonly id: number;
  readonly own: Dict | undefined;
  readonly above: ResourceScope | undefined;
  readonly #found = new Map<ResourceCategory, Map<string, NamedResource>>();

  constructor(id: number, own: Dict | undefined, above: ResourceScope | undefined) {
    this.id = id;
    this.own = own;
    this.above = above;
  }

  /** The stream's own resources, or else the nearest ones above. */
  get effective(): Dict | undefined {
    return this.own ?? this.above?.effective;
  }

  get(category: ResourceCategory, name: string): NamedResource {
    const names = found(this.#found, category, () => new Map<string, NamedResource>());
    return found(names, name, () => this.#lookUp(category, name));
  }

  #lookUp(category: ResourceCategory, name: string): NamedResource {
    const raw = this.own?.dict(category)?.raw(name);
    const value = resolve(raw);
    if (value !== null) {
      return { value, object: raw instanceof Ref ? raw.number : undefined, origin: "own" };
    }
    const inherited = this.above?.get(category, name);
    return inherited === undefined || inherited.origin === "nowhere" ? NOWHERE : { ...inherited, origin: "inherited" };
  }
}

/** The scopes of a validation; equal ones are the same object. */
export class ResourceScopes {
  readonly #scopes = new Map<Dict | undefined, Map<ResourceScope | undefined, ResourceScope>>();
  readonly #ownIds = new Map<Dict | undefined, number>();
  #count = 0;

  /** Returns a number that identifies own resources, whatever is above them. */
  idOfOwn(own: Dict | undefined): number {
    return found(this.#ownIds, own, () => this.#ownIds.size);
  }

  of(own: Dict | undefined, above: ResourceScope | undefined): ResourceScope {
    const scopes = found(this.#scopes, own, () => new Map<ResourceScope | undefined, ResourceScope>());
    return found(scopes, above, () => new ResourceScope(this.#count++, own, above));
  }
}

const NOWHERE: NamedResource = { value: null, object: undefined, origin: "nowhere" };

export const dictOf = (resource: NamedResource): Dict | undefined => asDict(resource.value);
